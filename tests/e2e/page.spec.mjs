// The whole page: it starts, uses only its own origin, obeys its policy, and shows the reason when it cannot start.

import { expect, test } from "@playwright/test";
import { filled } from "../../web/shell.mjs";
import { watch } from "./pages/test.mjs";

/** The files that arrive after the page is usable. */
const LATE = /\/(split|chunk)_\w+\.wasm/;

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

test("each WebAssembly file is downloaded once, the first one before all others", async ({ page }) => {
  const downloads = [];
  page.on("request", (request) => {
    if (request.url().endsWith(".wasm")) downloads.push(request.url());
  });
  await page.goto("./#workbench");
  await expect(page.getByRole("tab", { name: "Items" })).toBeVisible();
  await page.waitForLoadState("networkidle");
  expect(new Set(downloads).size).toBe(downloads.length);
  expect(downloads[0]).toMatch(/_bg\.wasm$/);
  expect(downloads.slice(1).every((url) => LATE.test(url))).toBe(true);
});

test("everything but the page itself has an address that changes with its content", async ({ page, baseURL }) => {
  const addresses = [];
  page.on("request", (request) => addresses.push(request.url()));
  await page.goto("./#lesson=keys-1");
  await expect(page.getByRole("region", { name: "Lesson" })).toBeVisible();
  const others = addresses.filter((url) => url.startsWith(baseURL) && new URL(url).pathname !== new URL(baseURL).pathname);
  expect(others.length).toBeGreaterThan(4);
  for (const url of others) expect(url.slice(baseURL.length)).toMatch(/^[0-9a-f]{16}\//);
});

test("files are sent compressed to who accepts that, and as they are to others", async ({ request }) => {
  const [, wasm] = /href="([^"]*_bg\.wasm)"/.exec(await (await request.get("./")).text());
  for (const path of ["./", wasm]) {
    const [packed, plain] = await Promise.all(["gzip", "identity"].map((coding) => request.get(path, { headers: { "Accept-Encoding": coding } })));
    const header = (name) => [packed, plain].map((response) => response.headers()[name]);
    expect(header("content-encoding")).toEqual(["gzip", undefined]);
    const [less, more] = header("content-length").map(Number);
    expect(less).toBeLessThan(more / 2);
    expect(new Set(header("content-type")).size).toBe(1);
    expect((await packed.body()).equals(await plain.body())).toBe(true);
  }
});

test("the page is usable before a late file is here, and a view waits for its own", async ({ page }) => {
  const release = await hold(page, LATE);
  await page.goto("./#workbench");
  await expect(page.getByRole("gridcell", { name: "EC2" }).first()).toBeVisible();
  await page.getByRole("tab", { name: "Query" }).click();
  await expect(page.getByText("Loading this part of the page")).toBeVisible();
  // What is here already works meanwhile.
  await page.getByRole("tab", { name: "Items" }).click();
  await page.getByRole("button", { name: "New item", exact: true }).click();
  await expect(page.getByRole("dialog")).toContainText("Loading this part of the page");
  release();
  await expect(page.getByRole("dialog").getByRole("textbox").first()).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("tab", { name: "Query" }).click();
  await expect(page.getByRole("button", { name: "Run" })).toBeVisible();
});

/** Holds back the files with such a name until the returned function is called. */
async function hold(page, file) {
  let release;
  const held = new Promise((resolve) => (release = resolve));
  await page.route(file, async (route) => {
    await held;
    await route.continue();
  });
  return release;
}

/** The texts on a page, without those that the program adds. */
function words(page, root) {
  return page.evaluate((root) => {
    const parts = [".logo-name", ".sections", ".learn-words", ".learn-topics"];
    return parts.map((part) => document.querySelector(`${root} ${part}`).innerText);
  }, root);
}

test("the shell fills in its own names, leaves those of Trunk's live reload, and knows no other", () => {
  expect(filled("{{lessons}} of {{__TRUNK_ADDRESS__}}")).toMatch(/^\d+ of \{\{__TRUNK_ADDRESS__\}\}$/);
  expect(() => filled("{{lesons}}")).toThrow("index.html asks for {{lesons}}");
});

