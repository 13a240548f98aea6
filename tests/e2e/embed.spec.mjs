// The page in a frame of another origin: the named panels, messages, no storage, and the link to the full page.

import { expect, test } from "@playwright/test";
import { Clock } from "./pages/clock.mjs";
import { hostOf, said } from "./pages/embed.mjs";
import { ShareDialog, withNotes } from "./pages/share.mjs";
import { Workbench } from "./pages/workbench.mjs";

/** The address of a workspace with three notes, in a frame with these parameters. */
async function framed(page, parameters) {
  const workbench = new Workbench(page);
  await workbench.open();
  await withNotes(workbench, new Clock(page), 3);
  await workbench.show("Request");
  const link = await new ShareDialog(page).link();
  return { link, source: link.replace("#", `?${parameters}#`) };
}

test("a frame shows the panels that are named, says what happens, and keeps nothing", async ({ page, browser, baseURL }) => {
  const { source } = await framed(page, "embed=tables,workspace&theme=dark");
  const host = await hostOf(source);
  const context = await browser.newContext({ baseURL });
  const around = await context.newPage();
  await around.goto(host.url);
  const frame = around.frameLocator("iframe");
  await expect(frame.getByRole("tablist", { name: "Workspace" })).toBeVisible();
  await expect(frame.getByRole("navigation", { name: "Tables" }).getByRole("button", { name: /^Notes/ })).toHaveText(/Notes\s*3/);
  await expect(frame.getByRole("region", { name: "Stage" })).toBeHidden();
  await expect(frame.getByRole("region", { name: "Virtual clock" })).toBeHidden();
  await expect(frame.getByRole("button", { name: /^Workspaces/ })).toBeHidden();
  await expect(frame.locator("html")).toHaveAttribute("data-theme", "dark");

  const origin = new URL(baseURL).origin;
  await expect.poll(() => said(around, "ready")).toEqual([{ source: "hashrange", type: "ready", origin }]);
  await expect.poll(async () => (await said(around, "resize")).at(-1)?.height).toBeGreaterThan(200);

  const panel = frame.getByRole("tabpanel", { name: "Request", exact: true });
  await panel.getByRole("button", { name: /^Send/ }).click();
  await expect.poll(() => said(around, "answer")).toMatchObject([{ operation: "ListTables", ok: true, result: { TableNames: ["Notes"] } }]);

  const kept = await around.frames()[1].evaluate(async () => ({
    databases: (await indexedDB.databases()).length,
    preferences: localStorage.getItem("hashrange-preferences"),
  }));
  expect(kept).toEqual({ databases: 0, preferences: null });
  await context.close();
  await host.end();
});

test("what was done in a frame goes along to the page in full", async ({ page, context }) => {
  const { source } = await framed(page, "embed");
  const host = await hostOf(source);
  await page.goto(host.url);
  const frame = page.frameLocator("iframe");
  await expect(frame.getByRole("region", { name: "Stage" })).toBeVisible();
  await expect(frame.getByRole("region", { name: "Virtual clock" })).toBeVisible();
  const notes = frame.getByRole("navigation", { name: "Tables" }).getByRole("button", { name: /^Notes/ });
  await expect(notes).toHaveText(/Notes\s*3/);
  await frame.getByRole("button", { name: "Resume virtual time" }).click();
  const panel = frame.getByRole("tabpanel", { name: "Request", exact: true });
  await panel.getByRole("combobox", { name: "Operation" }).selectOption("DeleteTable");
  await panel.getByRole("button", { name: /^Send/ }).click();
  await expect(notes).toHaveCount(0);
  const way = frame.getByRole("link", { name: "Open in full" });
  const before = await way.getAttribute("href");
  await way.hover();
  await expect(way).not.toHaveAttribute("href", before);
  const opened = context.waitForEvent("page");
  await way.click();
  const full = new Workbench(await opened);
  await full.ready();
  await expect(full.workspaces.inFront("Workspace 2")).toBeVisible();
  await expect(full.everyTable).toHaveCount(0);
  await expect(full.section("Learn")).toBeVisible();
  await host.end();
});

test("a lesson in a frame is at its step", async ({ page, baseURL }) => {
  const host = await hostOf(`${baseURL}?embed=workspace,stage#lesson=keys-2/ceiling`);
  await page.goto(host.url);
  const frame = page.frameLocator("iframe");
  await expect(frame.locator(".lesson-place")).toHaveText(/^Step 2 of/, { timeout: 30_000 });
  await expect(frame.getByRole("link", { name: "Open in full" })).toHaveAttribute("href", /#lesson=keys-2\/ceiling$/);
  await host.end();
});
