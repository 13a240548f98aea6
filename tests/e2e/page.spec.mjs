// The page as a whole: it starts, keeps to its own origin, obeys its policy, and says why when it cannot start.

import { expect, test } from "@playwright/test";
import { watch } from "./pages/test.mjs";

test("the page starts without a complaint and asks no other origin for anything", async ({ context, page, baseURL }) => {
  const troubles = watch(context, baseURL);
  await page.goto("./#workbench");
  await expect(page.locator("#boot")).toHaveCount(0);
  await expect(page.locator("main")).toBeVisible();
  await page.waitForLoadState("networkidle");
  expect(troubles).toEqual([]);
});

test("each WebAssembly file is downloaded once, and nothing at the start waits for the second", async ({ page }) => {
  const downloads = [];
  page.on("request", (request) => {
    if (request.url().endsWith(".wasm")) downloads.push(request.resourceType());
  });
  await page.goto("./#workbench");
  await expect(page.getByRole("tab", { name: "Items" })).toBeVisible();
  await page.waitForLoadState("networkidle");
  // A call that waited for the second file would have fetched it by XMLHttpRequest.
  expect(downloads).toHaveLength(2);
  expect(downloads).not.toContain("xhr");
});

for (const [path, door] of [["./", "Learn"], ["./#workbench", "Workbench"]]) {
  test(`nothing can be clicked behind the door ${door} before the second WebAssembly file is here, and everything after it`, async ({ page }) => {
    const ways = [];
    let release;
    const held = new Promise((resolve) => (release = resolve));
    await page.route(/_late\.wasm/, async (route) => {
      ways.push(route.request().resourceType());
      await held;
      await route.continue();
    });
    await page.goto(path);
    await expect(page.locator(".app")).toHaveAttribute("inert");
    await expect(page.locator("#boot")).toHaveCount(0);
    await expect(page.locator(".app").getByText("hashrange", { exact: true })).toBeVisible();
    expect(await withinReach(page)).toEqual([]);
    release();
    await expect(page.locator(".app")).not.toHaveAttribute("inert");
    await page.getByRole("link", { name: "Workbench", exact: true }).click();
    await page.getByRole("tab", { name: "Items" }).click();
    await page.getByRole("button", { name: "New item", exact: true }).click();
    await expect(page.getByRole("dialog")).toBeVisible();
    // Neither the page nor its engine waits for a file in the middle of a call.
    expect(ways).toEqual(["fetch"]);
  });
}

/** What of the page can be pressed: controls that are drawn and not within something inert. */
function withinReach(page) {
  return page.evaluate(() =>
    [...document.querySelectorAll("a[href]:not(.skip), button, input, select, textarea, summary, [tabindex]")]
      .filter((control) => control.checkVisibility() && !control.closest("[inert]"))
      .map((control) => control.outerHTML.slice(0, 200)),
  );
}

for (const [width, height] of [[1440, 900], [390, 844]]) {
  test(`nothing on the page moves while it comes, at ${width} by ${height}`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await page.addInitScript(() => {
      window.shifts = [];
      const note = (list) => window.shifts.push(...list.getEntries().filter((shift) => !shift.hadRecentInput).map((shift) => shift.value));
      new PerformanceObserver(note).observe({ type: "layout-shift", buffered: true });
    });
    for (const visit of ["the first visit", "a reload"]) {
      await (visit === "a reload" ? page.reload() : page.goto("./#workbench"));
      await expect(page.getByRole("gridcell", { name: "EC2" }).first()).toBeVisible();
      await expect(page.getByRole("contentinfo").getByRole("status")).toHaveText("saved in this browser");
      const moved = await page.evaluate(() => window.shifts.reduce((sum, shift) => sum + shift, 0));
      expect(moved, `the layout shift of ${visit}`).toBeLessThanOrEqual(0.05);
    }
  });
}

test("the policy forbids inline code and evaluation, and other origins", async ({ page }) => {
  await page.goto("./#workbench");
  const policy = await page.locator('meta[http-equiv="Content-Security-Policy"]').getAttribute("content");
  expect(policy).toContain("script-src 'self' 'wasm-unsafe-eval'");
  expect(policy).not.toMatch(/unsafe-inline|'unsafe-eval'/);
  // Endpoints that a reader names are reached, and nothing else of another origin.
  const [connect] = policy.match(/connect-src [^;]*/);
  expect(connect).toBe("connect-src 'self' https: http://127.0.0.1:* http://localhost:*");
  expect(policy.replace(connect, "")).not.toMatch(/https?:|\*/);
  const evaluated = await page.evaluate(() => {
    const script = document.createElement("script");
    script.textContent = "window.inlineScriptRan = true";
    document.head.append(script);
    return window.inlineScriptRan === true;
  });
  expect(evaluated).toBe(false);
});

test("the editor bundle mounts under the policy, takes text, and lets Tab out", async ({ context, page, baseURL }) => {
  const troubles = watch(context, baseURL);
  await page.goto("./#workbench");
  await expect(page.locator("#boot")).toHaveCount(0);
  await page.evaluate(async () => {
    const { mount } = await import(new URL("vendor/editor.js", document.baseURI).href);
    const place = document.createElement("div");
    place.id = "editor-under-test";
    document.body.append(place);
    window.typed = [];
    window.editor = mount(place, { text: '{"a": 1}', label: "Item", onChange: (text) => window.typed.push(text) });
    window.editor.setDiagnostics([{ from: 1, to: 4, message: "An attribute name is expected here." }]);
    window.editor.focus();
  });
  const content = page.getByRole("textbox", { name: "Item" });
  await expect(content).toBeFocused();
  await expect(page.locator(".cm-lintRange-error")).toHaveText('"a"');
  // Styles arrive through the style sheet API; had the policy blocked them, the gutter would stand above the text.
  await expect(page.locator("#editor-under-test .cm-scroller")).toHaveCSS("display", "flex");
  await page.keyboard.type("x");
  expect(await page.evaluate(() => window.typed)).toEqual(['x{"a": 1}']);
  await page.evaluate(() => window.editor.setText("[]"));
  expect(await page.evaluate(() => [window.editor.getText(), window.typed.length])).toEqual(["[]", 1]);
  await page.keyboard.press("Tab");
  await expect(content).not.toBeFocused();
  await page.evaluate(() => window.editor.destroy());
  await expect(page.locator(".cm-editor")).toHaveCount(0);
  expect(troubles).toEqual([]);
});

test("the download shows its progress", async ({ page }) => {
  let release;
  const held = new Promise((resolve) => (release = resolve));
  await page.route("**/*.wasm", async (route) => {
    await held;
    await route.continue();
  });
  await page.goto("./#workbench", { waitUntil: "commit" });
  await expect(page.getByRole("progressbar", { name: "Download" })).toBeVisible();
  release();
  await expect(page.locator("#boot")).toHaveCount(0);
});
