// Sharing: the dialog with the link to the workspace or lesson in front.

import { expect } from "@playwright/test";

export class ShareDialog {
  constructor(page) {
    this.page = page;
    this.opener = page.getByRole("banner").getByRole("button", { name: "Share", exact: true });
    this.dialog = page.getByRole("dialog", { name: "Share" });
    this.field = this.dialog.getByRole("textbox", { name: "Link" });
    this.length = this.dialog.getByText(/^[\d,]+ characters/);
    this.file = this.dialog.getByRole("button", { name: "Save to a file" });
    this.assignment = this.dialog.getByRole("button", { name: "Make an assignment…" });
    this.tooLarge = this.dialog.getByText(/too large for a link/);
  }

  /** Copies the link in one of its formats, and returns the copied text. */
  async copy(form) {
    await this.dialog.getByRole("button", { name: form, exact: true }).click();
    await expect(this.page.getByText("Copied.").last()).toBeVisible();
    return this.page.evaluate(() => navigator.clipboard.readText());
  }

  async close() {
    await this.dialog.getByRole("button", { name: "Close" }).click();
    await expect(this.dialog).toBeHidden();
  }

  /** The link from the dialog, which is then closed. */
  async link() {
    await this.opener.click();
    const link = await this.field.inputValue();
    await this.close();
    return link;
  }
}

/** The fragment of a link. */
export const fragmentOf = (link) => new URL(link).hash;

/**
 * In a new workspace: a table with this number of notes, with time paused. Each note ends with the result of `text` for
 * its number.
 */
export async function withNotes(workbench, clock, count, text = (number) => `note ${number}`) {
  await workbench.workspaces.begin();
  await workbench.main.getByRole("button", { name: "New table" }).click();
  await workbench.design.name.fill("Notes");
  await workbench.design.fillKeys(workbench.design.table, { partition: ["Id", "S"] });
  await workbench.design.create.click();
  await expect(workbench.table("Notes")).toHaveText(/Notes\s*0/);
  const lines = Array.from({ length: count }, (_, number) => JSON.stringify({ Id: `n${number}`, Text: text(number) }));
  const dialog = workbench.import;
  await dialog.opener.click();
  // A file, because Chromium takes seconds to type a text with so many lines.
  await dialog.file.setInputFiles({ name: "notes.jsonl", mimeType: "text/plain", buffer: Buffer.from(lines.join("\n")) });
  await dialog.begin.click();
  await dialog.dialog.getByRole("button", { name: "Show Notes" }).click();
  await expect(workbench.table("Notes")).toHaveText(new RegExp(`Notes\\s*${count.toLocaleString("en")}`));
  await clock.pause.click();
  await expect(clock.resume).toBeVisible();
}
