// The page without a network: after one visit all of it works, a new version is offered and never forced, versions are
// never mixed, and a damaged copy is repaired or reported. The other specs run without a service worker.

import { expect, test as base } from "@playwright/test";
import { LessonPanel } from "./pages/lesson.mjs";
import { StoredPage } from "./pages/stored-page.mjs";
import { Palette } from "./pages/palette.mjs";
import { LOCAL, PLAIN, RESOLVER, SECURE, Site } from "./pages/site.mjs";
import { Workbench } from "./pages/workbench.mjs";
import config from "./playwright.config.mjs";

const { launchOptions } = config.use;

const test = base.extend({
  site: async ({}, use) => {
    const site = new Site();
    await site.start();
    await use(site);
    await site.remove();
  },
  stored: async ({ page }, use) => use(new StoredPage(page)),
});

test.use({ serviceWorkers: "allow", launchOptions: { ...launchOptions, args: [...launchOptions.args, RESOLVER] } });

/** The step of a lesson that another version words in another way. */
const [LESSON, STEP, OTHER] = ["lessons/keys-2.txt", "title Partitions share the units", "title Partitions divide the units"];

for (const host of [SECURE, LOCAL]) {
  test(`after one visit to ${host} all of the page works without a network`, async ({ page, site, stored }) => {
    await stored.visit(site.at(host));
    expect(await stored.files()).toEqual(site.files());
    await site.stop();
    const workbench = new Workbench(page);
    await workbench.open(site.at(host, "#workbench"));
    // Reloaded, because the browser can show a page that it still has in memory.
    await workbench.reload();
    await workbench.show("Query");
    const json = await workbench.query.json("Scan");
    await json.area.isEditor();
    await new Palette(page).open();
    await page.keyboard.press("Escape");
    const lesson = new LessonPanel(page);
    await page.goto(site.at(host, "#lesson=ttl-2"));
    await lesson.at(1);
    await page.goto(site.at(host, `${site.version}/licences.txt`));
    await expect(page.locator("body")).toContainText("leptos");
  });
}

test("a new version is offered to every page, taken by a reload, and leaves other pages as they are", async ({ context, page, site, stored }) => {
  await stored.visit(site.at(SECURE));
  const first = site.version;
  site.release(LESSON, STEP, OTHER);
  const second = new StoredPage(await context.newPage());
  await second.page.goto(site.at(SECURE));
  expect(await second.version()).toBe(first);
  await expect(stored.offer).toBeVisible();
  await expect(second.offer).toBeVisible();
  await second.reload.click();
  await expect.poll(() => second.version()).toBe(site.version);
  await stored.holds(first, site.version);
  // The server has the second version only, and the first page has not read this file yet.
  expect(await second.read(LESSON)).toContain(OTHER);
  await page.evaluate((address) => (location.hash = address), "#lesson=keys-2");
  const lesson = new LessonPanel(page);
  await lesson.at(1);
  await expect(lesson.stepTitle).toHaveText("Partitions share the units");
  expect(await stored.version()).toBe(first);
  // When no page uses the first version, it is deleted.
  await page.close();
  await second.page.reload();
  await second.holds(site.version);
});

test("a page that stays open looks for a new version when the reader returns to it", async ({ page, site, stored }) => {
  await stored.visit(site.at(SECURE));
  await expect(page.locator(".toasts")).toBeAttached();
  site.release(LESSON, STEP, OTHER);
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await expect(stored.offer).toBeVisible();
  await stored.close.click();
  await expect(stored.offer).toHaveCount(0);
});

test("a version of which a file arrives damaged is never installed, and can be opened all the same", async ({ page, site, stored }) => {
  await stored.visit(site.at(SECURE));
  const first = site.version;
  site.release(LESSON, STEP, OTHER);
  site.edit(`${site.version}/${LESSON}`, OTHER, STEP);
  expect(await stored.update()).toBe("redundant");
  await site.stop();
  await page.reload();
  expect(await stored.version()).toBe(first);
  await site.start();
  expect(await stored.update()).toBe("redundant");
  await stored.openNew.click();
  await expect.poll(() => stored.version()).toBe(site.version);
  // The host has the right file now.
  site.edit(`${site.version}/${LESSON}`, STEP, OTHER);
  await stored.visit(site.at(SECURE));
  await stored.holds(site.version);
});

