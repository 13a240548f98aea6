// Saved requests: kept under names that stay unique, in the reader's order, and carried by links; and the filter of sent
// requests.

import { violations } from "./pages/access.mjs";
import { press, write } from "./pages/keyboard.mjs";
import { SavedRequests } from "./pages/saved-requests.mjs";
import { ShareDialog } from "./pages/share.mjs";
import { expect, test, watch } from "./pages/test.mjs";
import { Workbench } from "./pages/workbench.mjs";

const GET = '{"TableName": "Thread", "Key": {"ForumName": {"S": "EC2"}, "Subject": {"S": "aaa"}}}';

test.beforeEach(async ({ workbench }) => {
  await workbench.show("Request");
});

/** Saves three requests, named by their operations. */
async function saveThree(workbench, saved) {
  for (const operation of ["ListTables", "DescribeLimits", "ListBackups"]) {
    await workbench.request.operation.selectOption(operation);
    await saved.save.click();
    await expect(saved.row(operation)).toBeVisible();
  }
}

test("a request is saved, opened, renamed and replaced, and stays after a reload", async ({ page, workbench }) => {
  const { request } = workbench;
  const saved = new SavedRequests(page);

  await test.step("an empty list says what it is for", async () => {
    await expect(saved.list).toContainText("Save keeps the operation and the body");
  });

  await test.step("without a name it gets its own", async () => {
    await request.operation.selectOption("GetItem");
    await request.body.area.write(GET);
    await saved.save.click();
    await expect(page.getByText("Saved as “GetItem Thread”.")).toBeVisible();
    await saved.save.click();
    await expect(page.getByText("The same request is saved as “GetItem Thread”.")).toBeVisible();
  });

  await test.step("it is opened again", async () => {
    await request.operation.selectOption("ListTables");
    await saved.row("GetItem Thread").getByRole("button", { name: /^GetItem Thread/ }).click();
    await expect(request.operation).toHaveValue("GetItem");
    await request.body.area.shows(GET);
    await expect(saved.name).toHaveValue("GetItem Thread");
  });

  await test.step("under the same name it is replaced, and Undo brings it back", async () => {
    await request.body.area.write(GET.replace("aaa", "bbb"));
    await saved.save.click();
    await page.getByRole("button", { name: "Undo", exact: true }).click();
    await saved.row("GetItem Thread").getByRole("button", { name: /^GetItem Thread/ }).click();
    await request.body.area.shows(GET);
  });

  await test.step("another name must be free", async () => {
    await request.operation.selectOption("ListTables");
    await saved.name.fill("Tables");
    await saved.save.click();
    await saved.act("Rename", "Tables").click();
    await saved.newName.fill("GetItem Thread");
    await saved.newName.press("Enter");
    await expect(saved.list).toContainText("Enter a name that no other saved request has.");
    await saved.newName.fill("All tables");
    await saved.newName.press("Enter");
    await expect(saved.row("All tables")).toBeVisible();
  });

  await test.step("it is accessible, and stays", async () => {
    expect(await violations(page)).toEqual([]);
    await workbench.saved();
    await page.reload();
    await expect(saved.rows).toHaveText([/GetItem Thread/, /All tables/]);
  });
});

test("saved requests move and are deleted by keyboard, and Undo brings one back to its place", async ({ page, workbench }) => {
  const saved = new SavedRequests(page);
  await saveThree(workbench, saved);
  await press(saved.act("Move down", "ListTables"));
  await expect(saved.rows).toHaveText([/DescribeLimits/, /ListTables/, /ListBackups/]);
  await expect(saved.act("Move down", "ListTables")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(saved.rows).toHaveText([/DescribeLimits/, /ListBackups/, /ListTables/]);
  await press(saved.act("Delete", "DescribeLimits"), "Enter", "Shift+Tab");
  await expect(saved.rows).toHaveText([/ListBackups/, /ListTables/]);
  await expect(saved.row("ListBackups").getByRole("button").first()).toBeFocused();
  await press(page.getByRole("button", { name: "Undo", exact: true }));
  await expect(saved.rows).toHaveText([/DescribeLimits/, /ListBackups/, /ListTables/]);
  await expect(saved.row("DescribeLimits").getByRole("button").first()).toBeFocused();
});

test("a saved read is in the Query tab, and one of Query is in the list", async ({ page, workbench }) => {
  const saved = new SavedRequests(page);
  await workbench.request.operation.selectOption("Scan");
  await saved.name.fill("Everything");
  await saved.save.click();
  await workbench.show("Query");
  await workbench.query.question.selectOption({ label: "Everything" });
  await expect(workbench.query.panel.getByRole("button", { name: /^Run Scan/ })).toBeVisible();
  await workbench.query.partition.fill("EC2");
  await workbench.query.panel.getByRole("button", { name: "Save", exact: true }).click();
  await workbench.show("Request");
  await expect(saved.rows).toHaveText([/Everything/, /Query Thread/]);
});

test("a link carries saved requests and patterns", async ({ page, workbench, browser, baseURL }) => {
  const saved = new SavedRequests(page);
  await workbench.request.operation.selectOption("GetItem");
  await workbench.request.body.area.write(GET);
  await saved.save.click();
  await workbench.request.panel.getByRole("button", { name: "Keep as a pattern" }).click();
  const link = await new ShareDialog(page).link();

  const context = await browser.newContext({ baseURL });
  const troubles = watch(context, baseURL);
  const there = new Workbench(await context.newPage());
  await there.page.goto(link);
  await there.ready();
  await there.show("Request");
  await expect(new SavedRequests(there.page).rows).toHaveText([/GetItem Thread/]);
  await there.show("Patterns");
  await expect(there.page.getByRole("button", { name: /: GetItem Thread$/ })).toBeVisible();
  expect(troubles).toEqual([]);
  await context.close();
});

test("a filter finds sent requests by operation, text and status", async ({ page, workbench }) => {
  const { request } = workbench;
  const filter = request.history.getByRole("textbox", { name: "Filter sent requests" });
  const send = async (operation, body) => {
    await request.operation.selectOption(operation);
    if (body) await request.body.area.write(body);
    await request.send.click();
    await expect(request.answer).toContainText(`${operation} returned`);
  };
  await send("ListTables");
  await send("GetItem", GET);
  await send("GetItem", GET.replace("Thread", "Nowhere"));
  await expect(request.history.getByRole("status")).toHaveText("3 requests");
  await write(filter, "getitem");
  await expect(request.history.getByRole("status")).toHaveText("2 of 3");
  await filter.fill("get 400");
  await expect(request.history.getByRole("listitem")).toHaveText([/Nowhere/]);
  await filter.fill("aaa 200");
  await expect(request.history.getByRole("status")).toHaveText("1 of 3");
  await filter.fill("nothing");
  await expect(request.history.getByRole("status")).toHaveText("0 of 3");
  expect(await violations(page)).toEqual([]);
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test("saved requests fit the screen", async ({ page, workbench }) => {
    const saved = new SavedRequests(page);
    await saveThree(workbench, saved);
    await saved.act("Move up", "ListBackups").tap();
    await expect(saved.rows).toHaveText([/ListTables/, /ListBackups/, /DescribeLimits/]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  });
});
