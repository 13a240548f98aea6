// Opens a page of a build in a browser, with a table of many items, for the measuring scripts. Must not know what is
// measured.

import { once } from "node:events";
import { createServer } from "node:http";
import { readFileSync } from "node:fs";
import { extname, join } from "node:path";

import { chromium } from "@playwright/test";

const TYPES = { ".html": "text/html", ".mjs": "text/javascript", ".js": "text/javascript", ".css": "text/css", ".wasm": "application/wasm" };

/** A table with a partition key, `Group`, and a sort key, `Id`. Each group has a hundred items. */
const TABLE = {
  TableName: "Load",
  BillingMode: "PAY_PER_REQUEST",
  AttributeDefinitions: [
    { AttributeName: "Group", AttributeType: "S" },
    { AttributeName: "Id", AttributeType: "S" },
  ],
  KeySchema: [
    { AttributeName: "Group", KeyType: "HASH" },
    { AttributeName: "Id", KeyType: "RANGE" },
  ],
};

const csvOf = (items) =>
  `Group,Id,Name\n${Array.from({ length: items }, (_, at) => `group-${Math.floor(at / 100)},item-${at},Name of item ${at}`).join("\n")}\n`;

/** Serves the folder while `use` runs. */
export async function served(folder, use) {
  const server = createServer((request, response) => {
    const path = new URL(request.url, "http://page").pathname;
    try {
      const file = join(folder, path === "/" ? "index.html" : path);
      response.setHeader("content-type", TYPES[extname(file)] ?? "application/octet-stream");
      response.end(readFileSync(file));
    } catch {
      response.writeHead(404).end();
    }
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  try {
    return await use(`http://127.0.0.1:${server.address().port}/`);
  } finally {
    server.close();
  }
}

/** A browser that draws without a GPU. */
export const launched = () => chromium.launch({ executablePath: process.env.HASHRANGE_CHROMIUM, args: ["--no-sandbox", "--disable-gpu"] });

/** Sends a request on the Request tab. Returns the JSON that the page shows afterwards. */
export async function send(page, operation, body) {
  await page.getByRole("tab", { name: "Request", exact: true }).click();
  await page.getByRole("combobox", { name: "Operation" }).selectOption(operation);
  // The editor replaces a plain field when it is loaded.
  await page.getByRole("textbox", { name: /JSON/ }).and(page.locator("[contenteditable]")).first().click();
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.insertText(JSON.stringify(body));
  await page.getByRole("button", { name: "Send", exact: false }).first().click();
  await page.waitForTimeout(500);
  return page.evaluate(() => [...document.querySelectorAll(".cm-content, textarea, pre")].map((text) => text.value ?? text.textContent).join("\n"));
}

/** Begins an import of items into the table. */
export async function importItems(page, items) {
  await page.getByRole("button", { name: /^Load/ }).first().click();
  await page.getByRole("button", { name: "Import…" }).first().click();
  const file = { name: "items.csv", mimeType: "text/csv", buffer: Buffer.from(csvOf(items)) };
  await page.locator('input[type="file"]').first().setInputFiles(file);
  await page.getByRole("button", { name: /^Import / }).last().click();
}

/** Creates the table and imports the items. */
export async function fill(page, items) {
  await send(page, "CreateTable", TABLE);
  await importItems(page, items);
  await page.getByText("was read to its end").waitFor({ timeout: 1_800_000 });
  await page.keyboard.press("Escape");
}

/**
 * Opens a build with these live views unfolded and a table of this many items, drawn without a GPU, while `use` runs.
 */
export async function filledPage(folder, { items, open }, use) {
  await served(folder, async (url) => {
    const browser = await launched();
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, serviceWorkers: "block" });
    await context.addInitScript((open) => localStorage.setItem("hashrange-preferences", `1;theme=light;open=${open}`), open);
    const page = await context.newPage();
    await page.goto(`${url}#workbench`);
    await page.getByRole("grid", { name: "Items" }).getByRole("gridcell").first().waitFor({ timeout: 60_000 });
    await fill(page, items);
    await use(browser, page);
    await browser.close();
  });
}
