// The live views: cards beside the workspace, folded until they are wanted.

import { expect } from "@playwright/test";

export class LiveCard {
  /** `title` is the card's: Index build, Expiry, Write fan-out, Stream, Stale read. */
  constructor(page, title) {
    this.page = page;
    const summary = page.locator("summary").filter({ has: page.locator("h2", { hasText: new RegExp(`^${title}$`) }) });
    this.card = page.getByRole("region", { name: "Live views" }).locator("details.card").filter({ has: summary });
    this.summary = this.card.locator("summary").first();
  }

  /** Unfolds the card. */
  async open() {
    if ((await this.card.getAttribute("open")) === null) await this.summary.click();
    await expect(this.card).toHaveAttribute("open", "");
  }

  async fold() {
    if ((await this.card.getAttribute("open")) !== null) await this.summary.click();
  }

  /** Waits until the card shows the service as it is: while it changes, a card looks only a few times a second. */
  async settle() {
    await expect(this.card).toHaveAttribute("aria-busy", "false");
  }

  picture(label) {
    return this.card.getByRole("img", { name: label });
  }

  button(name) {
    return this.card.getByRole("button", { name });
  }

  row(name) {
    return this.card.getByRole("row", { name });
  }

  /** Unfolds a table of figures and gives it. */
  async figures(title) {
    await this.card.getByText(title, { exact: true }).click();
    return this.card.locator("details", { has: this.page.getByText(title, { exact: true }) }).getByRole("table");
  }
}

/** The clock, as far as these tests turn it. */
export class Clock {
  constructor(page) {
    this.clock = page.getByRole("region", { name: "Virtual clock" });
    this.page = page;
  }

  async pause() {
    await this.clock.getByRole("button", { name: "Pause virtual time" }).click();
  }

  async resume() {
    await this.clock.getByRole("button", { name: "Resume virtual time" }).click();
  }

  async next() {
    await this.clock.getByRole("button", { name: "Go to the next event" }).click();
  }

  /** Goes to a date and time such as 2019-10-23 10:40. */
  async goTo(moment) {
    await this.clock.getByRole("button", { name: /^Jump/ }).click();
    const field = this.page.getByRole("textbox", { name: "To a date and time (UTC)" });
    await field.fill(moment);
    await field.press("Enter");
    await this.page.keyboard.press("Escape");
  }
}
