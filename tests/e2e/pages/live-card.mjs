// A live view: a card that folds by its title, and what every one of them has: a sentence, and its files.

import { readFile } from "node:fs/promises";
import { expect } from "@playwright/test";

export class LiveCard {
  constructor(page, title) {
    this.page = page;
    const heading = page.getByRole("heading", { name: title, exact: true, level: 2 });
    this.card = page.getByRole("region", { name: "Live views" }).locator("details.card").filter({ has: heading });
    this.title = this.card.locator("summary.card-title");
    this.subject = this.title.locator(".card-subject");
    this.sentence = this.card.locator(".card-sentence");
  }

  async open() {
    await this.title.click();
    await expect(this.card).toHaveAttribute("open", "");
  }

  /** Opens a folded part, as in `Partitions, as a table`. */
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
