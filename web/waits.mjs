// Prints what expensive work costs the page's worker: `node web/waits.mjs <dist folder>...`. With 100,000 items (another
// number with HASHRANGE_ITEMS) the table gets an index, is backed up, restored and exported, and is scanned with an
// expensive filter. A line for each: the longest task of the worker. The last line is the time from Stop until an import
// has stopped.

import { filledPage, importItems, send } from "./filled.mjs";
import { CATEGORIES, longest } from "./trace.mjs";

const ITEMS = Number(process.env.HASHRANGE_ITEMS ?? 100_000);
/** The bounds of the design, in milliseconds. */
const LONGEST_MS = 50;
const STOPPED_MS = 100;
/** The seconds in which each work ends. */
const SECONDS = Number(process.env.HASHRANGE_SECONDS ?? 20);
const TERMS = 100;

const INDEX = {
  TableName: "Load",
  AttributeDefinitions: [{ AttributeName: "Name", AttributeType: "S" }],
  GlobalSecondaryIndexUpdates: [
    { Create: { IndexName: "ByName", KeySchema: [{ AttributeName: "Name", KeyType: "HASH" }], Projection: { ProjectionType: "ALL" } } },
  ],
};

const SCAN = {
  TableName: "Load",
  FilterExpression: Array.from({ length: TERMS }, (_, term) => `contains(#n, :v${term})`).join(" OR "),
  ExpressionAttributeNames: { "#n": "Name" },
  ExpressionAttributeValues: Object.fromEntries(Array.from({ length: TERMS }, (_, term) => [`:v${term}`, { S: `no item ${term}` }])),
};

const verdict = (took, most) => `${took.toFixed(0)} ms${took > most ? `, at most ${most} wanted` : ""}`;

const tables = (page) => page.getByRole("navigation", { name: "Tables" });

/** Restores the table from a backup, whose name the response contains. */
async function restore(page) {
  const made = await send(page, "CreateBackup", { TableName: "Load", BackupName: "all" });
  const arn = /arn:aws:dynamodb:[^"\s]+\/backup\/[^"\s]+/.exec(made)?.[0];
  await send(page, "RestoreTableFromBackup", { TargetTableName: "Again", BackupArn: arn });
}

/** Saves all items as a file. */
async function exportItems(page) {
  await tables(page).getByRole("button", { name: "Export…" }).click();
  const dialog = page.getByRole("dialog", { name: "Export" });
  await dialog.getByRole("combobox", { name: "Table or index" }).selectOption({ label: "Load" });
  await dialog.getByRole("button", { name: "Save items" }).click();
}

/** Imports many items, and cancels it on the way. Returns the time until the page shows that it was cancelled. */
async function stopped(page) {
  // The dialog still shows the last import.
  await page.reload();
  await tables(page).getByRole("button", { name: /^Load/ }).waitFor({ timeout: 60_000 });
  await importItems(page, ITEMS);
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Cancel", exact: true }).waitFor();
  await page.waitForTimeout(300);
  return dialog.evaluate(
    (dialog) =>
      new Promise((done) => {
        const cancel = [...dialog.querySelectorAll("button")].find((button) => button.textContent === "Cancel");
        const began = performance.now();
        const isOver = () => dialog.querySelector('[aria-label$="was cancelled"]') !== null;
        const watch = new MutationObserver(() => isOver() && (watch.disconnect(), done(performance.now() - began)));
        watch.observe(dialog, { subtree: true, childList: true, characterData: true, attributes: true });
        cancel.click();
      }),
  );
}

/** Each work, and what the page shows afterwards. */
const WORKS = [
  ["an index build", (page) => send(page, "UpdateTable", INDEX), (page) => tables(page).getByText("ByName")],
  ["a restore", restore, (page) => tables(page).getByRole("button", { name: /^Again/ })],
  ["an expensive filter", (page) => send(page, "Scan", SCAN), (page) => page.getByText("ScannedCount").first()],
  ["an export", exportItems, tables],
];

for (const folder of process.argv.slice(2)) {
  await filledPage(folder, { items: ITEMS, open: "capacity" }, async (browser, page) => {
    for (const [name, work, shown] of WORKS) {
      await browser.startTracing(page, { categories: CATEGORIES });
      await work(page);
      await page.waitForTimeout(SECONDS * 1_000);
      const { traceEvents } = JSON.parse((await browser.stopTracing()).toString());
      await page.keyboard.press("Escape");
      await shown(page).waitFor();
      console.log(`${folder}: ${name}: longest task of the worker ${verdict(longest(traceEvents), LONGEST_MS)}`);
    }
    const took = await stopped(page);
    console.log(`${folder}: an import stops after ${verdict(took, STOPPED_MS)}`);
  });
}
