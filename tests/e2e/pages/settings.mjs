// The Settings tab: changes of an existing table, part by part.

export class SettingsTab {
  constructor(page) {
    this.panel = page.getByRole("tabpanel", { name: "Settings", exact: true });
    this.status = this.panel.getByRole("status").first();
    this.capacity = this.part("Capacity");
    this.scaling = this.part("Auto scaling");
    this.indexes = this.part("Global secondary indexes");
    this.expiry = this.part("Time to live");
    this.stream = this.part("Stream");
    this.recovery = this.part("Point-in-time recovery");
    this.backups = this.part("Backups");
    this.protection = this.part("Deletion protection");
    this.deletion = this.part("Delete table");
  }

  part(name) {
    return this.panel.getByRole("group", { name, exact: true });
  }

  button(part, name) {
    return part.getByRole("button", { name, exact: true });
  }

  field(part, label) {
    return part.getByRole("textbox", { name: label });
  }

  /** The card of an index. */
  index(name) {
    return this.indexes.getByRole("region", { name, exact: true });
  }

  /** The card of an existing index. The form for a new one has the same name until the service responds. */
  liveIndex(name) {
    return this.index(name).filter({ has: this.panel.page().getByText("Status", { exact: true }) });
  }

  /** The card of a rate that is scaled, as in `Table: reads`. */
  rate(name) {
    return this.scaling.getByRole("region", { name, exact: true });
  }
}
