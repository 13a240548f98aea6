// The Items tab: the items of the moment, and the dialog in which one is written.

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

  /** Moves the grid to its last column: columns out of sight are not drawn. */
  async showLastColumn() {
    await this.grid.evaluate((grid) => {
      grid.scrollLeft = grid.scrollWidth;
    });
  }

  /**
   * How many items there are, and the values in sight of the first rows. Which columns there are is left out: a long table has
   * those that were met while somebody looked through it.
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

  /** The dialog in which an item is written. */
  editor() {
    return new ItemEditor(this.page);
  }

  /** Resolves once the table takes items. */
  async ready() {
    // The table is shown as it is first, so that a table that is still made is not taken for one that is there.
    await expect(this.panel).toContainText(/[\d,]+ (item|entr)/);
    await expect(this.panel.getByText("is CREATING")).toHaveCount(0);
  }

  /** Begins a new item; resolves once its dialog is open. */
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

  /** Adds an attribute of a type such as S or NS, and gives it its value or its members. */
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

  /** Turns to one of the faces: Form, JSON, DynamoDB JSON. */
  async face(name) {
    await this.dialog.getByRole("radio", { name, exact: true }).check();
  }

  /** Creates the item; resolves once it is written and the dialog is gone. */
  async finish() {
    await this.create.click();
    await expect(this.dialog).toBeHidden();
  }
}
