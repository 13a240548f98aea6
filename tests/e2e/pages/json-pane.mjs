// A request as JSON beside its form.

import { expect } from "@playwright/test";
import { CodeArea } from "./code-area.mjs";

export class JsonPane {
  /** `name` is the operation: CreateTable, Query, Scan. */
  constructor(page, name) {
    this.page = page;
    this.pane = page.getByRole("region", { name: `${name} as JSON` });
    this.area = new CodeArea(this.pane, `${name} as JSON`);
    this.refusal = this.pane.getByRole("alert");
  }

  /** The whole JSON, from the Copy button, because the page has only the visible lines of the editor. */
  async copied() {
    await this.page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await this.pane.getByRole("button", { name: "Copy" }).click();
    await expect(this.page.getByText("Copied.")).toBeVisible();
    return JSON.parse(await this.page.evaluate(() => navigator.clipboard.readText()));
  }
}
