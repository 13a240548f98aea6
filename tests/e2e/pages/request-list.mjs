// A batch or a transaction in the Request tab: its requests as rows, with their outcomes.

export class RequestList {
  constructor(page) {
    this.page = page;
    this.panel = page.getByRole("tabpanel", { name: "Request", exact: true });
    this.pane = this.panel.getByRole("region", { name: "Body as a list" });
    this.form = (name) => this.panel.getByRole("radio", { name, exact: true });
    this.rows = this.pane.getByRole("group", { name: /^Request \d+$/ });
    this.addable = this.pane.getByRole("combobox", { name: "Request to add" });
    this.add = this.pane.getByRole("button", { name: "Add", exact: true });
    this.newToken = this.pane.getByRole("button", { name: "New token" });
    this.token = this.pane.getByRole("textbox", { name: "ClientRequestToken" });
    this.sendUnprocessed = this.pane.getByRole("button", { name: "Send the unprocessed ones" });
  }

  /** A request, from 1. */
  row(number) {
    return this.pane.getByRole("group", { name: `Request ${number}`, exact: true });
  }

  kind(number) {
    return this.pane.getByRole("combobox", { name: `Kind of request ${number}`, exact: true });
  }

  table(number) {
    return this.pane.getByRole("combobox", { name: `Table of request ${number}`, exact: true });
  }

  /** A field of a request by its member's name. */
  field(number, name) {
    return this.row(number).getByRole("textbox", { name, exact: true });
  }

  /** `act` is "Move up", "Move down" or "Remove". */
  button(number, act) {
    return this.row(number).getByRole("button", { name: `${act} request ${number}`, exact: true });
  }
}
