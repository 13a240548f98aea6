// The live views: cards beside the workspace, initially folded.

import { readFile } from "node:fs/promises";
import { expect } from "@playwright/test";

export class LiveCard {
  /** `title` is the title of the card, as in `Capacity`. */
  constructor(page, title) {
    this.page = page;
    const summary = page.locator("summary").filter({ has: page.locator("h2", { hasText: new RegExp(`^${title}$`) }) });
    this.card = page.getByRole("region", { name: "Live views" }).locator("details.card").filter({ has: summary });
    this.summary = this.card.locator("summary").first();
  }

  /** Unfolds the card, with a key: what is above it grows while requests come, so a click could meet something else. */
  async open() {
    if ((await this.card.getAttribute("open")) === null) await this.summary.press("Enter");
    await expect(this.card).toHaveAttribute("open", "");
  }

  /** Opens a folded part, as in `Second by second, as a table`. */
  async unfold(words) {
    await this.card.locator("summary", { hasText: words }).click();
  }

  /** Presses one of the card's export buttons. Returns the name and the text of the file. */
  async download(kind) {
    const started = this.page.waitForEvent("download");
    await this.card.getByRole("button", { name: new RegExp(`^Download .* as ${kind}$`) }).click();
    const file = await started;
    return { name: file.suggestedFilename(), text: await readFile(await file.path(), "utf8") };
  }
}

/** Checks the properties of every standalone picture. */
export function expectStandsAlone(text) {
  expect(text).toMatch(/^<svg /);
  expect(text).toContain('xmlns="http://www.w3.org/2000/svg"');
  expect(text).toMatch(/fill="rgb/);
  expect(text).not.toMatch(/var\(|class=|color\(srgb|light-dark/);
}
