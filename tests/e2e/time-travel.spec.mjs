// Time: undo and redo, another future and the return to the first, jumps, and keys.

import { expect, test } from "./pages/test.mjs";
import { WITH_TABLES, atWidths } from "./pages/widths.mjs";
import { Clock } from "./pages/clock.mjs";

async function tableWithItem({ design, items }, name, id) {
  await design.name.fill(name);
  await design.fillKeys(design.table, { partition: ["Id", "S"] });
  await design.create.click();
  await put(items, id);
}

async function put(items, id) {
  const editor = await items.startNew();
  await editor.value("Id").fill(id);
  await editor.finish();
}

atWidths(WITH_TABLES, () => {
  test("what was undone is done again, and acting in the past keeps the other future", async ({ page, workbench }) => {
    const clock = new Clock(page);
    await workbench.newTable();
    await tableWithItem(workbench, "Timeline", "first");
    await put(workbench.items, "second");
    await expect(workbench.table("Timeline")).toHaveText(/Timeline\s*2/);

    await clock.undo.click();
    await expect(workbench.table("Timeline")).toHaveText(/Timeline\s*1/);
    await expect(clock.bar).toContainText(/the past: step \d+ of \d+/);
    // The grid shows the past, and viewing it starts no other future.
    await expect(workbench.items.rows).toHaveText([/first/]);
    await workbench.show("Query");
    await workbench.show("Items");
    await expect(workbench.items.rows).toHaveText([/first/]);
    await expect(clock.bar).toContainText(/the past: step \d+ of \d+/);
    await clock.redo.click();
    await expect(workbench.items.rows).toHaveCount(2);
    await expect(workbench.table("Timeline")).toHaveText(/Timeline\s*2/);
    await expect(clock.pause).toBeVisible();

    await clock.undo.click();
    await put(workbench.items, "third");
    await put(workbench.items, "fourth");
    await expect(workbench.table("Timeline")).toHaveText(/Timeline\s*3/);
    await expect(clock.futures).toHaveText("1 other future");
    await workbench.reload();
    await clock.futures.click();
    await page.getByRole("menuitem", { name: /steps? of its own after step/ }).click();
    await expect(workbench.table("Timeline")).toHaveText(/Timeline\s*2/);
  });

  test("time leaps, runs faster, and stands still at a key", async ({ page, workbench }) => {
    const clock = new Clock(page);
    await expect(workbench.table("Thread")).toBeVisible();
    const before = await clock.now();
    await clock.leap("48 hours");
    await expect.poll(async () => (await clock.now()) - before).toBeGreaterThanOrEqual(48 * 3_600_000);
    await clock.speed.selectOption("3600");
    const faster = await clock.now();
    await expect.poll(async () => (await clock.now()) - faster).toBeGreaterThanOrEqual(600_000);
    await clock.moment.click();
    await page.keyboard.press(".");
    await expect(clock.resume).toBeVisible();
    await expect(clock.bar).toContainText("paused");
  });

  test("the line leads into the past and back, by keys too", async ({ page, workbench }) => {
    const clock = new Clock(page);
    await workbench.newTable();
    await tableWithItem(workbench, "Steps", "one");
    await clock.line.focus();
    await page.keyboard.press("ArrowLeft");
    await expect(workbench.table("Steps")).toHaveText(/Steps\s*0/);
    await page.keyboard.press("ArrowRight");
    await expect(workbench.table("Steps")).toHaveText(/Steps\s*1/);
    await clock.line.fill("0");
    await expect(workbench.table("Steps")).toBeHidden();
    await clock.toPresent.click();
    await expect(workbench.table("Steps")).toHaveText(/Steps\s*1/);
  });
});
