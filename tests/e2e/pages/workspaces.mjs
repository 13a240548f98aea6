// Workspaces: the button in the header that names the one in front, and the dialog that lists all of them.

import { expect } from "@playwright/test";

export class WorkspacesDialog {
  constructor(page) {
    this.page = page;
    this.opener = page.getByRole("banner").getByRole("button", { name: /^Workspaces; / });
    this.dialog = page.getByRole("dialog", { name: "Workspaces", exact: true });
    this.rows = this.dialog.getByRole("list", { name: "Workspaces" }).getByRole("listitem");
    this.name = this.dialog.getByRole("textbox", { name: "Name of the workspace" });
    this.file = this.dialog.getByLabel("Open a file");
    this.bin = this.dialog.getByRole("group").filter({ hasText: /^Bin, / });
  }

  /** The button while the workspace with this name is in front. */
  inFront(name) {
    return this.page.getByRole("button", { name: `Workspaces; ${name} is open`, exact: true });
  }

  /** Opens the list, unless it is open. */
  async show() {
    if (!(await this.dialog.isVisible())) await this.opener.click();
    await expect(this.dialog).toBeVisible();
  }

  async close() {
    await this.dialog.getByRole("button", { name: "Close" }).click();
    await expect(this.dialog).toBeHidden();
  }

  /** The row of a workspace. */
  row(name) {
    return this.rows.filter({ has: this.ways(name) });
  }

  /** The commands of a workspace. */
  ways(name) {
    return this.page.getByRole("group", { name: `Actions for ${name}`, exact: true });
  }

  /** Presses one of a workspace's buttons. */
  async press(name, button) {
    await this.show();
    await this.ways(name).getByRole("button", { name: button, exact: true }).click();
  }

  /** Creates an empty workspace. Resolves when it is in front. */
  async begin() {
    await this.show();
    const before = await this.opener.textContent();
    await this.dialog.getByRole("button", { name: "New workspace" }).click();
    await expect(this.dialog).toBeHidden();
    await expect(this.opener).not.toHaveText(before);
  }

  /** Opens a workspace. Resolves when it is in front. */
  async open(name) {
    await this.press(name, "Open");
    await expect(this.inFront(name)).toBeVisible();
  }

  /** Opens the previous workspace. */
  async goBack() {
    await this.show();
    await this.dialog.getByRole("button", { name: "Back to the previous one" }).click();
    await expect(this.dialog).toBeHidden();
  }

  async rename(name, to) {
    await this.press(name, "Rename…");
    await this.name.fill(to);
    await this.name.press("Enter");
    await expect(this.row(to)).toBeVisible();
  }

  /** The saved file of a workspace, as the browser would store it. */
  async save(name) {
    const started = this.page.waitForEvent("download");
    await this.press(name, "Save to a file");
    return started;
  }

  /** Opens a file: a path, or `{ name, mimeType, buffer }`. */
  async openFile(file) {
    await this.show();
    await this.file.setInputFiles(file);
    await expect(this.dialog).toBeHidden();
  }

  /** Unfolds the bin and returns the entry of a workspace. */
  async binned(name) {
    await this.show();
    if ((await this.bin.getAttribute("open")) === null) await this.bin.locator("summary").click();
    return this.bin.getByRole("listitem").filter({ hasText: new RegExp(`^${name}, deleted`) });
  }
}
