// A text with its faults: a plain textarea first, the editor as soon as it has arrived. Both are one textbox by name.

import { expect } from "@playwright/test";

export class CodeArea {
  constructor(scope, label) {
    this.page = scope.page();
    this.textbox = scope.getByRole("textbox", { name: label, exact: true });
    this.faults = scope.getByRole("listitem").filter({ hasText: /^line \d+/ });
  }

  /** Replaces the whole text the way a reader does: select all, type. */
  async write(text) {
    // The editor may take the textarea's place in the very moment of the click; then the click is made again.
    await expect(async () => {
      await this.textbox.click({ timeout: 1_000 });
      await expect(this.textbox).toBeFocused({ timeout: 1_000 });
    }).toPass();
    await this.page.keyboard.press("ControlOrMeta+a");
    await this.page.keyboard.insertText(text);
  }
}
