// Prints the processor time that a page takes while nothing happens, as a share of one core: `node web/quiet.mjs
// <dist folder>...`. Counts every process of the browser. Only for Linux, because it reads /proc. Must not know the page
// beyond its sections and its clock.

import { readFileSync, readdirSync } from "node:fs";

import { launched, served } from "./filled.mjs";

/** The seconds of a measurement, and of the wait before it. */
const [SECONDS, CALM] = [20, 5];
/** Processor time in /proc is in hundredths of a second. */
const TICKS = 100;

/** Id, parent, kind and processor seconds of each process. A process that has just ended is left out. */
function processes() {
  const read = (pid) => {
    try {
      const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1).split(" ");
      const [, kind = "browser"] = /--type=([a-z-]+)/.exec(readFileSync(`/proc/${pid}/cmdline`, "utf8")) ?? [];
      return [{ pid: Number(pid), parent: Number(fields[1]), kind, seconds: (Number(fields[11]) + Number(fields[12])) / TICKS }];
    } catch {
      return [];
    }
  };
  return readdirSync("/proc").filter((name) => /^\d+$/.test(name)).flatMap(read);
}

/** The processor time of all processes that this one started, in seconds by kind. */
function spent() {
  const all = processes();
  const mine = new Set([process.pid]);
  // A child has a higher id than its parent, unless ids begin again; another round finds those.
  for (let round = 0; round < 4; round++) for (const { pid, parent } of all) if (mine.has(parent)) mine.add(pid);
  const kinds = {};
  for (const { pid, kind, seconds } of all) if (mine.has(pid) && pid !== process.pid) kinds[kind] = (kinds[kind] ?? 0) + seconds;
  return kinds;
}

async function measured(page, name, prepare) {
  await prepare();
  await page.waitForTimeout(CALM * 1_000);
  const before = spent();
  await page.waitForTimeout(SECONDS * 1_000);
  const after = spent();
  const shares = Object.entries(after).map(([kind, seconds]) => [kind, ((seconds - (before[kind] ?? 0)) / SECONDS) * 100]);
  const sum = shares.reduce((sum, [, share]) => sum + share, 0);
  const parts = shares.filter(([, share]) => share >= 0.05).map(([kind, share]) => `${kind} ${share.toFixed(1)}`);
  console.log(`  ${name.padEnd(46)} ${sum.toFixed(1).padStart(5)} %  ${parts.join(", ")}`);
}

const blank = "data:text/html,<title>blank</title>";
const scroll = (page, to) => page.evaluate((to) => document.querySelector(".main").scrollTo(0, to), to);

for (const folder of process.argv.slice(2)) {
  console.log(folder);
  await served(folder, async (address) => {
    const browser = await launched();
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, serviceWorkers: "block" });
    await measured(page, "a blank page", () => page.goto(blank));
    const welcome = async () => {
      await page.goto(address);
      await page.getByRole("button", { name: "Pause" }).first().waitFor();
    };
    await measured(page, "Learn, the welcome moves", welcome);
    await measured(page, "Learn, the welcome is scrolled out of sight", () => scroll(page, 100_000));
    await scroll(page, 0);
    await measured(page, "Learn, the welcome is paused", () => page.getByRole("button", { name: "Pause" }).first().click());
    await measured(page, "Workbench, the clock runs, nothing is due", async () => {
      await page.goto(`${address}#workbench`);
      await page.getByRole("gridcell").first().waitFor();
    });
    await measured(page, "Workbench, the clock is paused", () => page.getByRole("button", { name: /^Pause/ }).first().click());
    await browser.close();
  });
}
