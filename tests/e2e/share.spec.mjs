// Links: an address contains the workspace or lesson in front, opens beside a reader's own work, and reports errors.
// Back and Forward go through the views.

import { createHash } from "node:crypto";
import { Clock } from "./pages/clock.mjs";
import { hold, prepare, release } from "./pages/held.mjs";
import { press } from "./pages/keyboard.mjs";
import { ShareDialog, fragmentOf, withNotes } from "./pages/share.mjs";
import { expect, test, watch } from "./pages/test.mjs";
import { Workbench } from "./pages/workbench.mjs";

test("a link to 1,000 items opens in a fresh profile, in the same state and view", async ({ page, workbench, browser, baseURL }) => {
  const [clock, share] = [new Clock(page), new ShareDialog(page)];
  await withNotes(workbench, clock, 1_000);
  await workbench.show("Workload");
  await workbench.workload.field("Requests a second").fill("77");
  await workbench.show("Query");
  await workbench.query.partition.fill("n7");
  const link = await share.link();
  expect(link.length).toBeLessThan(32_000);
  expect((await share.link()) === link, "the same state, the same link").toBe(true);
  const state = await workbench.stateHash();

  const context = await browser.newContext({ baseURL });
  const troubles = watch(context, baseURL);
  const there = new Workbench(await context.newPage());
  await there.page.goto(link);
  await there.ready();
  await expect(there.workspaces.inFront("Workspace")).toBeVisible();
  await expect(there.table("Notes")).toHaveText(/Notes\s*1,000/);
  await expect(there.tab("Query")).toHaveAttribute("aria-selected", "true");
  await expect(there.query.partition).toHaveValue("n7");
  await there.show("Workload");
  await expect(there.workload.field("Requests a second")).toHaveValue("77");
  await there.show("Query");
  expect(await there.stateHash()).toBe(state);
  await expect(there.page).not.toHaveURL(/#link=/);
  expect((await new ShareDialog(there.page).link()) === link, "the link of what a link led to is the same one").toBe(true);
  // The workspace is now the reader's own, and is restored unchanged.
  await there.saved();
  await there.reload();
  await expect(there.table("Notes")).toHaveText(/Notes\s*1,000/);
  expect(troubles).toEqual([]);
  await context.close();
});

test("a workspace over the limit has no link, and its file is offered", async ({ page, workbench }) => {
  const share = new ShareDialog(page);
  await withNotes(workbench, new Clock(page), 1_500, (number) => createHash("sha256").update(`${number}`).digest("base64"));
  await share.opener.click();
  await expect(share.tooLarge).toContainText("32,000 characters");
  await expect(share.field).toHaveCount(0);
  const started = page.waitForEvent("download");
  await share.file.click();
  expect((await started).suggestedFilename()).toBe("Workspace.hashrange");
});

test("a link is copied in three forms, by keyboard, and says how long it is", async ({ page, context, workbench }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const share = new ShareDialog(page);
  await expect(workbench.table("Thread")).toHaveText(/Thread\s*11/);
  await press(share.opener);
  await expect(share.field).toBeFocused();
  const link = await share.field.inputValue();
  expect(link).toContain("#link=");
  await expect(share.length).toContainText(`${link.length.toLocaleString("en")} characters`);
  expect(await share.copy("Copy link")).toBe(link);
  expect(await share.copy("Copy as Markdown")).toBe(`[Forum threads](${link})`);
  expect(await share.copy("Copy as iframe")).toContain(`<iframe src="${link.replace("#", "?embed#")}" title="Forum threads"`);
  await page.keyboard.press("Escape");
  await expect(share.dialog).toBeHidden();
  await expect(share.opener).toBeFocused();
});

test("a link that is typed into an open page opens beside what is there, once", async ({ page, workbench }) => {
  const { workspaces } = workbench;
  const [clock, share] = [new Clock(page), new ShareDialog(page)];
  await withNotes(workbench, clock, 3);
  const fragment = fragmentOf(await share.link());
  await workspaces.rename("Workspace", "Mine");
  await workspaces.close();
  await page.evaluate((fragment) => (location.hash = fragment), fragment);
  await expect(workspaces.inFront("Workspace")).toBeVisible();
  await expect(workbench.table("Notes")).toHaveText(/Notes\s*3/);
  await workspaces.show();
  await expect(workspaces.rows).toHaveCount(3);
  await workspaces.close();
  // The workspace is unchanged: the same one comes to the front.
  await workbench.saved();
  await workspaces.open("Mine");
  await page.evaluate((fragment) => (location.hash = fragment), fragment);
  await expect(workspaces.inFront("Workspace")).toBeVisible();
  await workspaces.show();
  await expect(workspaces.rows).toHaveCount(3);
});

test("the page opens a typed link when another workspace arrives before the browser reports it", async ({ page }) => {
  const workbench = new Workbench(page);
  await prepare(page);
  await workbench.open();
  await expect(workbench.table("Thread")).toHaveText(/Thread\s*11/);
  const fragment = fragmentOf(await new ShareDialog(page).link());
  await hold(page, "hashchange");
  await page.evaluate((fragment) => (location.hash = fragment), fragment);
  await workbench.choose(/^New workspace: Game scores$/);
  await expect(workbench.table("GameScores")).toHaveText(/GameScores\s*11/);
  await release(page, "hashchange");
  await expect(workbench.table("Thread")).toHaveText(/Thread\s*11/);
  await expect(page).toHaveURL(/#workbench\/Thread;;Items$/);
  await workbench.workspaces.show();
  await expect(workbench.workspaces.rows).toHaveCount(3);
});

test("a damaged link says so, and leaves everything as it is", async ({ page, workbench }) => {
  const { workspaces } = workbench;
  await expect(workbench.table("Thread")).toHaveText(/Thread\s*11/);
  const fragment = fragmentOf(await new ShareDialog(page).link());
  for (const [wrong, words] of [
    [fragment.slice(0, -40), "This link is damaged"],
    ["#link=AgAAAAA", "This link was made by a newer version"],
    ["#link=%20", "This is not a link to a workspace"],
  ]) {
    await page.evaluate((fragment) => (location.hash = fragment), wrong);
    await expect(page.getByText(words)).toContainText("Nothing was changed.");
    await expect(workbench.table("Thread")).toHaveText(/Thread\s*11/);
  }
  await workspaces.show();
  await expect(workspaces.rows).toHaveCount(1);
  // The same at the start: the reader's own workspace is opened instead.
  await page.goto("about:blank");
  await page.goto(`./${fragment.slice(0, -40)}`);
  await expect(page.getByText("This link is damaged")).toBeVisible();
  await expect(workbench.table("Thread")).toHaveText(/Thread\s*11/);
});

test("Back and Forward lead through tables, sections and workspaces", async ({ page, workbench }) => {
  const { workspaces } = workbench;
  await expect(workbench.table("Thread")).toHaveText(/Thread\s*11/);
  await expect(page).toHaveURL(/#workbench\/Thread;;Items$/);
  await workbench.show("Query");
  await expect(page).toHaveURL(/#workbench\/Thread;;Query$/);
  await workbench.index("LSI", "LastPostIndex").click();
  await expect(page).toHaveURL(/#workbench\/Thread;LastPostIndex;Query$/);
  await workbench.choose(/^New workspace: Game scores$/);
  await expect(workbench.table("GameScores")).toHaveText(/GameScores\s*11/);
  await expect(page).toHaveURL(/#workbench\/GameScores;;Items$/);
  await workbench.section("Learn").click();
  await expect(workbench.lesson.list).toBeVisible();
  await page.goBack();
  await expect(workbench.table("GameScores")).toBeVisible();
  await page.goBack();
  await expect(workspaces.inFront("Forum threads")).toBeVisible();
  await expect(page).toHaveURL(/#workbench\/Thread;LastPostIndex;Query$/);
  await page.goBack();
  await expect(page).toHaveURL(/#workbench\/Thread;;Query$/);
  await expect(workbench.tab("Query")).toHaveAttribute("aria-selected", "true");
  await page.goBack();
  await expect(workbench.tab("Items")).toHaveAttribute("aria-selected", "true");
  await page.goForward();
  await expect(workbench.tab("Query")).toHaveAttribute("aria-selected", "true");
  await page.goForward();
  await expect(workbench.query.target).toHaveValue(/LastPostIndex/);
});

test("Back twice at once passes a workspace that has not arrived, and writes nothing over the places before", async ({ page, workbench }) => {
  await expect(page).toHaveURL(/#workbench\/Thread;;Items$/);
  await workbench.show("Query");
  await expect(page).toHaveURL(/#workbench\/Thread;;Query$/);
  await workbench.choose(/^New workspace: Game scores$/);
  await expect(page).toHaveURL(/#workbench\/GameScores;;Items$/);
  await workbench.section("Learn").click();
  await expect(workbench.lesson.list).toBeVisible();
  await page.evaluate(() => {
    history.back();
    addEventListener("hashchange", () => history.back(), { once: true });
  });
  await expect(workbench.workspaces.inFront("Forum threads")).toBeVisible();
  await expect(page).toHaveURL(/#workbench\/Thread;;Query$/);
  await page.goBack();
  await expect(page).toHaveURL(/#workbench\/Thread;;Items$/);
  await expect(workbench.tab("Items")).toHaveAttribute("aria-selected", "true");
  await page.goForward();
  await expect(workbench.tab("Query")).toHaveAttribute("aria-selected", "true");
});

test("the page follows Back when a workspace arrives before the browser reports it", async ({ page }) => {
  const workbench = new Workbench(page);
  await prepare(page);
  await workbench.open();
  await expect(page).toHaveURL(/#workbench\/Thread;;Items$/);
  await workbench.show("Query");
  await expect(page).toHaveURL(/#workbench\/Thread;;Query$/);
  await workbench.choose(/^New workspace: Game scores$/);
  await expect(page).toHaveURL(/#workbench\/GameScores;;Items$/);
  // The reader leaves Learn before its welcome has come.
  await hold(page, "message");
  await workbench.section("Learn").click();
  await expect(page).toHaveURL(/#learn$/);
  await page.goBack();
  await expect(page).toHaveURL(/#workbench\/GameScores;;Items$/);
  await hold(page, "hashchange");
  await page.goBack();
  await expect(page).toHaveURL(/#workbench\/Thread;;Query$/);
  // The welcome replaces the workspace, which is then opened again.
  await release(page, "message");
  await expect(workbench.table("GameScores")).toHaveText(/GameScores\s*11/);
  await release(page, "hashchange");
  await expect(workbench.workspaces.inFront("Forum threads")).toBeVisible();
  await expect(page).toHaveURL(/#workbench\/Thread;;Query$/);
  await page.goForward();
  await expect(workbench.workspaces.inFront("Game scores")).toBeVisible();
});

test("in a lesson the link leads to its step, and Back to the step before", async ({ page, browser, baseURL }) => {
  const { lesson } = new Workbench(page);
  const share = new ShareDialog(page);
  await page.goto("./#learn");
  await lesson.begin("keys-2");
  await lesson.on(lesson.next);
  await lesson.at(2);
  await expect(page).toHaveURL(/#learn\/keys-2\/ceiling$/);
  const link = await share.link();
  expect(link).toMatch(/#lesson=keys-2\/ceiling$/);
  await page.goBack();
  await lesson.at(1);
  await page.goForward();
  await lesson.at(2);
  await page.reload();
  await lesson.at(2);
  // The copied address leads to the same place.
  const context = await browser.newContext({ baseURL });
  const there = await context.newPage();
  await there.goto("./#learn/keys-2/ceiling");
  await new Workbench(there).lesson.at(2);
  await context.close();
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test("sharing is in the menu", async ({ page }) => {
    const workbench = new Workbench(page);
    await page.goto("./#workbench");
    await workbench.ready();
    await page.getByRole("button", { name: "More" }).click();
    await page.getByRole("menuitem", { name: "Share" }).click();
    await expect(new ShareDialog(page).field).toHaveValue(/#link=/);
  });
});
