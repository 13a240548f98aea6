// Assignments: the link in the editor of a lesson's file, and the card that hands in.

import { readFileSync } from "node:fs";
import { expect } from "@playwright/test";

export class Assignment {
  constructor(page) {
    this.page = page;
    this.makeLink = page.getByRole("button", { name: "Make an assignment link" });
    this.link = page.getByLabel("Link for learners");
    this.card = page.getByRole("region", { name: "Hand in" });
    this.name = this.card.getByRole("textbox", { name: "Your name" });
    this.save = this.card.getByRole("button", { name: "Save the file to hand in" });
    this.verdict = this.card.getByRole("status");
  }

  /** Hands in under a name. Returns the bytes of the file. */
  async handIn(name) {
    await this.name.fill(name);
    const started = this.page.waitForEvent("download");
    await this.save.click();
    const download = await started;
    expect(download.suggestedFilename()).toBe(`orders-1-${name}.handin`);
    return readFileSync(await download.path());
  }
}
