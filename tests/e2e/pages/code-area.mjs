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
    await this.textbox.click();
    await this.page.keyboard.press("ControlOrMeta+a");
    await this.page.keyboard.insertText(text);
    await expect(this.textbox).toBeFocused();
  }
}
