// The Workload tab: the form of a load, start and stop, and two runs beside each other.

export class WorkloadTab {
  constructor(page) {
    this.panel = page.getByRole("tabpanel", { name: "Workload" });
    this.start = this.panel.getByRole("button", { name: "Start" });
    this.stop = this.panel.getByRole("button", { name: "Stop" });
    this.throttling = this.panel.getByRole("checkbox", { name: "Throttle requests" });
    this.problem = this.panel.getByRole("alert");
    this.suffixes = this.panel.getByRole("region", { name: "Suffixes" });
  }

  field(label) {
    return this.panel.getByRole("textbox", { name: label, exact: true });
  }

  /** A cell of a run: `Newest run` or `The run before`. */
  cell(run, row) {
    return this.panel.getByRole("region", { name: run }).getByRole("row", { name: row }).getByRole("cell");
  }
}
