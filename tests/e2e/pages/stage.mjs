// The stage: the moving picture of the selected table, its inspector, and the figures beside it as a table.

export class Stage {
  constructor(page) {
    this.page = page;
    this.picture = page.getByRole("group", { name: /^Stage of / });
    this.sentence = page.locator(".stage-sentence");
    this.requests = this.picture.getByRole("group", { name: "Requests a second" });
    this.client = this.picture.getByRole("group", { name: /^Client, / });
    this.table = this.picture.getByRole("group", { name: /^Table / });
    this.expiry = this.picture.getByRole("group", { name: "Time to live" });
    this.stream = this.picture.getByRole("group", { name: "Stream", exact: true });
    this.inspector = page.getByRole("region", { name: "Inspector" });
    this.newest = this.inspector.getByRole("list", { name: "Latest requests" });
    this.journey = this.inspector.getByRole("list", { name: "Journey" });
    this.moving = page.locator(".stage-moving");
  }

  /** A partition of the table by its number, or of an index. */
  partition(number, index) {
    const name = index ? `${index} G${number}` : `P${number}`;
    return this.picture.getByRole("group", { name, exact: true });
  }

  index(name) {
    return this.picture.getByRole("group", { name: `Index ${name}`, exact: true });
  }

  pipe(name) {
    return this.picture.getByRole("group", { name: `Pipe to ${name}`, exact: true });
  }

  /** An item collection of the table, by its partition key value. */
  collection(key) {
    return this.picture.getByRole("group", { name: new RegExp(`^item collection ${key}, `) });
  }

  item(name) {
    return this.picture.getByRole("group", { name });
  }

  /** Every partition of the table, in the order of the page. */
  get partitions() {
    return this.picture.getByRole("group", { name: /^P\d+$/ });
  }

  /** The name of the focused element. */
  focused() {
    return this.page.evaluate(() => document.activeElement?.getAttribute("aria-label"));
  }
}
