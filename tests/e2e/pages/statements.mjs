// The statements of a request: their texts, parameters and items.

import { CodeArea } from "./code-area.mjs";

export class Statements {
  constructor(page) {
    this.page = page;
    this.panel = page.getByRole("tabpanel", { name: "Request", exact: true });
    this.pane = this.panel.getByRole("region", { name: "Body as PartiQL" });
    this.form = (name) => this.panel.getByRole("radio", { name, exact: true });
    this.add = this.pane.getByRole("button", { name: "Add a statement" });
    this.items = this.panel.getByRole("region", { name: "Items of the response" });
    this.rows = this.items.getByRole("row").filter({ has: page.getByRole("gridcell") });
    this.next = this.items.getByRole("button", { name: "Retrieve next page" });
    this.completions = page.getByRole("listbox");
    this.alert = this.pane.getByRole("alert");
  }

  /** The text of a statement, from 1. */
  text(number = 1) {
    return new CodeArea(this.pane, `Statement ${number}`);
  }

  addParameter(number = 1) {
    return this.pane.getByRole("button", { name: "Add a parameter" }).nth(number - 1);
  }

  type(number) {
    return this.pane.getByRole("combobox", { name: `Type of parameter ${number}`, exact: true });
  }

  value(number) {
    return this.pane.getByRole("textbox", { name: `Parameter ${number}`, exact: true });
  }
}
