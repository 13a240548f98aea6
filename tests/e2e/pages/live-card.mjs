// The live views: cards beside the workspace, folded until they are wanted.

import { readFile } from "node:fs/promises";
import { expect } from "@playwright/test";

export class LiveCard {
  /** `title` is the card's, as in `Capacity`. */
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

  /** Opens a folded part, as in `Second by second, as a table`. */
  async unfold(words) {
    await this.card.locator("summary", { hasText: words }).click();
  }

  /** Presses one of the buttons of the card's files: its name and its text. */
  async download(kind) {
    const started = this.page.waitForEvent("download");
    await this.card.getByRole("button", { name: new RegExp(`^Download .* as ${kind}$`) }).click();
    const file = await started;
    return { name: file.suggestedFilename(), text: await readFile(await file.path(), "utf8") };
  }
}

/** What must be true of every picture that stands alone. */
export function expectStandsAlone(text) {
  expect(text).toMatch(/^<svg /);
  expect(text).toContain('xmlns="http://www.w3.org/2000/svg"');
  expect(text).toMatch(/fill="rgb/);
  expect(text).not.toMatch(/var\(|class=|color\(srgb|light-dark/);
}
