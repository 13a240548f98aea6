// A text with its errors: first a plain textarea, then the editor when it is loaded. Both are a textbox with the same
// name.

import { expect } from "@playwright/test";

export class CodeArea {
  constructor(scope, label) {
    this.page = scope.page();
    this.textbox = scope.getByRole("textbox", { name: label, exact: true });
    this.faults = scope.getByRole("listitem").filter({ hasText: /^line \d+/ });
  }

  /** Waits until the editor has replaced the textarea: only it completes words. */
  async isEditor() {
    await expect(this.textbox).toHaveAttribute("contenteditable", "true");
  }

  /** Waits until the text is `text`: a textarea has it as its value, the editor as its content. */
  async shows(text) {
    await expect.poll(() => this.text()).toBe(text);
  }

  /** Waits until the text has this part. */
  async has(part) {
    await expect.poll(() => this.text()).toContain(part);
  }

  text() {
    return this.textbox.evaluate((box) => box.value ?? box.textContent);
  }

  /** Replaces the whole text as a reader does: select all, type. */
  async write(text) {
    // The editor can replace the textarea exactly during the click. Then the click is repeated.
    await expect(async () => {
      await this.textbox.click({ timeout: 1_000 });
      await expect(this.textbox).toBeFocused({ timeout: 1_000 });
    }).toPass();
    await this.page.keyboard.press("ControlOrMeta+a");
    await this.page.keyboard.insertText(text);
  }
}
