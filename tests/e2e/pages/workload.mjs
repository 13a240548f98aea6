// The Workload tab: the form of a load, start and stop, and two runs side by side.

export class WorkloadTab {
  constructor(page) {
    this.panel = page.getByRole("tabpanel", { name: "Workload" });
    this.start = this.panel.getByRole("button", { name: "Start" });
    this.stop = this.panel.getByRole("button", { name: "Stop" });
    this.throttling = this.panel.getByRole("radiogroup", { name: "Throttling" }).getByRole("radio", { name: "Adaptive" });
    this.problem = this.panel.getByRole("alert");
    this.forecast = this.panel.getByRole("region", { name: "What to expect" });
  }

  field(label) {
    return this.panel.getByRole("textbox", { name: label, exact: true });
  }

  /** A cell of a run: `Latest run` or `Previous run`. */
  cell(run, row) {
    return this.panel.getByRole("region", { name: run }).getByRole("row", { name: row }).getByRole("cell");
  }
}
