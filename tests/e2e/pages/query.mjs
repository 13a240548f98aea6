// The Query tab: the request as pills, and below it, as tabs, the returned and read items, its JSON, and its cost. A
// lesson's task has the same pills.

import { JsonPane } from "./json-pane.mjs";

export class QueryTab {
  constructor(page, panel = page.getByRole("tabpanel", { name: "Query", exact: true })) {
    this.page = page;
    this.panel = panel;
    this.question = this.panel.getByRole("combobox", { name: "Saved query" });
    this.target = this.panel.getByRole("combobox", { name: "Table or index" });
    this.consistency = this.panel.getByRole("combobox", { name: "Consistency" });
    this.order = this.panel.getByRole("combobox", { name: "Order of the sort key" });
    this.limit = this.panel.getByRole("textbox", { name: /^Limit/ });
    this.partition = this.panel.getByRole("textbox", { name: /^Value of the partition key/ });
    this.sortTest = this.panel.getByRole("combobox", { name: /^Test on the sort key/ });
    this.sortFirst = this.panel.getByRole("textbox", { name: /^Value of the sort key/ });
    this.sortSecond = this.panel.getByRole("textbox", { name: /^End of the range/ });
    this.returned = this.panel.getByRole("combobox", { name: "What to return" });
    this.run = this.panel.getByRole("button", { name: /^Run (Query|Scan)/ });
    this.banner = this.panel.getByRole("status").filter({ hasText: /items? returned/ });
    this.explained = this.panel.getByRole("region", { name: "What the last page read" });
    this.strip = this.explained.getByRole("list", { name: "Entries in the order they were read" });
    this.sum = this.panel.getByRole("region", { name: "What the last page cost" }).getByRole("table");
    this.grid = this.panel.getByRole("grid", { name: "Items returned" });
    this.headings = this.grid.getByRole("columnheader");
    this.rows = this.grid.getByRole("row").filter({ has: page.getByRole("gridcell") });
    this.refusal = this.panel.getByRole("alert").filter({ hasText: "Exception" });
  }

  /** Shows a part below the request: Result, Request JSON, Why this cost. */
  async face(name) {
    await this.panel.getByRole("tab", { name, exact: true }).click();
  }

  /** A part of the request by its label: On, Keys, Filter, Return, How. */
  row(word) {
    return this.panel.getByRole("group", { name: word, exact: true });
  }

  /** An entry of the read strip, by its tooltip: its key, its size, its result. */
  entry(words) {
    return this.strip.getByTitle(words);
  }

  async pick(attributes) {
    await this.returned.selectOption("selected attributes");
    const picker = this.row("Return").getByRole("combobox", { name: "Attributes to return" });
    for (const attribute of attributes) {
      await picker.fill(attribute);
      await picker.press("Enter");
    }
  }

  /** The request as JSON. */
  async json(name) {
    await this.face("Request JSON");
    return new JsonPane(this.page, name);
  }

  /** The cells of one column, from the first row down. */
  column(number) {
    return this.rows.locator(`[role=gridcell][aria-colindex="${number}"]`);
  }
}
