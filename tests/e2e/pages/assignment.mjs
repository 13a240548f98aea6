// Assignments: the link in the editor of a lesson's file, the card that hands in, and the table of a class.

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
    this.class = page.getByRole("region", { name: "Hand-ins" });
    this.files = this.class.getByLabel("Judge hand-ins…");
    this.summary = this.class.getByRole("status");
    this.saveTable = this.class.getByRole("button", { name: "Save the table as CSV" });
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

  /** The cells of a learner's row. */
  row(name) {
    return this.class.getByRole("row").filter({ has: this.page.getByRole("rowheader", { name, exact: true }) }).getByRole("cell");
  }
}
