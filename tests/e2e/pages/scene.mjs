// Scenes: the list behind the button in the header, and the panel that plays one.

import { expect } from "@playwright/test";
import { ItemsTab } from "./items.mjs";

/** A scene may carry out a thousand requests between two captions. */
const PATIENCE = { timeout: 60_000 };

export class ScenePanel {
  constructor(page) {
    this.page = page;
    this.topics = page.getByRole("region", { name: "Lessons by topic" });
    this.all = this.page.getByRole("button", { name: "All scenes" });
    this.panel = page.getByRole("region", { name: "Scene", exact: true });
    this.doors = page.getByRole("navigation", { name: "Learn or work" });
    this.next = this.panel.getByRole("button", { name: "Next" });
    this.back = this.panel.getByRole("button", { name: "Back" });
    this.leave = this.panel.getByRole("button", { name: "Try it yourself" });
    this.place = this.panel.getByText(/^Step \d+ of \d+$/);
    this.caption = this.panel.locator(".scene-caption");
    this.figures = this.caption.locator("strong");
    this.tables = page.getByRole("navigation", { name: "Tables" });
    this.cards = page.getByRole("region", { name: "Live views" });
    this.items = new ItemsTab(page);
    this.view = page.getByRole("tabpanel");
    this.steps = page.getByRole("contentinfo").getByRole("button", { name: /^[\d,]+ steps?/ });
    this.moment = page.getByRole("region", { name: "Virtual clock" }).locator("time");
    this.checks = this.panel.getByRole("table", { name: "Check" }).getByRole("row");
  }

  /** Begins a scene by its title, up to its first caption: it is on the stage then. */
  async stage(title) {
    await this.doors.getByRole("link", { name: "Learn" }).click();
    if (await this.all.isVisible()) await this.all.click();
    await this.topics.getByRole("button", { name: title }).click();
    await this.at(1);
  }

  /** The same, seen from the workbench, where tables, items and captions are beside each other. */
  async begin(title) {
    await this.stage(title);
    await this.doors.getByRole("link", { name: "Workbench" }).click();
    await this.at(1);
  }

  /** Waits until the caption of this number is shown, and nothing plays any more. */
  async at(number) {
    await expect(this.place).toHaveText(new RegExp(`^Step ${number} of`), PATIENCE);
    await expect(this.panel.getByRole("progressbar")).toBeHidden(PATIENCE);
  }

  /** Goes on to the caption of this number, the next one. */
  async onTo(number) {
    await this.next.click();
    await this.at(number);
  }

  /** Goes back to the caption of this number, the one before. */
  async backTo(number) {
    await this.back.click();
    await this.at(number);
  }

  /** Captions in all. */
  async count() {
    return Number(/of (\d+)$/.exec(await this.place.textContent())[1]);
  }

  /**
   * Everything that is read on the page at a caption, by eye or by a screen reader, once the page shows the service as it is:
   * words, figures, and the accessible texts of charts.
   */
  async seen() {
    await expect(this.page.locator("[aria-busy=true]")).toHaveCount(0);
    const read = async (part) => ((await part.isVisible()) ? part.ariaSnapshot() : "");
    return {
      moment: await this.moment.getAttribute("datetime"),
      caption: await read(this.caption),
      checks: await this.checks.allInnerTexts(),
      tables: await read(this.tables),
      // A scene can open on another tab than that of items.
      items: (await this.items.panel.isVisible()) ? await this.items.seen() : await read(this.view),
      cards: await read(this.cards),
      steps: await this.steps.innerText(),
    };
  }
}
