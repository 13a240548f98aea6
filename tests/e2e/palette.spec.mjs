// The palette: finds lessons, tables, views, settings and commands, by keyboard alone, from both sections and on a phone.

import { test as plain } from "@playwright/test";
import { violations } from "./pages/access.mjs";
import { expect, test } from "./pages/test.mjs";
import { Palette } from "./pages/palette.mjs";
import { Workbench } from "./pages/workbench.mjs";

test("a hot partition is three actions away from Learn", async ({ page }) => {
  const [{ lesson }, palette] = [new Workbench(page), new Palette(page)];
  await page.goto("./#learn");
  await expect(page.locator(".learn-stage")).toHaveAttribute("aria-busy", "false");
  await palette.open("/");
  await expect(palette.field, "the key itself is not written").toHaveValue("");
  await palette.write("hot partition", "One busy key");
  await expect(palette.active.locator("mark").first()).toHaveText("hot");
  await page.keyboard.press("Enter");
  await lesson.at(2);
  await expect(lesson.stepTitle).toHaveText("One busy key");
});

test("a setting is found in the workbench, and from Learn too", async ({ page, workbench }) => {
  const palette = new Palette(page);
  await palette.go("TTL", "Time to live (TTL)");
  await expect(workbench.tab("Settings")).toHaveAttribute("aria-selected", "true");
  await expect(workbench.settings.expiry).toBeFocused();
  await expect(workbench.settings.expiry).toBeInViewport();
  await workbench.show("Items");
  await workbench.section("Learn").click();
  await expect(page.locator(".learn-stage")).toHaveAttribute("aria-busy", "false");
  await palette.go("point in time recovery", "Point-in-time recovery");
  await expect(workbench.settings.recovery).toBeFocused();
  await palette.go("burst", "Burst capacity");
  await expect(workbench.physics.dialog).toBeVisible();
  const group = workbench.physics.dialog.locator("details", { hasText: "How long unused throughput is saved" });
  await expect(group).toHaveAttribute("open");
  await expect(group.locator("summary")).toBeFocused();
});

test("the keys move along the list, and Escape returns to where the reader was", async ({ page, workbench }) => {
  const palette = new Palette(page);
  await workbench.tab("Items").focus();
  await palette.open();
  await palette.write("thrott", /thrott/i);
  for (const name of ["Do", "Go to", "Learn"]) await expect(palette.group(name).first()).toBeVisible();
  const last = (await palette.rows.count()) - 1;
  const isActive = async (at) => {
    await expect(palette.active).toHaveCount(1);
    await expect(palette.rows.nth(at)).toHaveAttribute("aria-selected", "true");
    await expect(palette.field).toHaveAttribute("aria-activedescendant", await palette.rows.nth(at).getAttribute("id"));
    await expect(palette.rows.nth(at)).toBeInViewport();
  };
  await isActive(0);
  for (const [key, at] of [["ArrowDown", 1], ["ArrowUp", 0], ["ArrowUp", last], ["ArrowDown", 0], ["End", last], ["Home", 0]]) {
    await page.keyboard.press(key);
    await isActive(at);
  }
  await palette.field.fill(">thrott");
  await expect(palette.group("Go to")).toHaveCount(0);
  await expect(palette.group("Do").first()).toHaveText(/^Turn throttling on/);
  await palette.field.fill("xyzzyx");
  await expect(palette.rows).toHaveCount(0);
  await expect(palette.note).toContainText("Nothing found. Write the name of a lesson");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Escape");
  await expect(palette.dialog).toBeHidden();
  await expect(workbench.tab("Items")).toBeFocused();
  await palette.open();
  await page.keyboard.press("Control+k");
  await expect(palette.dialog).toBeHidden();
});

