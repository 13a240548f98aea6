// The palette: the dialog that finds anything, and the list of keys.

import { expect } from "@playwright/test";

export class Palette {
  constructor(page) {
    this.page = page;
    this.button = page.getByRole("banner").getByRole("button", { name: /^Find anything/ });
    this.dialog = page.getByRole("dialog", { name: "Find anything" });
    this.field = this.dialog.getByRole("combobox", { name: "Find anything" });
    this.rows = this.dialog.getByRole("option");
    this.active = this.dialog.getByRole("option", { selected: true });
    this.note = this.dialog.getByRole("status");
    this.keys = page.getByRole("dialog", { name: "Keyboard" });
  }

  /** Opens the palette with a key and waits until its file is here. */
  async open(key = "Control+k") {
    await this.page.keyboard.press(key);
    await expect(this.field).toBeFocused();
    await expect(this.rows.first()).toBeVisible();
  }

  /** Writes into the field, and waits for the active row. */
  async write(query, row) {
    await this.page.keyboard.type(query);
    await expect(this.active).toContainText(row);
  }

  /** Opens the palette, writes and presses Enter: the three actions that lead to a place. */
  async go(query, row) {
    await this.open();
    await this.write(query, row);
    await this.page.keyboard.press("Enter");
    await expect(this.dialog).toBeHidden();
  }

  /** The rows under a heading. */
  group(name) {
    return this.dialog.getByRole("group", { name, exact: true }).getByRole("option");
  }
}
