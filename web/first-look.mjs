// Writes the profiles of a first look (first-look-<door>.txt): the functions that the page does not run before a newcomer sees
// the picture move (Learn), or the sample table (workbench).
// Run by hand after a release build, as `node web/first-look.mjs`, when the page has changed much or `cargo xtask size`
// says that the first load has grown.
//
// The file is given a flag for every function, the page is opened in a browser in each way of LOOKS, and the flags of its two instances
// are read. Who comes again has both files in the cache, and whoever stays has the second one soon: what only a second visit or
// a later moment runs is no part of the first file.

import { once } from "node:events";
import { createServer } from "node:http";
import { cpSync, mkdtempSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";

import { chromium } from "@playwright/test";
import binaryen from "binaryen";

import { DOORS, mark, profile, SMALLER } from "./late.mjs";
import { FEATURES, wasmOpt } from "./wasm.mjs";

const BUILT = join(process.env.CARGO_TARGET_DIR ?? "target", "wasm-bindgen/release/hashrange-web_bg.wasm");
const TYPES = { ".html": "text/html", ".mjs": "text/javascript", ".js": "text/javascript", ".css": "text/css", ".wasm": "application/wasm" };
/** How long the picture is seen to move. */
const MOVING_MS = 800;
/** The ways to come to a door: what any of them runs belongs to its first file. */
const LOOKS = [
  { viewport: { width: 1440, height: 900 }, colorScheme: "light" },
  { viewport: { width: 390, height: 844 }, colorScheme: "dark", reducedMotion: "reduce" },
];

/** The functions of the file by name, and the file with a flag for each of them. */
function flagged(folder) {
  const optimised = join(folder, "optimised.wasm");
  wasmOpt(...SMALLER, BUILT, "-o", optimised);
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

/** The page with the flagged file, whole. */
function stage(bytes) {
  const folder = mkdtempSync(join(tmpdir(), "first-look-"));
  cpSync("dist", folder, { recursive: true });
  for (const name of readdirSync(folder).filter((name) => name.endsWith("_bg.wasm"))) writeFileSync(join(folder, name), bytes);
  const page = join(folder, "index.html");
  const whole = readFileSync(page, "utf8").replace(/data-(\w+)-late="[^"]*"/g, 'data-$1-late=""');
  writeFileSync(page, whole);
  const start = join(folder, "init.mjs");
  writeFileSync(start, readFileSync(start, "utf8").replace("this.late = new this.parts.Part(", "globalThis.firstLook = this.late = new this.parts.Part("));
  const worker = join(folder, "worker.mjs");
  writeFileSync(worker, `${readFileSync(worker, "utf8")}\naddEventListener("message", ({ data }) => data.flags && postMessage({ flags: flagsOf(late) }));\n${flagsOf}\n`);
  return folder;
}

/** The numbers of the functions that an instance of the program has run. */
function flagsOf(late) {
  const flags = Object.entries(late.exports).filter(([name]) => name.startsWith("flag$"));
  return flags.filter(([, flag]) => flag.value === 1).map(([name]) => Number(name.slice(5)));
}

/** Serves the folder for as long as `use` takes. */
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

/** Waits until a door shows what a newcomer comes for. */
const SHOWN = {
  async learn(page) {
    await page.locator(".learn-stage[aria-busy=false]").waitFor({ timeout: 120_000 });
    await page.waitForTimeout(MOVING_MS);
  },
  workbench: (page) => page.getByRole("grid", { name: "Items" }).getByRole("gridcell").first().waitFor({ timeout: 120_000 }),
};

/** The numbers of the functions that ran. */
async function ranOn(page) {
  // Page and engine each have an instance of their own.
  const drawn = await page.evaluate(`(${flagsOf})(globalThis.firstLook)`);
  const computed = await page.evaluate(
    () =>
      new Promise((done) => {
        const { worker } = globalThis.hashrangeEngine;
        worker.addEventListener("message", ({ data }) => data.flags && done(data.flags));
        worker.postMessage({ flags: true });
      }),
  );
  return [...drawn, ...computed];
}

/** The numbers of the functions that ran in any look at a door. */
async function look(browser, url, door) {
  const ran = new Set();
  for (const way of LOOKS) {
    const context = await browser.newContext(way);
    const page = await context.newPage();
    await page.goto(`${url}#${door}`);
    await SHOWN[door](page);
    for (const number of await ranOn(page)) ran.add(number);
    await context.close();
  }
  return ran;
}

/** Writes the profile of a door. */
function write(door, functions, ran) {
  // A function without a name has a number for one, which the next build gives to another.
  const named = functions.map(({ name }, number) => ({ mark: mark(name), ran: ran.has(number) || /^\d+$/.test(name) }));
  const running = new Set(named.filter(({ ran }) => ran).map(({ mark }) => mark));
  const idle = named.filter(({ mark }) => !running.has(mark));
  const marks = [...new Set(idle.map(({ mark }) => mark))].sort();
  writeFileSync(profile(door), `# What a first look at the door does not run (first-look.mjs), by the marks of late.mjs.\n${marks.join("\n")}\n`);
  console.log(`${door}: ${functions.length} functions, ${ran.size} of them run at a first look, ${idle.length} go into the second file`);
}

const { functions, bytes } = flagged(mkdtempSync(join(tmpdir(), "first-look-")));
const browser = await chromium.launch({ executablePath: process.env.HASHRANGE_CHROMIUM, args: ["--no-sandbox"] });
await served(stage(bytes), async (url) => {
  for (const door of DOORS) write(door, functions, await look(browser, url, door));
});
await browser.close();
