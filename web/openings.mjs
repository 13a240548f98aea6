// Prints how long a workspace takes to open: `node web/openings.mjs <dist folder>...`, for an empty one and for 10,000,
// 100,000 and 1,000,000 items (others with HASHRANGE_ITEMS=1000,2000). Loads the page a few times. The time ends when
// the table is listed. Prints the median and its difference from that of the empty workspace.

import { fill, launched, served } from "./filled.mjs";

const SIZES = (process.env.HASHRANGE_ITEMS ?? "10000,100000,1000000").split(",").map(Number);
const RUNS = 5;
/** The maximum real time for the write of a checkpoint, in milliseconds. */
const WRITING_MS = 120_000;

/** The median of some figures. */
const median = (figures) => figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)];

/** Opens the page again a few times. Returns the time until `shown` is visible. */
async function openings(page, shown) {
  const took = [];
  for (let run = 0; run < RUNS; run++) {
    const began = Date.now();
    await page.reload({ waitUntil: "commit" });
    await shown().waitFor({ timeout: 600_000 });
    took.push(Date.now() - began);
  }
  return median(took);
}

/** Waits until a checkpoint is stored. A build without checkpoints is measured without one. */
async function checkpointed(page) {
  const kept = () =>
    page.evaluate(async () => {
      const open = indexedDB.open("hashrange");
      const database = await new Promise((done) => (open.onsuccess = () => done(open.result)));
      if (!database.objectStoreNames.contains("documents")) return "";
      const keys = database.transaction("documents").objectStore("documents").getAllKeys();
      const all = await new Promise((done) => (keys.onsuccess = () => done(keys.result)));
      database.close();
      return JSON.stringify(all.filter(([, document, part]) => document.endsWith("checkpoint") && part === 0));
    });
  for (const end = Date.now() + WRITING_MS; Date.now() < end && (await kept()).length <= 2; ) await page.waitForTimeout(1_000);
  await page.waitForTimeout(5_000);
}

for (const folder of process.argv.slice(2)) {
  await served(folder, async (url) => {
    const browser = await launched();
    const opened = async (items) => {
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, serviceWorkers: "block" });
      const page = await context.newPage();
      await page.goto(`${url}#workbench`);
      await page.getByRole("grid", { name: "Items" }).getByRole("gridcell").first().waitFor({ timeout: 60_000 });
      if (items) {
        await fill(page, items);
        await checkpointed(page);
      }
      const name = items ? /^Load ?[\d,]+$/ : /^Thread ?\d+$/;
      const took = await openings(page, () => page.getByRole("navigation", { name: "Tables" }).getByRole("button", { name }));
      await context.close();
      return took;
    };
    const empty = await opened(0);
    console.log(`${folder}: the sample alone opens in ${empty} ms`);
    for (const items of SIZES) {
      const took = await opened(items);
      console.log(`${folder}: ${items} items open in ${took} ms, ${took - empty} ms more`);
    }
    await browser.close();
  });
}
