// The whole page: it starts, uses only its own origin, obeys its policy, and shows the reason when it cannot start.

import { expect, test } from "@playwright/test";
import { watch } from "./pages/test.mjs";

const LATE = /_late\.wasm/;

test("the page starts without a complaint and asks no other origin for anything", async ({ context, page, baseURL }) => {
  const troubles = watch(context, baseURL);
  await page.goto("./#workbench");
  await expect(page.locator("#boot")).toHaveCount(0);
  await expect(page.locator("main")).toBeVisible();
  await page.waitForLoadState("networkidle");
  expect(troubles).toEqual([]);
});

test("the foot of the page leads to the licences of what the page contains", async ({ page }) => {
  await page.goto("./#workbench");
  const [licences] = await Promise.all([page.waitForEvent("popup"), page.getByRole("link", { name: "Licences" }).click()]);
  const text = licences.locator("body");
  for (const name of ["leptos", "@codemirror/view", "Rust's standard library"]) await expect(text).toContainText(name);
  await expect(text).toContainText("Permission is hereby granted");
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

for (const [path, section] of [["./", "Learn"], ["./#workbench", "Workbench"]]) {
  test(`nothing can be clicked behind the section ${section} before the second WebAssembly file is here, and everything after it`, async ({ page }) => {
    const ways = [];
    const release = await hold(page, (request) => ways.push(request.resourceType()));
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

test("a call of the second WebAssembly file that comes before the file waits for it, and is not lost", async ({ page }) => {
  const ways = [];
  const release = await hold(page, (request) => ways.push(request.resourceType()));
  await page.goto("./#workbench");
  const button = page.getByRole("button", { name: "New item", exact: true, includeHidden: true });
  await expect(page.getByRole("gridcell", { name: "EC2", includeHidden: true }).first()).toBeVisible();
  // A reader cannot reach the button yet: the page is inert.
  await button.evaluate((button) => button.click());
  await expect(page.getByRole("dialog")).toBeVisible();
  expect(ways).toEqual(["fetch", "xhr"]);
  release();
  await expect(page.locator(".app")).not.toHaveAttribute("inert");
  await expect(page.getByRole("dialog")).toBeVisible();
});

/** Opens the workbench, which is drawn before its workspace is loaded, however fast the machine is. */
async function visitInTwoSteps(page) {
  const release = await hold(page);
  await page.goto("./#workbench");
  await expect(page.locator("#boot")).toHaveCount(0);
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  release();
}

/**
 * Holds the second WebAssembly file back until the returned function is called. A call that needs the file gets it: the
 * page fetches it a second time, synchronously.
 */
async function hold(page, note = () => {}) {
  let release;
  const held = new Promise((resolve) => (release = resolve));
  await page.route(LATE, async (route) => {
    note(route.request());
    if (route.request().resourceType() !== "xhr") await held;
    await route.continue();
  });
  return release;
}

/** The controls that can be pressed: visible and not inside an inert element. */
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
      if (visit === "a reload") await page.reload();
      else await visitInTwoSteps(page);
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
  // The policy permits endpoints that a reader names, and no other foreign origin.
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
  // Styles use the style sheet API. If the policy had blocked them, the gutter would be above the text.
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
