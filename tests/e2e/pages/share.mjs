// Sharing: the dialog with the link to what is in front.

import { expect } from "@playwright/test";

export class ShareDialog {
  constructor(page) {
    this.page = page;
    this.door = page.getByRole("banner").getByRole("button", { name: "Share", exact: true });
    this.dialog = page.getByRole("dialog", { name: "Share" });
    this.field = this.dialog.getByRole("textbox", { name: "Link" });
    this.length = this.dialog.getByText(/^[\d,]+ characters/);
    this.file = this.dialog.getByRole("button", { name: "Save to a file" });
    this.tooLarge = this.dialog.getByText(/too large for a link/);
  }

  /** Copies the link in one of its forms, and returns what was copied. */
  async copy(form) {
    await this.dialog.getByRole("button", { name: form, exact: true }).click();
    await expect(this.page.getByText("Copied.").last()).toBeVisible();
    return this.page.evaluate(() => navigator.clipboard.readText());
  }

  async close() {
    await this.dialog.getByRole("button", { name: "Close" }).click();
    await expect(this.dialog).toBeHidden();
  }

  /** The link to what is in front, by the dialog, which is closed again. */
  async link() {
    await this.door.click();
    const link = await this.field.inputValue();
    await this.close();
    return link;
  }
}

/** The fragment of a link. */
export const fragmentOf = (link) => new URL(link).hash;

/** In a new workspace: a table with so many notes, time standing still. Each note ends with what `text` says of its number. */
export async function withNotes(workbench, clock, count, text = (number) => `note ${number}`) {
  await workbench.workspaces.begin();
  await workbench.main.getByRole("button", { name: "New table" }).click();
  await workbench.design.name.fill("Notes");
  await workbench.design.fillKeys(workbench.design.table, { partition: ["Id", "S"] });
  await workbench.design.create.click();
  await expect(workbench.table("Notes")).toHaveText(/Notes\s*0/);
  const lines = Array.from({ length: count }, (_, number) => JSON.stringify({ Id: `n${number}`, Text: text(number) }));
  const dialog = workbench.import;
  await dialog.door.click();
  await dialog.paste(lines.join("\n"));
  await dialog.begin.click();
  await dialog.dialog.getByRole("button", { name: "Show Notes" }).click();
  await expect(workbench.table("Notes")).toHaveText(new RegExp(`Notes\\s*${count.toLocaleString("en")}`));
  await clock.pause.click();
  await expect(clock.resume).toBeVisible();
}