test("a stored file that is damaged or missing comes from the network, and is stored again", async ({ page, site, stored }) => {
  await stored.visit(site.at(SECURE));
  const workbench = new Workbench(page);
  await stored.damage("", "half of");
  await stored.damage("hashrange-web_bg.wasm", "half of");
  await stored.damage("engine.mjs");
  await workbench.open(site.at(SECURE, "#workbench"));
  await workbench.reload();
  await site.stop();
  await workbench.reload();
});

test("without a network, a damaged copy is reported in words", async ({ page, site, stored }) => {
  await stored.visit(site.at(SECURE));
  await site.stop();
  await stored.damage("hashrange-web_bg.wasm", "half of");
  await page.reload();
  await expect(page.getByRole("alert")).toContainText("could not be loaded");
  await expect(page.getByRole("alert")).toContainText("Check the connection and reload the page.");
  await stored.damage("");
  await page.reload();
  await expect(page.getByRole("heading")).toHaveText("Hashrange cannot be opened without a network now");
  await site.start();
  await page.reload();
  await expect(page.getByRole("link", { name: "Open the workbench" })).toBeVisible();
});

test("on the machine of a developer, a rebuilt page is there after a reload, without an offer", async ({ page, site, stored }) => {
  await stored.visit(site.at(LOCAL));
  site.release(LESSON, STEP, OTHER);
  site.edit(`${site.version}/${LESSON}`, OTHER, STEP);
  await page.reload();
  expect(await stored.version()).toBe(site.version);
  await expect(page.locator(".toasts")).toBeAttached();
  expect(await stored.update()).toBe("redundant");
  site.edit(`${site.version}/${LESSON}`, STEP, OTHER);
  expect(await stored.update()).toBe("activated");
  await stored.holds(site.version);
  await expect(stored.offer.or(stored.openNew)).toHaveCount(0);
});

test("the service worker answers for the files of the page only", async ({ page, site, stored }) => {
  await stored.visit(site.at(SECURE));
  const status = (path) => page.evaluate((path) => fetch(path).then(({ status }) => status, () => "no answer"), path);
  expect(await status("./data.json")).toBe(404);
  await site.stop();
  expect(await status("./data.json")).toBe("no answer");
  expect(await status(site.at("127.0.0.1"))).toBe("no answer");
  expect(await status("./")).toBe(200);
});

test("an address without TLS runs the page, and says what browsers refuse there", async ({ page, site, stored }) => {
  const workbench = new Workbench(page);
  await workbench.open(site.at(PLAIN, "#workbench"));
  await expect(workbench.table("Thread")).toHaveText(/Thread\s*11/);
  const message = page.getByRole("status").getByText("This address has no TLS");
  await expect(message).toBeVisible();
  await stored.close.click();
  await expect(message).toHaveCount(0);
  await workbench.saved();
  await workbench.reload();
  await expect(workbench.table("Thread")).toHaveText(/Thread\s*11/);
  await expect(message).toHaveCount(0);
});

test("browsers can install the page", async ({ context, page, site, stored }) => {
  await stored.visit(site.at(SECURE));
  const session = await context.newCDPSession(page);
  const { errors, data } = await session.send("Page.getAppManifest");
  expect(errors).toEqual([]);
  const { start_url: start, scope, icons } = JSON.parse(data);
  const address = (path) => new URL(path, site.at(SECURE, `${site.version}/manifest.json`)).href;
  expect([address(start), address(scope)]).toEqual([site.at(SECURE), site.at(SECURE)]);
  for (const { src, sizes } of icons) {
    const size = await page.evaluate(async (src) => {
      const image = await createImageBitmap(await (await fetch(src)).blob());
      return `${image.width}x${image.height}`;
    }, address(src));
    expect(size).toBe(sizes);
  }
});
