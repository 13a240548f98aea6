// Lessons: the list on Learn, and the panel that shows one step by step.

import { readdirSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "@playwright/test";
import { CodeArea } from "./code-area.mjs";
import { QueryTab } from "./query.mjs";

const folder = resolve(dirname(fileURLToPath(import.meta.url)), "../../../lessons");

/** A lesson may send thousands of requests between two stops. */
const PATIENCE = { timeout: 60_000 };
/** The time within which the immediate effects of an answer are visible. */
const SOON = { timeout: 3_000 };
/** A goal may wait until an index is built. */
const LONG = { timeout: 120_000, intervals: [100] };

/** The ids of all lessons. */
export const LESSONS = readdirSync(folder)
  .map((name) => /^([a-z]+-\d+)\.txt$/.exec(name)?.[1])
  .filter(Boolean);

export class LessonPanel {
  constructor(page) {
    this.page = page;
    this.sections = page.getByRole("navigation", { name: "Learn or work" });
    this.list = page.getByRole("region", { name: "Lessons by course" });
    this.panel = page.getByRole("region", { name: "Lesson", exact: true });
    this.title = this.panel.getByRole("heading", { level: 2 });
    this.stepTitle = this.panel.locator(".lesson-step-title");
    this.place = this.panel.locator(".lesson-place");
    this.body = this.panel.locator(".lesson-body");
    this.say = this.panel.locator(".lesson-say");
    this.reply = this.panel.locator(".lesson-reply");
    this.figures = this.body.locator("strong.lesson-figure");
    this.off = this.body.locator(".lesson-off");
    this.trouble = this.panel.locator(".lesson-trouble");
    this.ways = this.panel.getByRole("group", { name: "Ways" });
    this.next = this.ways.getByRole("button", { name: "Next", exact: true });
    this.back = this.ways.getByRole("button", { name: "Back", exact: true });
    this.finish = this.ways.getByRole("button", { name: "Finish this step at once" });
    this.picks = this.panel.locator(".lesson-pick");
    this.pickAgain = this.panel.getByRole("button", { name: "Pick again" });
    this.number = this.panel.getByRole("textbox", { name: "Your answer" });
    this.check = this.panel.getByRole("button", { name: "Check", exact: true });
    this.goal = this.panel.getByRole("region", { name: "Goal" });
    this.conditions = this.goal.getByRole("listitem");
    this.done = this.goal.locator(".lesson-done");
    this.hint = this.goal.getByRole("button", { name: "Hint" });
    this.again = this.goal.getByRole("button", { name: "Start this step again" });
    this.sliders = this.panel.getByRole("slider");
    this.operation = this.panel.getByRole("combobox", { name: "Operation" });
    this.query = new QueryTab(page, this.panel);
    this.json = this.panel.getByRole("button", { name: "Request JSON" });
    this.request = new CodeArea(this.panel, "Body as JSON");
    this.run = this.panel.getByRole("button", { name: "Run", exact: true });
    this.verdict = this.panel.locator(".lesson-verdict");
    this.response = this.panel.getByRole("region", { name: "Response", exact: true });
    this.solution = this.panel.getByRole("button", { name: /^Show a solution/ });
    this.sent = page.getByRole("list", { name: "Requests of this step" });
    this.work = this.panel.getByRole("button", { name: "Do it in the workbench" });
    this.learned = this.panel.getByRole("list", { name: "What you learned" });
    this.leave = this.panel.getByRole("button", { name: "Leave the lesson" });
    this.all = this.panel.getByRole("button", { name: "All lessons" });
    this.edit = this.panel.getByRole("button", { name: "Edit this lesson" });
  }

  /** A lesson in the list, by its id. */
  row(id) {
    return this.list.locator(`[data-lesson="${id}"]`);
  }

  /** The button of a reached step, by its number from 1. */
  mark(number) {
    return this.panel.getByRole("button", { name: `Step ${number}`, exact: true });
  }

  /** Writes a request as JSON, which a Query or Scan has behind a button. */
  async write(operation, body) {
    await this.operation.selectOption(operation);
    if (/^(Query|Scan)$/.test(operation)) await this.openJson();
    await this.request.write(body);
  }

  /** Shows the JSON of a Query or Scan, unless it is shown. */
  async openJson() {
    if ((await this.json.getAttribute("aria-expanded")) === "false") await this.json.click();
    await expect(this.json).toHaveAttribute("aria-expanded", "true");
  }

  /** Goes to the list of lessons. */
  async home() {
    await this.sections.getByRole("link", { name: "Learn" }).click();
    await expect(this.list.or(this.panel)).toBeVisible();
    if (await this.all.isVisible()) await this.all.click();
    await expect(this.list).toBeVisible();
  }

  /** Starts a lesson by its id, and waits for its first step on the stage. */
  async begin(id) {
    await this.home();
    await this.row(id).click();
    await this.at(1);
  }

  /** Waits until the step with this number is shown, and nothing is playing. */
  async at(number) {
    await this.hurry(() => expect(this.place).toHaveText(new RegExp(`^Step ${number} of`), { timeout: 500 }));
  }

  /** The identity of a stop: the step, and whether it was answered. */
  async stop() {
    const parts = [this.place, this.stepTitle.first(), this.say, this.reply];
    const texts = await Promise.all(parts.map((part) => part.allTextContents()));
    return texts.flat().join(" | ");
  }

  /** Skips the playing part, until a condition is true. */
  async hurry(isSo, patience = PATIENCE) {
    await expect(async () => {
      if (await this.finish.isEnabled()) await this.finish.click({ timeout: 500 }).catch(() => {});
      await isSo();
      await expect(this.panel).toHaveAttribute("aria-busy", "false", { timeout: 500 });
    }).toPass(patience);
  }

  /** Presses a button and waits for another stop. */
  async on(button) {
    const before = await this.stop();
    await button.click();
    await this.hurry(async () => expect(await this.stop()).not.toBe(before));
  }

  /** Makes the pick at this position, from 0, and waits for the reply. */
  async pick(at) {
    await this.picks.nth(at).click();
    await this.hurry(() => expect(this.reply).toBeVisible({ timeout: 500 }));
  }

  /** Answers with a number, and waits for the reply. */
  async answerWith(number) {
    await this.number.fill(number);
    await this.check.click();
    await this.hurry(() => expect(this.reply).toBeVisible({ timeout: 500 }));
  }

  /** Answers the question of the step, first wrong, then right. */
  async predict() {
    if (await this.number.isVisible()) {
      await this.answerWith("0");
      const right = await this.panel.locator(".lesson-said strong").last().textContent();
      await this.on(this.pickAgain);
      await this.answerWith(right);
      await expect(this.panel.locator(".lesson-reply-right")).toBeVisible();
      return;
    }
    const count = await this.picks.count();
    await this.pick(0);
    await expect(this.panel.locator(".lesson-pick-right").first()).toContainText("right");
    const right = await this.picks.evaluateAll((all) => all.findIndex((one) => one.matches(".lesson-pick-right")));
    expect(right).toBeLessThan(count);
    for (const at of right === 0 ? [1, 0] : [right]) {
      await this.on(this.pickAgain);
      await this.pick(at);
    }
    await expect(this.picks.nth(right)).toContainText("✓ your pick, right");
  }

  /** Reaches the goal of the step with its solution. Sends a request that came too early again. */
  async reach() {
    const drags = (await this.sliders.count()) > 0;
    await expect(async () => {
      if (await this.done.isVisible()) return;
      await this.solution.click();
      if (!drags) await this.run.click();
      await this.hurry(() => expect(this.done).toBeVisible({ timeout: 500 }), drags ? PATIENCE : SOON);
    }).toPass(LONG);
  }

  /** Does the task of the shown step. */
  async solve() {
    if (await this.next.isEnabled()) return;
    if (await this.goal.isVisible()) await this.reach();
    else if ((await this.picks.count()) > 0 || (await this.number.isVisible())) await this.predict();
    await expect(this.next).toBeEnabled();
  }

  /** Plays to the ending. Returns what each stop showed. */
  async toTheEnd() {
    const seen = [];
    // After other requests and their time, figures can differ from the file.
    let own = false;
    for (;;) {
      // The question comes before its reply.
      if (!(await this.next.isEnabled())) seen.push(await this.stop());
      own ||= await this.goal.isVisible();
      await this.solve();
      if (!own) await expect(this.off).toHaveCount(0);
      await expect(this.trouble).toHaveText("");
      const now = await this.stop();
      if (seen.at(-1) !== now) seen.push(now);
      await this.on(this.next);
      if (await this.learned.isVisible()) break;
    }
    seen.push(await this.stop());
    return seen;
  }
}
