// The inspector below the stage: facts, texts and controls about the selected subject.

import { expect } from "@playwright/test";

export class Inspector {
  constructor(page) {
    this.page = page;
    this.picture = page.getByRole("group", { name: /^Stage of / });
    this.panel = page.getByRole("region", { name: "Inspector" });
    this.title = this.panel.getByRole("heading", { level: 2 });
    this.newest = this.panel.getByRole("list", { name: "Latest requests" });
    this.journey = this.panel.getByRole("list", { name: "Journey" });
    this.cost = this.panel.getByRole("list", { name: "Cost" });
  }

  /** A subject on the stage, by the beginning of its name. */
  subject(name) {
    return this.picture.getByRole("group", { name }).first();
  }

  /** Chooses a subject by the keyboard, and waits for its page. */
  async choose(name, title) {
    await this.subject(name).focus();
    await this.page.keyboard.press("Enter");
    await expect(this.title).toHaveText(title);
  }

  /**
   * Waits until the page shows the current state. While the service changes, a page is updated only a few times a
   * second.
   */
  async settle() {
    await expect(this.panel).toHaveAttribute("aria-busy", "false");
  }

  button(name) {
    return this.panel.getByRole("button", { name });
  }

  table(name) {
    return this.panel.getByRole("table", { name });
  }

  row(name) {
    return this.panel.getByRole("row", { name });
  }

  /** The field for a key value whose partition is shown. */
  landing(key) {
    return this.panel.getByRole("textbox", { name: `Which partition stores a value of ${key}?` });
  }
}
