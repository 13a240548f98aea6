// The stage: what a partition serves and refuses, requests that can be followed, and keyboard navigation.

import { expect, test } from "./pages/test.mjs";
import { Stage } from "./pages/stage.mjs";

/** Opens the workbench beside a lesson that writes to one key of four partitions. */
async function heatOneKey(workbench) {
  const { lesson } = workbench;
  await lesson.begin("keys-2");
  await lesson.on(lesson.next);
  await lesson.pick(0);
  await workbench.enter();
}

test("a hot key is seen: the partition is full, what it refuses is named, and a refused request is followed", async ({
  page,
  workbench,
}) => {
  const stage = new Stage(page);
  await heatOneKey(workbench);
  const hot = stage.partition(3);
  await expect(hot).toContainText("1,000");
  await expect(hot).toContainText("throttled 50/s");
  await expect(stage.partition(0)).not.toContainText("throttled");
  await expect(stage.requests).toContainText("200 throttled");
  await expect(stage.requests).toContainText(/load: .* throttled/);
  await expect(stage.sentence).toContainText("one key is in one partition");

  // The step has selected the hot partition.
  await stage.inspector.getByRole("button", { name: "Back to the latest requests" }).click();
  const refused = stage.newest.getByRole("button", { name: /refused by P3/ }).first();
  await expect(refused).toBeVisible();
  await refused.click();
  await expect(stage.journey).toContainText("sent by the client");
  await expect(stage.journey).toContainText("refused by P3");
});

test("a write by hand reaches its partition, and its item can be looked at", async ({ page, workbench }) => {
  const stage = new Stage(page);
  await expect(workbench.table("Thread")).toHaveAttribute("aria-current", "true");
  const item = stage.item(/^item EC2 \/ /).first();
  await item.click();
  await expect(stage.inspector).toContainText("ForumName = EC2");
  // From an item, Escape leads to its partition, and from there to the latest requests.
  await page.keyboard.press("Escape");
  expect(await stage.focused()).toBe("P0");
  await page.keyboard.press("Escape");
  await expect(stage.inspector.getByRole("heading")).toHaveText("Latest requests");
});

test("the keyboard goes through the partitions in hash order, and into what each holds", async ({ page, workbench }) => {
  const stage = new Stage(page);
  await heatOneKey(workbench);
  await expect(stage.partitions).toHaveCount(4);
  await stage.partition(0).focus();
  for (const name of ["P1", "P2", "P3"]) {
    await page.keyboard.press("ArrowRight");
    expect(await stage.focused()).toBe(name);
  }
  await page.keyboard.press("ArrowLeft");
  expect(await stage.focused()).toBe("P2");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowDown");
  expect(await stage.focused()).toContain("item");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await expect(stage.inspector.getByRole("heading")).toHaveText("P3");
  await expect(stage.inspector).toContainText("1,000 of 1,000 WCU/s");
});