test("tables, indexes, views and commands are found by their names", async ({ page, workbench }) => {
  const palette = new Palette(page);
  await palette.go("lastpost", "LastPostIndex");
  await expect(workbench.items.panel.getByRole("heading", { level: 2 })).toHaveText("Thread / LastPostIndex");
  await palette.go("new item", "New item");
  const editor = page.getByRole("dialog", { name: "New item in Thread" });
  await expect(editor).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(editor).toBeHidden();
  await palette.go("collections", "Collections");
  await expect(workbench.tab("Collections")).toBeFocused();
  await palette.go("events", "Events");
  await expect(page.locator("#events")).toHaveAttribute("open");
  await palette.go(">dark", "Use the dark theme");
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await palette.go("turn throttling on", "Turn throttling on");
  await workbench.physics.open();
  await expect(workbench.physics.choice("Adaptive")).toBeChecked();
  await workbench.physics.close();
  await expect(workbench.physics.dialog).toBeHidden();
  await palette.go("export", "Export items or tables");
  await expect(page.getByRole("dialog", { name: "Export" })).toBeVisible();
});

test("the list of keys opens outside fields only", async ({ page, workbench }) => {
  const palette = new Palette(page);
  await workbench.main.focus();
  await page.keyboard.press("?");
  await expect(palette.keys.getByRole("group", { name: "Clock", exact: true })).toContainText("Undo the latest request");
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press("End");
  await page.keyboard.press("ArrowUp");
  await expect(palette.keys.getByRole("group", { name: "Charts", exact: true })).toBeInViewport();
  await page.keyboard.press("Escape");
  await expect(palette.keys).toBeHidden();
  await workbench.show("Query");
  await workbench.query.partition.pressSequentially("a/?");
  await expect(workbench.query.partition).toHaveValue("a/?");
  await palette.go("all keys", "Show all keys");
  await expect(palette.keys).toBeVisible();
});

test("the palette breaks no rule of WCAG 2.2 AA", async ({ page, workbench }) => {
  const palette = new Palette(page);
  await workbench.main.focus();
  await palette.open();
  await palette.write("stream", "Stream");
  expect(await violations(page)).toEqual([]);
  await palette.field.fill("xyzzyx");
  await expect(palette.rows).toHaveCount(0);
  expect(await violations(page)).toEqual([]);
});

test("in a presented stage the palette closes alone, and leaves the stage for a view", async ({ page }) => {
  // A browser that never grants the full screen: the page then fills itself with the stage.
  await page.addInitScript(() => (Element.prototype.requestFullscreen = () => new Promise(() => {})));
  const [workbench, palette] = [new Workbench(page), new Palette(page)];
  await workbench.open();
  await page.getByRole("button", { name: "Present", exact: true }).click();
  const exit = page.getByRole("button", { name: /^Exit presentation/ });
  await expect(exit).toBeVisible();
  await palette.open();
  await page.keyboard.press("Escape");
  await expect(palette.dialog).toBeHidden();
  await expect(exit).toBeVisible();
  await palette.go("query and scan", "Query and Scan");
  await expect(exit).toBeHidden();
  await expect(workbench.tab("Query")).toBeFocused();
});

plain("without its file the palette says so, finds what it can, and tries again", async ({ page }) => {
  const [workbench, palette] = [new Workbench(page), new Palette(page)];
  await page.route("**/vendor/palette.txt", (route) => route.abort());
  await workbench.open();
  await page.keyboard.press("Control+k");
  await expect(palette.note).toContainText("Check the connection and try again");
  await palette.write("LastPost", "LastPostIndex");
  await page.keyboard.press("Escape");
  await expect(palette.dialog).toBeHidden();
  await page.unroute("**/vendor/palette.txt");
  await palette.go("undo", "Undo the latest request");
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test("the palette fills the width, and a tap goes to a place", async ({ page }) => {
    const [workbench, palette] = [new Workbench(page), new Palette(page)];
    await page.goto("./#workbench");
    await workbench.ready();
    await expect(page.getByRole("banner").getByRole("button", { name: "Thread: tables and indexes" })).toBeVisible();
    await palette.button.tap();
    await expect(palette.field).toBeFocused();
    await expect(palette.rows.first()).toBeVisible();
    const { x, width } = await palette.dialog.boundingBox();
    expect([x, width]).toEqual([0, 390]);
    await palette.write("backups", "Backups");
    await palette.active.tap();
    await expect(workbench.settings.backups).toBeFocused();
    await palette.button.tap();
    await expect(palette.field).toBeFocused();
    await palette.write("export", "Export items or tables");
    await palette.active.tap();
    await expect(page.getByRole("dialog", { name: "Tables" }).getByRole("button", { name: "Export…" })).toBeVisible();
  });
});
