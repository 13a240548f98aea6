// Scenes: a way back and forth, by keyboard, by a link, over a reload; a reader's own work stays as it is. Each of them from end
// to end is in scene-walks.spec.mjs.

import { expect, test } from "./pages/test.mjs";
import { Clock } from "./pages/clock.mjs";
import { Workbench } from "./pages/workbench.mjs";

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

test("a scene opens in a workspace of its own, and the reader's own stays as it is", async ({ workbench }) => {
  const { design, scene, workspaces } = workbench;
  await workspaces.begin();
  await workbench.main.getByRole("button", { name: "New table" }).click();
  await design.name.fill("Mine");
  await design.fillKeys(design.table, { partition: ["Id", "S"] });
  await design.create.click();
  await expect(workbench.table("Mine")).toBeVisible();
  await scene.begin("A stale read");
  await expect(workspaces.inFront("A stale read")).toBeVisible();
  await expect(workbench.table("Mine")).toHaveCount(0);
  await workspaces.goBack();
  await expect(workbench.table("Mine")).toBeVisible();
  await expect(scene.panel).toBeHidden();
  await workspaces.open("A stale read");
  await scene.at(1);
  await workbench.enter();
  await expect(workbench.table("Stock")).toBeVisible();
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

test("a link leads to a scene, beside what was there", async ({ page }) => {
  const workbench = new Workbench(page);
  await page.goto("./#scene=stale-read");
  await workbench.scene.at(1);
  await expect(workbench.scene.panel.getByRole("heading", { name: "A stale read" })).toBeVisible();
  await expect(page).toHaveURL(/\/$/);

  await workbench.saved();
  await page.goto("about:blank");
  await page.goto("./#scene=sparse-index");
  await workbench.scene.at(1);
  await expect(workbench.scene.panel.getByRole("heading", { name: "A sparse index" })).toBeVisible();
  await workbench.workspaces.goBack();
  await expect(workbench.scene.panel.getByRole("heading", { name: "A stale read" })).toBeVisible();
});
