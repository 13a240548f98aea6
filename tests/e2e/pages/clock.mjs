// The clock: undo and redo, and the pace of virtual time.

import { expect } from "@playwright/test";

export class Clock {
  constructor(page) {
    this.bar = page.getByRole("region", { name: "Virtual clock" });
    this.undo = this.bar.getByRole("button", { name: "Undo the latest request" });
    this.redo = this.bar.getByRole("button", { name: "Redo the next request" });
    this.pause = this.bar.getByRole("button", { name: "Pause virtual time" });
    this.next = this.bar.getByRole("button", { name: "Go to the next event" });
    this.resume = this.bar.getByRole("button", { name: "Resume virtual time" });
    this.proposed = this.bar.getByRole("button", { name: /^Run at / });
    /** On a phone: the button that opens everything except time, pause and the next event. */
    this.fold = this.bar.getByRole("button", { name: "Speed, jumps and timeline" });
    this.speed = this.bar.getByRole("combobox", { name: "Speed of virtual time" });
    this.line = this.bar.getByRole("slider", { name: "Everything that happened" });
    this.zoomIn = this.bar.getByRole("button", { name: /^Zoom in/ });
    this.zoomOut = this.bar.getByRole("button", { name: /^Zoom out/ });
    this.futures = this.bar.getByRole("button", { name: "Futures you left" });
    this.toPresent = this.bar.getByRole("button", { name: "Back to the present" });
    this.moment = this.bar.locator("time");
  }

  /**
   * Goes to the next event, with a click or with the key of the focused button, and waits until virtual time has
   * reached it.
   */
  async step(go = () => this.next.click()) {
    const before = await this.moment.getAttribute("datetime");
    await go();
    await expect(this.moment).not.toHaveAttribute("datetime", before);
  }

  /** Jumps in virtual time, for example by `48 hours`. */
  async leap(span) {
    await this.bar.getByRole("button", { name: "Jump in time" }).click();
    await this.bar.getByRole("button", { name: `+ ${span}` }).click();
    await this.bar.page().keyboard.press("Escape");
  }

  /** Goes to a date and time such as 2019-10-23 10:40. */
  async goTo(moment) {
    const page = this.bar.page();
    await this.bar.getByRole("button", { name: "Jump in time" }).click();
    const field = page.getByRole("textbox", { name: "To a date and time (UTC)" });
    await field.fill(moment);
    await field.press("Enter");
    await page.keyboard.press("Escape");
  }

  /** The shown time, in milliseconds. */
  async now() {
    return Date.parse(await this.moment.getAttribute("datetime"));
  }
}
