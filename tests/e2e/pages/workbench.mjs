// The workbench: tables on the left, tabs in the middle, the stage with its details on the right, sections and samples
// at the top.

import { expect } from "@playwright/test";
import { CapacityCard } from "./capacity.mjs";
import { CollectionsTab } from "./collections.mjs";
import { DesignTab } from "./design.mjs";
import { EventsCard } from "./events.mjs";
import { ImportDialog } from "./import.mjs";
import { ItemsTab } from "./items.mjs";
import { LessonPanel } from "./lesson.mjs";
import { LiveCard } from "./live-card.mjs";
import { PhysicsDialog } from "./physics.mjs";
import { QueryTab } from "./query.mjs";
import { RequestTab } from "./request.mjs";
import { SettingsTab } from "./settings.mjs";
import { WorkloadTab } from "./workload.mjs";
import { WorkspacesDialog } from "./workspaces.mjs";

export class Workbench {
  constructor(page) {
    this.page = page;
    this.main = page.getByRole("main");
    this.tables = page.getByRole("navigation", { name: "Tables" });
    this.everyTable = this.tables.getByRole("button", { name: /^[\w.-]+ ?[\d,]+$/ });
    this.status = page.getByRole("contentinfo").getByRole("status");
    this.capacity = new CapacityCard(page);
    this.collections = new CollectionsTab(page);
    this.design = new DesignTab(page);
    this.events = new EventsCard(page);
    this.import = new ImportDialog(page);
    this.items = new ItemsTab(page);
    this.lesson = new LessonPanel(page);
    this.physics = new PhysicsDialog(page);
    this.query = new QueryTab(page);
    this.request = new RequestTab(page);
    this.settings = new SettingsTab(page);
    this.workload = new WorkloadTab(page);
    this.workspaces = new WorkspacesDialog(page);
  }

  /** Opens the workbench and waits until the workspace is open, with the capacity figures, which many tests read. */
  async open(path = "./#workbench") {
    await this.page.goto(path);
    await this.ready();
    // The picture of the stage pushes what is below it down when it comes.
    await expect(this.page.locator(".stage-group, .stage-none").first()).toBeVisible();
    await new LiveCard(this.page, "Capacity").open();
  }

  /** The link to a section: Learn or Workbench. */
  section(name) {
    return this.page.getByRole("navigation", { name: "Learn or work" }).getByRole("link", { name });
  }

  /** Goes through the section to the workspace in front. */
  async enter() {
    await this.section("Workbench").click();
    await this.ready();
  }

  async reload() {
    await this.page.reload();
    await this.ready();
  }

  async ready() {
    await expect(this.page.getByRole("tablist", { name: "Workspace" })).toBeVisible();
  }

  /** The hash of the state in the footer. */
  async stateHash() {
    const steps = this.page.getByRole("contentinfo").getByRole("button", { name: /^[\d,]+ steps?/ });
    await steps.click();
    return steps.locator("code").getAttribute("title");
  }

  tab(name) {
    return this.page.getByRole("tab", { name, exact: true });
  }

  async show(name) {
    await this.tab(name).click();
    await expect(this.page.getByRole("tabpanel", { name, exact: true })).toBeVisible();
  }

  /** A table in the tree. Its name includes the number of items, as in `Thread 11`. */
  table(name) {
    return this.tables.getByRole("button", { name: new RegExp(`^${name} ?[\\d,]+$`) });
  }

  /** Expects exactly these tables in the tree, with their numbers of items: `{ Thread: 11 }`. */
  async holds(tables) {
    for (const [name, items] of Object.entries(tables)) {
      await expect(this.table(name)).toHaveText(new RegExp(`${name}\\s*${items}$`));
    }
    await expect(this.everyTable).toHaveCount(Object.keys(tables).length);
  }

  /** An index in the tree, as in `GSI ByStatus 1.2 KB`. */
  index(kind, name) {
    return this.tables.getByRole("button", { name: new RegExp(`^${kind} ?${name}`) });
  }

  /** Waits until a global index is up to date, as shown in the tree or the drawer of tables. */
  async caughtUp(name) {
    await expect(this.tables).toHaveAttribute("aria-busy", "false");
    await expect(this.index("GSI", name)).toContainText(/\d B|KB|MB/);
    await expect(this.index("GSI", name)).not.toContainText("behind");
  }

  /** Waits until every reading on the page is as recent as the clock. */
  async settled() {
    await expect(this.tables).toHaveAttribute("aria-busy", "false");
  }

  async newTable() {
    await this.tables.getByRole("button", { name: "New table" }).click();
  }

  /** Opens the menu of samples and chooses one of its lines. */
  async choose(line) {
    await this.page.getByRole("button", { name: /^(Samples|More)/ }).click();
    await this.page.getByRole("menu", { name: /^(Samples|More)/ }).getByRole("menuitem", { name: line }).click();
  }

  /** Waits until everything is written to the browser's storage. */
  async saved() {
    await expect(this.status).toHaveText("saved in this browser");
  }
}
