// Scenes: each to its end, with the figures that are read on the page; back and forth; a reader's own work is asked about.

import { expect, test } from "./pages/test.mjs";
import { Clock } from "./pages/clock.mjs";
import { Workbench } from "./pages/workbench.mjs";

/** Titles with figures that captions must show on the way, by the caption's number. */
const SCENES = [
  ["A leaderboard that lags", { 2: ["5000", "1"], 3: ["104", "4200"], 5: ["101", "5000"] }],
  ["A sparse index", { 1: ["60", "3"], 2: ["3", "5.5"], 3: ["3", "0.5"], 4: ["2", "60"] }],
  ["An index for a loaded table", { 1: ["400"], 5: ["ACTIVE", "396", "2"] }],
  ["An index that throttles its table", { 1: ["60"] }],
  ["Sessions that expire within 48 hours", { 1: ["5"], 2: ["4", "0"], 7: ["4", "1"] }],
  ["A hot key, and write sharding", { 2: ["300", "200"], 3: ["500", "0"] }],
  ["An item collection that is full", { 3: ["ItemCollectionSizeLimitExceededException", "7595"] }],
  ["A stale read", { 3: ["10", "0.5"], 4: ["9", "1"], 5: ["9", "0"] }],
];

for (const [title, figures] of SCENES) {
  test(`${title}: played to its end, every figure as promised`, async ({ workbench }) => {
    test.setTimeout(180_000);
    const { scene } = workbench;
    await scene.begin(title);
    const count = await scene.count();
    for (let number = 1; number <= count; number += 1) {
      await scene.at(number);
      await expect(scene.caption).not.toContainText("otherwise");
      if (figures[number]) await expect(scene.figures).toHaveText(figures[number]);
      if (number < count) await scene.next.click();
    }
    await expect(scene.next).toBeDisabled();
    await expect(scene.checks.first()).toBeVisible();
    for (const check of await scene.checks.all()) await expect(check).toContainText("✓ as expected");
  });
}

test("back shows what was, forth what comes, and the past stays what it was", async ({ workbench }) => {
  const { scene } = workbench;
  await scene.begin("A sparse index");
  await scene.onTo(2);
  await scene.onTo(3);
  await expect(scene.figures).toHaveText(["3", "0.5"]);
  await scene.backTo(2);
  await expect(scene.figures).toHaveText(["3", "5.5"]);
  await scene.backTo(1);
  await expect(scene.back).toBeDisabled();
  await scene.onTo(2);
  await scene.onTo(3);
  await scene.onTo(4);
  await expect(scene.figures).toHaveText(["2", "60"]);
});

test("fifty ways back and forth along a scene end in the same state", async ({ page, workbench }) => {
  test.setTimeout(120_000);
  const { scene } = workbench;
  const clock = new Clock(page);
  await scene.begin("A sparse index");
  for (const number of [2, 3, 4]) await scene.onTo(number);
  const before = await workbench.stateHash();
  for (let way = 0; way < 50; way += 1) {
    await clock.line.press("Home");
    await expect(clock.bar).toContainText(/the past: step \d+ of/);
    await clock.line.press("End");
    await expect(clock.bar).not.toContainText("the past");
  }
  expect(await workbench.stateHash()).toBe(before);
});

test("a scene can be played by keyboard, and left", async ({ page, workbench }) => {
  const { scene } = workbench;
  await scene.begin("A stale read");
  await scene.next.focus();
  await page.keyboard.press("Enter");
  await scene.at(2);
  await scene.leave.click();
  await expect(scene.panel).toBeHidden();
  await expect(workbench.table("Stock")).toBeVisible();
});

test("a reader's own work is asked about before a scene takes its place", async ({ page, workbench }) => {
  const { design, scene } = workbench;
  await workbench.choose("Start empty");
  await workbench.main.getByRole("button", { name: "New table" }).click();
  await design.name.fill("Mine");
  await design.fillKeys(design.table, { partition: ["Id", "S"] });
  await design.create.click();
  await expect(workbench.table("Mine")).toBeVisible();
  await page.getByRole("button", { name: "Scenes" }).click();
  await scene.list.getByRole("button", { name: "A stale read" }).click();
  const question = page.getByRole("dialog", { name: "Discard this workspace?" });
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(workbench.table("Mine")).toBeVisible();
  await scene.list.getByRole("button", { name: "A stale read" }).click();
  await question.getByRole("button", { name: /begin the scene$/ }).click();
  await scene.at(1);
  await expect(workbench.table("Mine")).toHaveCount(0);
});

test("a scene is where it was after a reload, and gone when it was left", async ({ page, workbench }) => {
  const { scene } = workbench;
  await scene.begin("A sparse index");
  await scene.onTo(2);
  await scene.onTo(3);
  await scene.backTo(2);
  await page.getByText("saved in this browser").waitFor();
  await page.reload();
  await scene.at(2);
  await expect(scene.figures).toHaveText(["3", "5.5"]);
  await scene.onTo(3);
  await expect(scene.figures).toHaveText(["3", "0.5"]);
  await scene.leave.click();
  await page.getByText("saved in this browser").waitFor();
  await page.reload();
  await expect(page.getByRole("grid", { name: "Items" }).getByRole("gridcell").first()).toBeVisible();
  await expect(scene.panel).toBeHidden();
});

test("a link leads to a scene, on a first visit at once and later after a question", async ({ page }) => {
  const workbench = new Workbench(page);
  await page.goto("./#scene=stale-read");
  await workbench.scene.at(1);
  await expect(workbench.scene.panel.getByRole("heading", { name: "A stale read" })).toBeVisible();
  await expect(workbench.table("Stock")).toBeVisible();
  await expect(page).toHaveURL(/\/$/);

  await page.getByText("saved in this browser").waitFor();
  await page.goto("about:blank");
  await page.goto("./#scene=sparse-index");
  await page.getByRole("button", { name: "Discard everything and begin the scene" }).click();
  await workbench.scene.at(1);
  await expect(workbench.scene.panel.getByRole("heading", { name: "A sparse index" })).toBeVisible();
});
