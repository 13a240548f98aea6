// The Design tab: the form of a new table, and the description of an existing one.

import { expect } from "@playwright/test";
import { JsonPane } from "./json-pane.mjs";

export class DesignTab {
  constructor(page) {
    this.page = page;
    this.form = page.getByRole("form", { name: "New table" });
    this.table = this.form.getByRole("group", { name: "Table", exact: true });
    this.name = this.table.getByRole("textbox", { name: "Table name" });
    this.create = this.form.getByRole("button", { name: "Create table" });
    this.refusal = this.form.getByRole("alert").filter({ hasText: "Exception" });
    this.json = new JsonPane(page, "CreateTable");
  }

  async fillKeys(scope, { partition, sort }) {
    if (partition) await this.fillKey(scope, "Partition key", partition);
    if (sort) await this.fillKey(scope, "Sort key", sort);
  }

  async fillKey(scope, label, [name, type]) {
    await scope.getByRole("combobox", { name: label, exact: true }).fill(name);
    await scope.getByRole("combobox", { name: `Type of ${label.toLowerCase()}` }).selectOption(type);
  }

  /** Chooses provisioned capacity. `units` are read and write units a second. */
  async provision(units) {
    const part = this.form.getByRole("group", { name: "Capacity", exact: true });
    await part.getByRole("combobox", { name: "Capacity mode" }).selectOption("PROVISIONED");
    await this.fillUnits(part, units);
  }

  async provisionIndex(name, units) {
    await this.fillUnits(this.form.getByRole("region", { name, exact: true }), units);
  }

  async fillUnits(scope, [read, write]) {
    await scope.getByRole("textbox", { name: "Read units per second" }).fill(read);
    await scope.getByRole("textbox", { name: "Write units per second" }).fill(write);
  }

  /** `kind` is "local" or "global". `projection` is a type, or the list of attributes to include. */
  async addIndex(kind, { name, partition, sort, projection }) {
    const title = `${kind === "local" ? "Local" : "Global"} secondary indexes`;
    const group = this.form.getByRole("group", { name: title });
    await group.getByRole("button", { name: `Add ${kind} index` }).click();
    await group.getByRole("region", { name: "unnamed index" }).getByRole("textbox", { name: "Index name" }).fill(name);
    const card = group.getByRole("region", { name, exact: true });
    await this.fillKeys(card, { partition, sort });
    const included = Array.isArray(projection) ? projection : [];
    await card.getByRole("combobox", { name: "Projection" }).selectOption(included.length > 0 ? "INCLUDE" : projection);
    for (const attribute of included) {
      const picker = card.getByRole("combobox", { name: "Projected attributes" });
      await picker.fill(attribute);
      await picker.press("Enter");
      await expect(card.getByRole("button", { name: `Remove ${attribute}` })).toBeVisible();
    }
  }

  /** A fact of a table's description, as in `Items` or `Capacity`. */
  fact(name) {
    const list = this.page.getByRole("tabpanel", { name: "Design" });
    return list.locator("dt", { hasText: new RegExp(`^${name}$`) }).locator("xpath=following-sibling::dd[1]");
  }
}
