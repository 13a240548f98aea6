// Writes the profiles of a first look (first-look-<section>.txt): the functions that the page does not run before a new
// visitor sees the moving picture (Learn), or the sample table (workbench). Run by hand after a release build, as
// `node web/first-look.mjs`, when the page has changed much or `cargo xtask size` reports that the first load has
// grown.
//
// The script adds a flag for every function to the file, opens the page in a browser in each way of LOOKS, and reads
// the flags of its two instances. It also reloads the page, and reads the flags of the page: what it runs before it is
// drawn again belongs to the first file. The engine's code for stored data does not, because the worker may wait for a
// file, and a returning visitor has both in the cache.

import { once } from "node:events";
import { createServer } from "node:http";
import { cpSync, mkdtempSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";

import { chromium } from "@playwright/test";
import binaryen from "binaryen";

import { SECTIONS, mark, profile, SMALLER } from "./late.mjs";
import { readLinked } from "./tables.mjs";
import { FEATURES, wasmOpt } from "./wasm.mjs";

const BUILT = join(process.env.CARGO_TARGET_DIR ?? "target", "page-module/hashrange-web_bg.wasm");
const TYPES = { ".html": "text/html", ".mjs": "text/javascript", ".js": "text/javascript", ".css": "text/css", ".wasm": "application/wasm" };
/** How long to watch a section after its main content is drawn: the second file may come that much later. */
const WATCH_MS = 1_500;
/** The ways to open a section. What any of them runs belongs to its first file. */
const LOOKS = [
  { viewport: { width: 1440, height: 900 }, colorScheme: "light" },
  { viewport: { width: 390, height: 844 }, colorScheme: "dark", reducedMotion: "reduce" },
];
/** How many pages open at the same time. A slow page draws steps that a fast one skips, and the reverse. */
const CROWDS = [1, 4, 8];

/** The functions of the file by name, and the file with a flag for each of them. */
function flagged(folder) {
  const optimised = join(folder, "optimised.wasm");
  cpSync(BUILT, optimised);
  readLinked(optimised);
  wasmOpt(...SMALLER, optimised, "-o", optimised);
  binaryen.setDebugInfo(true);
  const module = binaryen.readBinary(readFileSync(optimised));
  module.setFeatures(Object.values(FEATURES).reduce((all, name) => all | (binaryen.Features[name] ?? 0), 0));
  const functions = [];
  for (let index = 0; index < module.getNumFunctions(); index++) {
    const handle = module.getFunctionByIndex(index);
    const { name, base, body } = binaryen.getFunctionInfo(handle);
    if (base) continue;
    const flag = `flag$${functions.length}`;
    functions.push({ name });
    module.addGlobal(flag, binaryen.i32, true, module.i32.const(0));
    module.addGlobalExport(flag, flag);
    const set = module.global.set(flag, module.i32.const(1));
    binaryen.Function(handle).body = module.block(null, [set, body], binaryen.getExpressionType(body));
  }
  return { functions, bytes: module.emitBinary() };
}

/** The page with the complete flagged file. */
function stage(bytes) {
  const folder = mkdtempSync(join(tmpdir(), "first-look-"));
  cpSync("dist", folder, { recursive: true });
  for (const name of readdirSync(folder).filter((name) => name.endsWith("_bg.wasm"))) writeFileSync(join(folder, name), bytes);
  const page = join(folder, "index.html");
  const whole = readFileSync(page, "utf8").replace(/data-(\w+)-late="[^"]*"/g, 'data-$1-late=""');
  writeFileSync(page, whole);
  const worker = join(folder, "worker.mjs");
  writeFileSync(worker, `${readFileSync(worker, "utf8")}\naddEventListener("message", ({ data }) => data.flags && postMessage({ flags: flagsOf(late) }));\n${flagsOf}\n`);
  return folder;
}

/** The numbers of the functions that an instance of the program has run. */
function flagsOf(late) {
  const flags = Object.entries(late.exports).filter(([name]) => name.startsWith("flag$"));
  return flags.filter(([, flag]) => flag.value === 1).map(([name]) => Number(name.slice(5)));
}

/** Serves the folder while `use` runs. */
async function served(folder, use) {
  const server = createServer((request, response) => {
    const path = join(folder, request.url === "/" ? "index.html" : new URL(request.url, "http://page").pathname);
    response.setHeader("content-type", TYPES[extname(path)] ?? "application/octet-stream");
    response.end(readFileSync(path));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  try {
    await use(`http://127.0.0.1:${server.address().port}/`);
  } finally {
    server.close();
  }
}

/** Waits until a section shows its main content. */
const SHOWN = {
  learn: (page) => page.locator(".learn-stage[aria-busy=false]").waitFor({ timeout: 120_000 }),
  workbench: (page) => page.getByRole("grid", { name: "Items" }).getByRole("gridcell").first().waitFor({ timeout: 120_000 }),
};

/** The numbers of the functions that the page ran. */
const drawnOn = (page) => page.evaluate(`(${flagsOf})(globalThis.hashrangePage.late)`);

/** The numbers of the functions that its engine ran: page and engine each have their own instance. */
function computedOn(page) {
  return page.evaluate(
    () =>
      new Promise((done) => {
        const { worker } = globalThis.hashrangeEngine;
        worker.addEventListener("message", ({ data }) => data.flags && done(data.flags));
        worker.postMessage({ flags: true });
      }),
  );
}

/** The numbers of the functions that one look at a section runs. */
async function lookOnce(browser, url, section, way) {
  const context = await browser.newContext(way);
  const page = await context.newPage();
  await page.goto(`${url}#${section}`);
  await SHOWN[section](page);
  await page.waitForTimeout(WATCH_MS);
  const numbers = [...(await drawnOn(page)), ...(await computedOn(page))];
  await page.reload();
  await SHOWN[section](page);
  numbers.push(...(await drawnOn(page)));
  await context.close();
  return numbers;
}

/** The numbers of the functions that ran in any look at a section. */
async function look(browser, url, section) {
  const ran = new Set();
  for (const crowd of CROWDS) {
    for (const way of LOOKS) {
      const looks = Array.from({ length: crowd }, () => lookOnce(browser, url, section, way));
      const before = ran.size;
      for (const number of (await Promise.all(looks)).flat()) ran.add(number);
      console.log(`${section}, ${way.viewport.width} wide, ${crowd} at once: ${ran.size - before} functions more`);
    }
  }
  return ran;
}

/** Writes the profile of a section. */
function write(section, functions, ran) {
  // A function without a name has a number as its name. In the next build, another function has that number.
  const named = functions.map(({ name }, number) => ({ mark: mark(name), ran: ran.has(number) || /^\d+$/.test(name) }));
  const running = new Set(named.filter(({ ran }) => ran).map(({ mark }) => mark));
  const idle = named.filter(({ mark }) => !running.has(mark));
  const marks = [...new Set(idle.map(({ mark }) => mark))].sort();
  writeFileSync(profile(section), `# What a first look at the section does not run (first-look.mjs), by the marks of late.mjs.\n${marks.join("\n")}\n`);
  console.log(`${section}: ${functions.length} functions, ${ran.size} of them run at a first look, ${idle.length} go into the second file`);
}

const { functions, bytes } = flagged(mkdtempSync(join(tmpdir(), "first-look-")));
const browser = await chromium.launch({ executablePath: process.env.HASHRANGE_CHROMIUM, args: ["--no-sandbox"] });
await served(stage(bytes), async (url) => {
  for (const section of SECTIONS) write(section, functions, await look(browser, url, section));
});
await browser.close();
