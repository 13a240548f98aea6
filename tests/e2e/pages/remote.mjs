// Endpoints: the forms of the dialog Workspaces, and the bar above a connection.

export class Remote {
  constructor(page) {
    this.page = page;
    this.dialog = page.getByRole("dialog", { name: "Workspaces" });
    this.url = this.dialog.getByRole("textbox", { name: "URL of the endpoint" });
    this.writes = this.dialog.getByRole("checkbox", { name: "Allow requests that write" });
    this.go = this.dialog.getByRole("button", { name: "Connect", exact: true });
    this.trouble = this.dialog.getByRole("alert");
    this.out = this.dialog.getByRole("button", { name: "Copy this workspace to it" });
    this.into = this.dialog.getByRole("button", { name: "Copy it into a new workspace" });
    this.progress = this.dialog.getByRole("status");
    this.copied = this.dialog.getByRole("status").getByRole("listitem");
    this.compare = this.dialog.getByRole("button", { name: "Compare", exact: true });
    this.compared = this.dialog.getByRole("table", { name: "Reads on both sides" }).getByRole("row");
    this.banner = page.getByRole("region", { name: "Connection" });
    this.sends = this.banner.getByRole("checkbox", { name: "Send writes" });
    this.loaded = this.banner.getByRole("status");
    this.more = this.banner.getByRole("button", { name: "Load more items" });
    this.disconnect = this.banner.getByRole("button", { name: "Disconnect" });
  }

  /** Opens one of the two forms. */
  async open(form) {
    await this.page.getByRole("button", { name: /^Workspaces; / }).click();
    await this.dialog.getByRole("button", { name: form }).click();
  }

  /** Connects to an endpoint. */
  async connect(url) {
    await this.open("Connect to an endpoint…");
    await this.url.fill(url);
    await this.go.click();
  }
}
