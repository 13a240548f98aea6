// The Collections tab: the items of the table by partition key, and beside them the entries of an index.

export class CollectionsTab {
  constructor(page) {
    this.panel = page.getByRole("tabpanel", { name: "Collections", exact: true });
    this.beside = this.panel.getByRole("combobox", { name: "Index next to the table" });
  }

  items(table) {
    return this.panel.getByRole("table", { name: new RegExp(`^Items of table ${table} `) });
  }

  entries(index) {
    return this.panel.getByRole("table", { name: new RegExp(`^Entries of index ${index} `) });
  }

  /** The collections of one side. Each is a body of the table, whose first row is the partition key. */
  groups(side) {
    return side.getByRole("rowgroup").filter({ has: side.page().getByRole("rowheader") });
  }
}
