// What if and why: the changes offered for a request or load, both sides of an outcome, and advice on a throttle.

export class Trial {
  /** `scope` is the tab or card that offers it. */
  constructor(scope) {
    this.panel = scope.getByRole("region", { name: "What if", exact: true });
    this.changes = this.panel.getByRole("list", { name: "Changes" });
    this.not = this.panel.getByRole("list", { name: "Does not apply" });
    this.outcome = this.panel.getByRole("region", { name: "Outcome" });
    this.whyButton = scope.getByRole("button", { name: "Why?", exact: true });
    this.why = scope.getByRole("region", { name: "Why it was throttled" });
    this.chain = this.why.getByRole("list", { name: "From the request to the key" });
    this.helps = this.why.getByRole("list", { name: "What helps" });
    this.vain = this.why.getByRole("list", { name: "Tried, does not help" });
  }

  field(label) {
    return this.changes.getByRole("textbox", { name: label, exact: true });
  }

  choice(label) {
    return this.changes.getByRole("combobox", { name: label, exact: true });
  }

  /** Tries a change by its label, such as `DAX` or `write sharding`. */
  async try(words) {
    await this.changes.getByRole("button", { name: `Try ${words}`, exact: true }).click();
  }

  /** The cells of a row of the outcome: without the change, with the change, the difference. */
  row(label) {
    return this.outcome.getByRole("row", { name: new RegExp(`^${label}`) }).getByRole("cell");
  }
}
