// The dialog that writes the rows of a file into a table.

export class ImportDialog {
  constructor(page) {
    this.page = page;
    this.dialog = page.getByRole("dialog", { name: "Import items" });
    this.opener = page.getByRole("navigation", { name: "Tables" }).getByRole("button", { name: "Import…" });
    this.file = this.dialog.getByLabel(/Choose a file/);
    this.into = this.dialog.getByRole("combobox", { name: "Into table" });
    this.header = this.dialog.getByRole("checkbox", { name: "The first row names the columns" });
    this.names = this.dialog.getByRole("textbox", { name: "Name all columns" });
    this.preview = this.dialog.getByRole("region", { name: "First items" });
    this.begin = this.dialog.getByRole("button", { name: /^Import into/ });
    this.cancel = this.dialog.getByRole("button", { name: "Cancel", exact: true });
  }

  /** Pastes a text instead of choosing a file. */
  async paste(text) {
    await this.dialog.getByText("Or paste text").click();
    await this.dialog.getByRole("textbox", { name: "CSV, JSON or JSON Lines" }).fill(text);
    await this.dialog.getByRole("button", { name: "Use this text" }).click();
  }

  /** One of the final figures, such as `items written`. */
  figure(name) {
    const term = this.dialog.locator("dt", { hasText: new RegExp(`^${name.replace(/[()]/g, "\\$&")}$`) });
    return term.locator("xpath=following-sibling::dd[1]");
  }

  /**
   * Records every state of a progress bar from now on. A thousand items are written faster than a test can poll, so the
   * page itself records them. Returns a function that reads them.
   */
  async noteProgress() {
    await this.page.evaluate(() => {
      window.noted = [];
      const note = () => {
        for (const bar of document.querySelectorAll("dialog progress")) {
          const [label, share] = [bar.getAttribute("aria-label"), bar.position];
          const last = window.noted.at(-1);
          if (last?.label !== label || last?.share !== share) window.noted.push({ label, share });
        }
      };
      const wanted = { subtree: true, childList: true, attributes: true, characterData: true };
      new MutationObserver(note).observe(document.body, wanted);
    });
    return () => this.page.evaluate(() => window.noted);
  }
}
