// Prints the cost of a busy page to its main thread: `node web/frames.mjs <dist folder>...`, some lines for each build.
// Each build gets 100,000 items, the stage with every card open, and a load of 1,000 writes a second for 12 s, at each
// of SPEEDS. After that, with 10,000 items, it measures how long a Query of 100 items takes until it is drawn, and a
// change of tabs.

import { timed } from "./drawn.mjs";
import { filledPage } from "./filled.mjs";
import { CATEGORIES, costs, say } from "./trace.mjs";

const CARDS = process.env.HASHRANGE_CARDS ?? "capacity,events";
/** Speeds of virtual time with the seconds of measurement, from slower than real time to the maximum. */
const SPEEDS = [["1", 12], ["0.01", 8], ["1000", 8], ["1000000", 8]];
const ITEMS = Number(process.env.HASHRANGE_ITEMS ?? 100_000);
/** The number of items of the table that is queried, and the number of queries. */
const FEW_ITEMS = 10_000;
const QUERIES = 40;
const TABS = ["Query", "Items", "Collections", "Workload", "Design", "Settings", "Request", "Items", "Collections", "Items"];

/** Runs the load and returns its trace. */
async function traced(browser, page, speed, seconds) {
  await page.getByRole("tab", { name: "Workload", exact: true }).click();
  const panel = page.getByRole("tabpanel", { name: "Workload", exact: true });
  await panel.getByLabel("Requests a second").fill("1000");
  await panel.getByLabel("Seconds", { exact: true }).fill("12");
  await panel.getByLabel("Partition key values").fill("1000");
  await page.getByRole("combobox", { name: "Speed of virtual time" }).selectOption(speed);
  await browser.startTracing(page, { categories: CATEGORIES });
  // Stops a load that still runs.
  const stop = page.getByRole("button", { name: "Stop", exact: true });
  for (const one of await stop.all()) if (await one.isEnabled()) await one.click();
  await page.getByRole("button", { name: "Start", exact: true }).click();
  await page.waitForTimeout(seconds * 1_000);
  return JSON.parse((await browser.stopTracing()).toString()).traceEvents;
}

/** The time of each of this many Queries of 100 items, in milliseconds. Each Query reads another collection. */
async function queries(page) {
  await page.getByRole("tab", { name: "Query", exact: true }).click();
  const panel = page.getByRole("tabpanel", { name: "Query", exact: true });
  const key = panel.getByRole("textbox", { name: /^Value of the partition key/ });
  const run = panel.getByRole("button", { name: /^Run (Query|Scan)/ });
  await panel.evaluate((panel) => panel.setAttribute("data-measured", "panel"));
  const took = [];
  for (let number = 0; number < QUERIES; number += 1) {
    await key.fill(`group-${number}`);
    await run.evaluate((run) => run.setAttribute("data-measured", "run"));
    took.push(await page.evaluate(timed, ["[data-measured=run]", "[data-measured=panel]", 150]));
  }
  return took.sort((a, b) => a - b);
}

/** The time of each change of tabs in milliseconds with its name, the shortest first. */
async function turns(page) {
  const took = [];
  for (const name of TABS) {
    await page.getByRole("tab", { name, exact: true }).evaluate((tab) => tab.setAttribute("data-measured", tab.textContent));
    took.push([name, await page.evaluate(timed, [`[data-measured="${name}"]`, "main", 300])]);
  }
  return took.sort((a, b) => a[1] - b[1]);
}

for (const folder of process.argv.slice(2)) {
  await filledPage(folder, { items: ITEMS, open: CARDS }, async (browser, page) => {
    for (const [speed, seconds] of SPEEDS) {
      console.log(`${folder}: ${speed}x: ${say(costs(await traced(browser, page, speed, seconds)))}`);
    }
  });
  await filledPage(folder, { items: FEW_ITEMS, open: "capacity" }, async (_, page) => {
    const took = await queries(page);
    const at = (share) => took[Math.floor((took.length - 1) * share)].toFixed(0);
    console.log(`${folder}: a Query of 100 items: ${at(0.5)} ms median, ${at(0.95)} ms p95`);
    const changes = (await turns(page)).map(([name, took]) => `${name} ${took.toFixed(0)}`);
    console.log(`${folder}: changes of tabs, in ms: ${changes.join(", ")}`);
  });
}
