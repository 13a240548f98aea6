// The Capacity card: units per second, total units of every resource, and the last request on one line.

export class CapacityCard {
  constructor(page) {
    this.card = page.getByRole("region", { name: "Live views" });
  }

  /** Cells of a resource: read and write units of the last minute, then in total. */
  cells(resource) {
    return this.card.getByRole("row", { name: resource }).getByRole("cell");
  }
}
