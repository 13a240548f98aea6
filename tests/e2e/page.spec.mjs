// The page as a whole: it starts, keeps to its own origin, obeys its policy, and says why when it cannot start.

import { expect, test } from "@playwright/test";
import { watch } from "./pages/test.mjs";

test("the page starts without a complaint and asks no other origin for anything", async ({ context, page, baseURL }) => {
  const troubles = watch(context, baseURL);
  await page.goto("./");
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
  await page.goto("./");
  await expect(page.getByRole("tab", { name: "Items" })).toBeVisible();
  await page.waitForLoadState("networkidle");
  // A call that waited for the second file would have fetched it by XMLHttpRequest.
  expect(downloads).toHaveLength(2);
  expect(downloads).not.toContain("xhr");
});

test("what is wanted before the second WebAssembly file has arrived fetches it at once", async ({ page }) => {
  const ways = [];
  await page.route("**/*_late.wasm", async (route) => {
    ways.push(route.request().resourceType());
    if (route.request().resourceType() === "xhr") await route.continue();
    else await route.abort();
  });
  await page.goto("./");
  await page.getByRole("tab", { name: "Items" }).click();
  await page.getByRole("button", { name: "New item", exact: true }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  expect(ways).toEqual(["fetch", "xhr"]);
});

test("the policy forbids inline code and evaluation, and other origins", async ({ page }) => {
  await page.goto("./");
  const policy = await page.locator('meta[http-equiv="Content-Security-Policy"]').getAttribute("content");
  expect(policy).toContain("script-src 'self' 'wasm-unsafe-eval'");
  expect(policy).not.toMatch(/unsafe-inline|'unsafe-eval'|https?:|\*/);
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
  await page.goto("./");
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
  await page.goto("./", { waitUntil: "commit" });
  await expect(page.getByRole("progressbar", { name: "Download" })).toBeVisible();
  release();
  await expect(page.locator("#boot")).toHaveCount(0);
});

test("a download that fails is explained in words", async ({ page }) => {
  await page.route("**/*.wasm", (route) => route.fulfill({ status: 404, body: "gone" }));
  await page.goto("./");
  const alert = page.getByRole("alert");
  await expect(alert.getByRole("heading", { name: "Hashrange did not start" })).toBeVisible();
  await expect(alert).toContainText("The server answered 404");
  await expect(alert.getByRole("button", { name: "Reload the page" })).toBeVisible();
});

test("a missing part of the page is explained in words", async ({ page }) => {
  await page.route(/hashrange-web-[0-9a-f]+\.js$/, (route) => route.abort());
  await page.goto("./");
  await expect(page.getByRole("alert")).toContainText("Part of the page could not be loaded");
});
