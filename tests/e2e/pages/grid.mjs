// The grid of a tab with items: its columns, the filter, the selected rows and the dialog that changes all of them.

export class Grid {
  constructor(page, panel) {
    this.page = page;
    this.panel = panel;
    this.grid = panel.getByRole("grid");
    this.rows = this.grid.getByRole("row").filter({ has: page.getByRole("gridcell") });
    this.headings = this.grid.getByRole("columnheader");
    this.filter = panel.getByRole("textbox", { name: "Filter what is shown" });
    this.note = panel.getByRole("status").filter({ hasText: "This filters what is on the page" });
    this.columns = panel.getByRole("button", { name: "Columns", exact: true });
    this.list = panel.getByRole("dialog", { name: "Columns" });
    this.all = this.grid.getByRole("button", { name: "Select all shown rows" });
    this.selected = panel.getByRole("status").filter({ hasText: /items? selected$/ });
    this.dialog = page.getByRole("dialog", { name: /^(Edit|Delete) [\d,]+ items?$/ });
    this.preview = this.dialog.getByRole("status");
    this.toasts = page.locator(".toasts");
  }

  button(name) {
    return this.panel.getByRole("button", { name, exact: true });
  }

  /** The mark of a row. */
  check(at) {
    return this.rows.nth(at).getByRole("gridcell").first();
  }

  /** The cell of a row in the column of an attribute. */
  async cell(at, attribute) {
    const heading = this.headings.filter({ hasText: attribute });
    const number = await heading.getAttribute("aria-colindex");
    return this.rows.nth(at).locator(`[role=gridcell][aria-colindex="${number}"]`);
  }

  /** The attributes of the drawn columns, in their order. */
  async shown() {
    const named = await this.headings.evaluateAll((headings) =>
      headings
        .map((heading) => [Number(heading.ariaColIndex), heading.innerText.trim().split(/\s+/)[0]])
        .filter(([, name]) => name && name !== "☐")
        .sort((a, b) => a[0] - b[0]),
    );
    return named.map(([, name]) => name);
  }

  /** Fills in a new value for the selected items. */
  async set(attribute, type, value) {
    await this.dialog.getByRole("textbox", { name: "Attribute" }).fill(attribute);
    await this.dialog.getByRole("combobox", { name: "New type" }).selectOption(type);
    await this.dialog.getByRole("textbox", { name: "New value" }).fill(value);
  }
}
