// Failures outside the program: a file that fails to load, once or always. A single failure is retried silently. A
// permanent one shows a message with a retry.

import { readFileSync } from "node:fs";
import { expect, test } from "@playwright/test";
import { failEvery, failOnce, failUntil } from "./pages/failures.mjs";
import { LessonFile } from "./pages/lesson-file.mjs";
import { ShareDialog } from "./pages/share.mjs";
import { Workbench } from "./pages/workbench.mjs";

/** Every file of the page, by a part of its name. */
const FILES = {
  "the first WebAssembly file": /_bg\.wasm/,
  "a late WebAssembly file": /split_page\.wasm/,
  "what the late files share": /chunk_\d+\.wasm/,
  "the program's JavaScript": /hashrange-web\.js/,
  "the engine's worker": /\/worker\.mjs/,
  "the page's end of the engine": /\/engine\.mjs/,
  "the style sheet": /\.css/,
};

for (const [name, file] of Object.entries(FILES)) {
  test(`${name} fails to load once: the page starts all the same`, async ({ page }) => {
    const asked = await failOnce(page, file);
    const workbench = new Workbench(page);
    await workbench.open();
    await expect(workbench.table("Thread")).toHaveText(/Thread\s*11/);
    // Without its style sheet the page has one column.
    await expect(page.locator(".app")).toHaveCSS("display", "grid");
    const editor = await workbench.items.startNew();
    await expect(editor.newName).toBeVisible();
    await expect(page.getByRole("alert").filter({ hasText: /could not be loaded/ })).toHaveCount(0);
    expect(asked.length).toBeGreaterThan(1);
  });
}

test("the engine's late file fails to load once: a call is answered all the same", async ({ page }) => {
  const asked = await failOnce(page, /split_engine\.wasm/);
  await new Workbench(page).open();
  const share = new ShareDialog(page);
  await share.opener.click();
  await expect(share.field).toHaveValue(/#link=/);
  expect(asked.length).toBeGreaterThan(1);
});

test("the engine's late file fails to load: a call says so, and the next try loads it", async ({ page }) => {
  const mend = await failUntil(page, /split_engine\.wasm/);
  const workbench = new Workbench(page);
  await workbench.open();
  const share = new ShareDialog(page);
  await share.opener.click();
  await expect(page.getByText("This part of the program could not be loaded")).toBeVisible();
  await mend();
  await page.keyboard.press("Escape");
  await share.opener.click();
  await expect(share.field).toHaveValue(/#link=/);
});

test("a late file does not come for a dialog: it says so, and is loaded on another try", async ({ page }) => {
  const mend = await failUntil(page, FILES["a late WebAssembly file"]);
  const workbench = new Workbench(page);
  await workbench.open();
  const { dialog, opener } = workbench.import;
  await opener.click();
  await expect(dialog.getByRole("alert")).toContainText("could not be loaded");
  await mend();
  await dialog.getByRole("button", { name: "Try again" }).click();
  await expect(dialog.getByText("Or paste text")).toBeVisible();
});

test("a lesson file is opened while its editor does not come: it is checked when the editor is there", async ({ page }) => {
  const early = [];
  page.on("pageerror", (error) => early.push(error.message));
  const mend = await failUntil(page, FILES["a late WebAssembly file"]);
  const file = new LessonFile(page);
  await page.goto("./#learn");
  await file.open({ name: "library.txt", mimeType: "text/plain", buffer: readFileSync(new URL("../tests/lessons/mended.txt", import.meta.url)) });
  // The editor has been open for longer than the pause before a check.
  await expect(file.dialog.getByRole("alert")).toContainText("could not be loaded");
  await mend();
  await file.dialog.getByRole("button", { name: "Try again" }).click();
  await expect(file.state).toHaveText("No faults. The lesson can be played.");
  expect(early).toEqual([]);
});

/** Files without which nothing can be shown, and their messages. */
const NEEDED = ["the first WebAssembly file", "the program's JavaScript", "the page's end of the engine"];

for (const name of NEEDED) {
  test(`${name} never comes: the page says so, and can be loaded again`, async ({ page }) => {
    const mend = await failUntil(page, FILES[name]);
    await page.goto("./#workbench");
    const alert = page.getByRole("alert");
    await expect(alert.getByRole("heading", { name: "Hashrange did not start" })).toBeVisible();
    await expect(alert).toContainText("could not be loaded");
    await mend();
    await alert.getByRole("button", { name: "Reload the page" }).click();
    await expect(new Workbench(page).table("Thread")).toHaveText(/Thread\s*11/);
  });
}

test("a file that is missing on the server is reported as such", async ({ page }) => {
  await page.route(FILES["the first WebAssembly file"], (route) => route.fulfill({ status: 404, body: "gone" }));
  await page.goto("./#workbench");
  const alert = page.getByRole("alert");
  await expect(alert).toContainText("The server responded with status 404");
  await expect(alert.getByRole("button", { name: "Reload the page" })).toBeVisible();
});

test("the engine's worker never comes: the page says so, and can be loaded again", async ({ page }) => {
  const mend = await failUntil(page, FILES["the engine's worker"]);
  await page.goto("./#workbench");
  const stopped = page.getByRole("alertdialog", { name: "Hashrange stopped" });
  await expect(stopped.getByRole("textbox", { name: "Report" })).toHaveValue(/could not be loaded/);
  await mend();
  await stopped.getByRole("button", { name: "Reload the page" }).click();
  await expect(new Workbench(page).table("Thread")).toHaveText(/Thread\s*11/);
});

test("the style sheet never comes: the page works without it, and says so", async ({ page }) => {
  const mend = await failUntil(page, FILES["the style sheet"]);
  const workbench = new Workbench(page);
  await workbench.open();
  const alert = page.getByRole("alert").filter({ hasText: "style sheet could not be loaded" });
  await expect(alert).toBeVisible();
  await expect(workbench.table("Thread")).toHaveText(/Thread\s*11/);
  await mend();
  await alert.getByRole("button", { name: "Try again" }).click();
  await expect(page.locator(".app")).toHaveCSS("display", "grid");
});

for (const [often, fail] of Object.entries({ once: failOnce, always: failEvery })) {
  test(`the editor fails to load ${often}: requests can be written all the same`, async ({ page }) => {
    await fail(page, /vendor\/editor\.js/);
    const workbench = new Workbench(page);
    await workbench.open();
    await workbench.show("Query");
    const pane = await workbench.query.json("Scan");
    await pane.area.write('{"TableName": "Thread", "Limit": 2}');
    await expect(workbench.query.limit).toHaveValue("2");
  });
}
