// The Items tab: the current items, and the dialog that writes one.

import { expect } from "@playwright/test";
import { CodeArea } from "./code-area.mjs";

export class ItemsTab {
  constructor(page) {
    this.page = page;
    this.panel = page.getByRole("tabpanel", { name: "Items", exact: true });
    this.grid = this.panel.getByRole("grid", { name: "Items" });
    this.rows = this.grid.getByRole("row").filter({ has: page.getByRole("gridcell") });
  }

  button(name) {
    return this.panel.getByRole("button", { name, exact: true });
  }

  /** Moves the grid to its last column. Columns out of view are not drawn. */
  async showLastColumn() {
    await this.grid.evaluate((grid) => {
      grid.scrollLeft = grid.scrollWidth;
    });
  }

  /**
   * The number of items, and the visible values of the first rows. Omits the columns: a long table shows those of the
   * loaded rows.
   */
  async seen() {
    const values = (rows) =>
      rows.slice(0, 5).map((row) => {
        const cells = [...row.querySelectorAll("[role=gridcell]")].map((cell) => cell.innerText);
        return cells.filter((text) => text !== "·").sort();
      });
    const count = this.panel.getByText(/^[\d,]+ (item|entr)/).first();
    return { count: await count.innerText(), rows: await this.rows.evaluateAll(values) };
  }

  /** The dialog that edits an item. */
  editor() {
    return new ItemEditor(this.page);
  }

  /** Resolves when the table accepts items. */
  async ready() {
    // Waits for the table first, so that a table that is being created is not mistaken for an existing one.
    await expect(this.panel).toContainText(/[\d,]+ (item|entr)/);
    await expect(this.panel.getByText("is CREATING")).toHaveCount(0);
  }

  /** Starts a new item. Resolves when its dialog is open. */
  async startNew() {
    await this.ready();
    await this.button("New item").click();
    const editor = this.editor();
    await expect(editor.dialog).toBeVisible();
    return editor;
  }
}

export class ItemEditor {
  constructor(page) {
    this.page = page;
    this.dialog = page.getByRole("dialog");
    this.json = new CodeArea(this.dialog, "The item as JSON");
    this.refusal = this.dialog.getByRole("alert").filter({ hasText: /\S/ });
    this.create = this.dialog.getByRole("button", { name: "Create item" });
    this.another = this.dialog.getByRole("button", { name: "Create and add another" });
    this.newName = this.dialog.getByRole("combobox", { name: "Name of the new attribute" });
    this.save = this.dialog.getByRole("button", { name: "Save item" });
  }

  value(attribute) {
    return this.dialog.getByRole("textbox", { name: `Value of ${attribute}`, exact: true });
  }

  /** Adds an attribute of a type such as S or NS, with its value or its members. */
  async add(attribute, type, value) {
    await this.dialog.getByRole("combobox", { name: "Name of the new attribute" }).fill(attribute);
    await this.dialog.getByRole("combobox", { name: "Type of the new attribute" }).selectOption(type);
    await this.dialog.getByRole("button", { name: "Add attribute" }).click();
    if (Array.isArray(value)) {
      for (const member of value) {
        const next = this.dialog.getByRole("textbox", { name: `Add a member to ${attribute}` });
        await next.fill(member);
        await next.press("Enter");
      }
    } else if (value !== undefined) {
      await this.value(attribute).fill(value);
    }
  }

  /** Switches to one of the views: Form, JSON, DynamoDB JSON. */
  async face(name) {
    await this.dialog.getByRole("radio", { name, exact: true }).check();
  }

  /** Creates the item. Resolves when it is written and the dialog is closed. */
  async finish() {
    await this.create.click();
    await expect(this.dialog).toBeHidden();
  }
}
