// The dialog of physics and limits.

export class PhysicsDialog {
  constructor(page) {
    this.page = page;
    this.dialog = page.getByRole("dialog", { name: "Physics and limits" });
    this.pace = page.getByRole("contentinfo").getByRole("button", { name: /time|instant/ });
  }

  async open() {
    const more = this.page.getByRole("banner").getByRole("button", { name: "More" });
    if (await more.isVisible()) {
      await more.click();
      await this.page.getByRole("menuitem", { name: "Physics" }).click();
    } else {
      await this.page.getByRole("banner").getByRole("button", { name: "Physics" }).click();
    }
  }

  async close() {
    await this.dialog.getByRole("button", { name: "Close" }).click();
  }

  choice(name) {
    return this.dialog.getByRole("radio", { name, exact: true });
  }

  setting(label) {
    return this.dialog.getByRole("textbox", { name: label });
  }

  async unfold(group) {
    await this.dialog.locator("summary").filter({ hasText: group }).click();
  }
}
