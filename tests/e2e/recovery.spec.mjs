// The engine stops, the storage is full, the tab dies: the page reports it, and no work is lost.

import { expect, test as base } from "@playwright/test";
import { crash, engineOf, fillStorage, hang, holdBack, throwIn } from "./pages/failures.mjs";
import { Workbench } from "./pages/workbench.mjs";

/** Without the check of the console, because failures here are reported there too. */
const test = base.extend({
  workbench: async ({ page }, use) => {
    const workbench = new Workbench(page);
    await workbench.open();
    await use(workbench);
  },
});

const RESTARTED = /The engine stopped and restarted from the stored data/;

async function createTable({ design }, name) {
  await design.name.fill(name);
  await design.fillKeys(design.table, { partition: ["Id", "S"] });
  await design.create.click();
}

/** Writes an item with the Request tab, which waits for its response. */
async function write({ request }, id) {
  await request.operation.selectOption("PutItem");
  await request.body.area.write(JSON.stringify({ TableName: "Mine", Item: { Id: { S: id } } }));
  await request.send.click();
  await expect(request.history.getByRole("listitem").first()).toContainText("PutItem");
}

test("an engine that fails is started again, says so, and has what was done", async ({ page, workbench }) => {
  await workbench.newTable();
  await createTable(workbench, "Mine");
  await expect(workbench.table("Mine")).toBeVisible();
  await workbench.saved();
  await throwIn(page, "lost its way");
  await expect(page.getByText(RESTARTED)).toContainText("lost its way");
  await workbench.saved();
  await expect(workbench.table("Mine")).toBeVisible();
  await expect(workbench.table("Thread")).toHaveText(/Thread\s*11/);

  await test.step("it goes on working, and keeps what it does", async () => {
    await workbench.newTable();
    await createTable(workbench, "Afterwards");
    await expect(workbench.table("Afterwards")).toBeVisible();
    await workbench.saved();
    await workbench.reload();
    await expect(workbench.table("Afterwards")).toBeVisible();
  });
});

test("an engine that says nothing any more is noticed, and started again", async ({ page, workbench }) => {
  await workbench.saved();
  await hang(page);
  await expect(page.getByText(RESTARTED)).toBeVisible({ timeout: 30_000 });
  await expect(workbench.table("Thread")).toHaveText(/Thread\s*11/);
  await workbench.newTable();
  await createTable(workbench, "Afterwards");
  await expect(workbench.table("Afterwards")).toBeVisible();
});

test("what the reader does while the engine restarts is done once it is there", async ({ page, workbench }) => {
  await workbench.saved();
  await workbench.newTable();
  const arrive = await holdBack(page, "**/worker.mjs*");
  await throwIn(page, "lost its way");
  await expect(page.getByText(RESTARTED)).toBeVisible();
  await createTable(workbench, "Meanwhile");
  await arrive();
  await expect(workbench.table("Meanwhile")).toBeVisible();
  await workbench.saved();
});

test("an engine that is there is not given up because the page slept", async ({ page }) => {
  await page.clock.install();
  const workbench = new Workbench(page);
  await workbench.open();
  await expect(workbench.table("Thread")).toHaveText(/Thread\s*11/);
  const before = engineOf(page);
  await page.clock.fastForward("10:00");
  await workbench.newTable();
  await createTable(workbench, "Afterwards");
  await expect(workbench.table("Afterwards")).toBeVisible();
  expect(engineOf(page)).toBe(before);
});

test("an engine that fails again at once is not started a third time: the page says so, and can be loaded again", async ({ page, workbench }) => {
  await workbench.saved();
  await throwIn(page, "lost its way");
  await expect(page.getByText(RESTARTED)).toBeVisible();
  await workbench.saved();
  await throwIn(page, "lost it again");
  const stopped = page.getByRole("alertdialog", { name: "Hashrange stopped" });
  await expect(stopped.getByRole("textbox", { name: "Report" })).toHaveValue(/lost it again/);
  await stopped.getByRole("button", { name: "Reload the page" }).click();
  await workbench.ready();
  await expect(workbench.table("Thread")).toHaveText(/Thread\s*11/);
});

test("a full storage is reported, and nothing is lost once there is room again", async ({ page, workbench }) => {
  await workbench.saved();
  const makeRoom = await fillStorage(page);
  await workbench.newTable();
  await createTable(workbench, "Mine");
  await expect(workbench.table("Mine")).toBeVisible();
  await expect(workbench.status).toContainText("latest changes in memory only");
  await workbench.workspaces.show();
  await expect(workbench.workspaces.dialog).toContainText("Save the workspace to a file, or delete others permanently to free space.");
  await workbench.workspaces.close();
  await makeRoom();
  await workbench.newTable();
  await createTable(workbench, "Afterwards");
  await workbench.saved();
  await workbench.reload();
  await workbench.holds({ Thread: 11, Mine: 0, Afterwards: 0 });
});

test("a tab that dies amid a load comes back with every write that was shown", async ({ context, page, workbench }) => {
  const { workload } = workbench;
  await workbench.show("Workload");
  await workload.field("Requests a second").fill("200");
  await workload.field("Seconds").fill("5");
  await workload.start.click();
  await expect(workload.cell("Latest run", /^Sent/)).toHaveText(/^\d{3}$/);
  await expect.poll(() => count(workbench), { message: "the count follows the load" }).toBeGreaterThan(11);
  const shown = await count(workbench);
  await crash(page);
  const again = new Workbench(await context.newPage());
  await again.open();
  await expect.poll(() => count(again)).toBeGreaterThanOrEqual(shown);
});

/** The number of items of Thread in the tree. */
async function count(workbench) {
  return Number(/([\d,]+)$/.exec(await workbench.table("Thread").textContent())[1].replaceAll(",", ""));
}

test("a tab that dies right after a write was answered comes back with it", async ({ context, page, workbench }) => {
  await workbench.newTable();
  await createTable(workbench, "Mine");
  await expect(workbench.table("Mine")).toBeVisible();
  await workbench.show("Request");
  await write(workbench, "answered");
  await crash(page);
  const again = new Workbench(await context.newPage());
  await again.open();
  await again.holds({ Thread: 11, Mine: 1 });
});
