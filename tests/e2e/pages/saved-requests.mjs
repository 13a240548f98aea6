// The saved requests of the Request tab: the field of the name, and the list.

export class SavedRequests {
  constructor(page) {
    this.panel = page.getByRole("tabpanel", { name: "Request", exact: true });
    this.name = this.panel.getByRole("textbox", { name: "Name", exact: true });
    this.save = this.panel.getByRole("button", { name: "Save", exact: true });
    this.list = this.panel.getByRole("region", { name: "Saved requests" });
    this.rows = this.list.getByRole("listitem");
    this.newName = this.list.getByRole("textbox", { name: "New name" });
  }

  /** The row with this text. */
  row(text) {
    return this.rows.filter({ hasText: text });
  }

  /** A button of a request: Rename, Delete, Move up, Move down. */
  act(act, name) {
    return this.list.getByRole("button", { name: `${act} ${name}`, exact: true });
  }
}
