// Files: the dialog that saves items and tables, and the part of Import that opens a file of tables.

import { readFileSync } from "node:fs";

export class Files {
  constructor(page) {
    this.page = page;
    this.opener = page.getByRole("navigation", { name: "Tables" }).getByRole("button", { name: "Export…" });
    this.dialog = page.getByRole("dialog", { name: "Export" });
    this.source = this.dialog.getByRole("combobox", { name: "Table or index" });
    this.itemsForm = this.dialog.getByRole("combobox", { name: "Format of items" });
    this.which = this.dialog.getByRole("combobox", { name: "Which tables" });
    this.tablesForm = this.dialog.getByRole("combobox", { name: "Format of tables" });
    this.open = page.getByRole("region", { name: "Tables from a file" });
    this.file = this.open.getByLabel("Open tables or a model…");
    this.faults = this.open.getByRole("alert").getByRole("listitem");
    this.found = this.open.getByRole("list", { name: "Tables in the file" }).getByRole("listitem");
    this.create = this.open.getByRole("button", { name: "Create these tables" });
    this.outcome = this.open.getByRole("status").last();
  }

  async #save(button) {
    const started = this.page.waitForEvent("download");
    await this.dialog.getByRole("button", { name: button }).click();
    const download = await started;
    return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
  }

  /** Saves the items of a table or index. */
  async saveItems(source, form) {
    await this.source.selectOption(source);
    await this.itemsForm.selectOption(form);
    return this.#save("Save items");
  }

  /** Saves tables. */
  async saveTables(which, form) {
    await this.which.selectOption(which);
    await this.tablesForm.selectOption(form);
    return this.#save("Save tables");
  }
}
