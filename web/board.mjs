// Prints how long the board of access patterns takes: `node web/board.mjs <dist folder>...`. A hundred patterns run on a
// table of 100,000 items (another number with HASHRANGE_ITEMS), against a change that is tried and taken back. A line for
// each build: the time until the board is drawn, as a median, and the longest task of the main thread and of the worker.

import { timed } from "./drawn.mjs";
import { filledPage } from "./filled.mjs";
import { CATEGORIES, costs, longest } from "./trace.mjs";

const ITEMS = Number(process.env.HASHRANGE_ITEMS ?? 100_000);
const PATTERNS = 100;
const TIMES = 11;
/** The milliseconds without a change after which the board is drawn. */
const QUIET = 400;

/** A Query of each of many collections, and every fourth pattern a write. */
function patterns() {
  const table = { TableName: "Load" };
  return Array.from({ length: PATTERNS }, (_, at) => {
    const group = { S: `group-${at * 7}` };
    const read = { ...table, KeyConditionExpression: "#g = :g", ExpressionAttributeNames: { "#g": "Group" }, ExpressionAttributeValues: { ":g": group } };
    const write = { ...table, Item: { Group: group, Id: { S: `new-${at}` }, Name: { S: "A name" } } };
    const [operation, body] = at % 4 === 0 ? ["PutItem", write] : ["Query", read];
    return { name: `Pattern ${at}`, operation, body: JSON.stringify(body), returns: null, budget: null, rate: { calls: 5, per: "Second" }, daily: [], keys: "Each" };
  });
}

const median = (times) => times.sort((a, b) => a - b)[Math.floor(times.length / 2)];

for (const folder of process.argv.slice(2)) {
  await filledPage(folder, { items: ITEMS, open: "capacity" }, async (browser, page) => {
    await page.getByRole("tab", { name: "Patterns", exact: true }).click();
    const file = { name: "patterns.json", mimeType: "application/json", buffer: Buffer.from(JSON.stringify({ format: "hashrange-patterns", version: 1, patterns: patterns() })) };
    await page.locator('.patterns input[type="file"], [role="tabpanel"] input[type="file"]').last().setInputFiles(file);
    await page.getByText(`${PATTERNS} of ${PATTERNS} pass`).waitFor({ timeout: 60_000 });
    const tries = ".patterns-tools select";
    const strong = await page.locator(tries).evaluate((list) => [...list.options].find((option) => option.text.includes("strongly")).value);
    const times = [];
    await browser.startTracing(page, { categories: CATEGORIES });
    for (let time = 0; time < TIMES; time++) times.push(await page.evaluate(timed, [tries, ".patterns", QUIET, time % 2 ? "" : strong]));
    const { traceEvents } = JSON.parse((await browser.stopTracing()).toString());
    const tasks = `longest task ${costs(traceEvents).longest.toFixed(0)} ms, of the worker ${longest(traceEvents).toFixed(0)} ms`;
    console.log(`${folder}: the board of a change: ${median(times).toFixed(0)} ms; ${tasks}`);
  });
}