test("the first second needs no program: the shell has the words and places of the page that replaces it", async ({ page }) => {
  const release = await hold(page, /_bg\.wasm/);
  await page.goto("./");
  const card = (name) => page.getByRole("heading", { name }).boundingBox();
  const [shell, place] = [await words(page, "#boot"), await card("Managing global secondary indexes")];
  release();
  await expect(page.locator("#boot")).toHaveCount(0);
  expect(await words(page, ".app")).toEqual(shell);
  await expect(page.locator(".learn-stage")).toHaveAttribute("aria-busy", "false");
  await expect(page.locator(".learn-stage .stage-group").first()).toBeVisible();
  expect(await card("Managing global secondary indexes")).toEqual(place);
});

test("a picture that was tall for a moment does not keep the stage of Learn tall", async ({ page }) => {
  await page.goto("./");
  const stage = page.locator(".learn-stage");
  await expect(stage.locator(".stage-group").first()).toBeVisible();
  const height = () => stage.evaluate((place) => place.getBoundingClientRect().height);
  const before = await height();
  await stage.evaluate((place) => place.style.setProperty("min-height", "800px"));
  await expect.poll(() => stage.locator("svg").first().evaluate((picture) => picture.getBoundingClientRect().height)).toBeGreaterThan(600);
  await stage.evaluate((place) => place.style.removeProperty("min-height"));
  await expect.poll(height).toBe(before);
});

for (const [name, wanted] of [
  ["Open the workbench", (page) => page.getByRole("gridcell", { name: "EC2" }).first()],
  ["Start the first lesson, 10 min", (page) => page.getByRole("heading", { name: "A key decides where an item goes" })],
  ["One key, one ceiling", (page) => page.getByRole("heading", { name: "One key, one ceiling" })],
]) {
  test(`a click on "${name}" before the program is here is obeyed when it is`, async ({ page }) => {
    const release = await hold(page, /_bg\.wasm/);
    await page.goto("./");
    await page.getByRole("link", { name }).click();
    release();
    await expect(wanted(page)).toBeVisible();
  });
}

test("every file of a site that was replaced meanwhile is gone: a late view says what to do, and the rest goes on", async ({ page }) => {
  await page.route(LATE, (route) => route.fulfill({ status: 404, body: "gone" }));
  await page.goto("./#workbench");
  await page.getByRole("tab", { name: "Query" }).click();
  await expect(page.getByRole("alert")).toContainText("If the site was just updated, reload the page.");
  await page.getByRole("tab", { name: "Items" }).click();
  await expect(page.getByRole("gridcell", { name: "EC2" }).first()).toBeVisible();
});

for (const [width, height] of [[1440, 900], [390, 844]]) {
  for (const [path, name, shown] of [
    ["./", "Learn", (page) => page.locator(".learn-stage .stage-group").first()],
    ["./#workbench", "the workbench", (page) => page.getByRole("gridcell", { name: "EC2" }).first()],
    ["./#lesson=keys-2/ceiling", "a lesson's link", (page) => page.locator(".stage-group").first()],
  ]) {
    test(`nothing moves while ${name} comes, at ${width} by ${height}`, async ({ page }) => {
      await page.setViewportSize({ width, height });
      await page.addInitScript(() => {
        window.shifts = [];
        const box = ({ x, y, width, height }) => [x, y, width, height].map(Math.round);
        const part = ({ node, previousRect, currentRect }) =>
          `${node?.nodeName}.${node?.className} ${box(previousRect)} to ${box(currentRect)}`;
        const shift = ({ value, startTime, sources }) => ({ value, at: startTime, parts: sources.map(part) });
        const note = (list) => window.shifts.push(...list.getEntries().filter(({ hadRecentInput }) => !hadRecentInput).map(shift));
        new PerformanceObserver(note).observe({ type: "layout-shift", buffered: true });
      });
      for (const visit of ["the first visit", "a reload"]) {
        if (visit === "a reload") await page.reload();
        else await page.goto(path);
        await expect(page.locator("#boot")).toHaveCount(0);
        await expect(shown(page)).toBeVisible();
        await page.waitForLoadState("networkidle");
        const shifts = await page.evaluate(() => window.shifts);
        const moved = shifts.reduce((sum, { value }) => sum + value, 0);
        expect(moved, `the layout shift of ${visit}: ${JSON.stringify(shifts, null, 1)}`).toBeLessThanOrEqual(0.02);
      }
    });
  }
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
    const { mount } = await import(new URL("vendor/editor.js", document.querySelector("script[data-module]").src).href);
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
