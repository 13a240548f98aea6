// The Capacity card: units a second, units in all of every resource, and the last request in one line.

export class CapacityCard {
  constructor(page) {
    this.card = page.getByRole("region", { name: "Live views" });
  }

  /** Cells of a resource: read and write units of the last minute, then in all. */
  cells(resource) {
    return this.card.getByRole("row", { name: resource }).getByRole("cell");
  }
}
