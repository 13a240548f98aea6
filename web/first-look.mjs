// Tells what the first WebAssembly file carries and a first look does not run, and what of the second file it does run:
// what to change in LATE and AT_ONCE of late.mjs. Run by hand after a release build, as `node web/first-look.mjs`.
//
// The file is given a flag for every function, the page is opened in a browser until its sample stands, and the flags are read.

import { createServer } from "node:http";
import { cpSync, mkdtempSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";

import { chromium } from "@playwright/test";
import binaryen from "binaryen";

import { isLate, NOT_INLINED } from "./late.mjs";
import { FEATURES, wasmOpt } from "./wasm.mjs";

const BUILT = join(process.env.CARGO_TARGET_DIR ?? "target", "wasm-bindgen/release/hashrange-web_bg.wasm");
const TYPES = { ".html": "text/html", ".mjs": "text/javascript", ".js": "text/javascript", ".css": "text/css", ".wasm": "application/wasm" };
/** Modules listed. */
const LISTED = 40;

/** The functions of the file by name, each with its size, and the file with a flag for each of them. */
function flagged(folder) {
  const optimised = join(folder, "optimised.wasm");
  wasmOpt(...NOT_INLINED.map((pattern) => `--no-inline=${pattern}`), "-Oz", "-g", BUILT, "-o", optimised);
  binaryen.setDebugInfo(true);
  const module = binaryen.readBinary(readFileSync(optimised));
  module.setFeatures(Object.values(FEATURES).reduce((all, name) => all | (binaryen.Features[name] ?? 0), 0));
  const functions = [];
  for (let index = 0; index < module.getNumFunctions(); index++) {
    const handle = module.getFunctionByIndex(index);
    const { name, base, body } = binaryen.getFunctionInfo(handle);
    if (base) continue;
    const flag = `flag$${functions.length}`;
    functions.push({ name, size: binaryen.emitText(body).length });
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
  writeFileSync(join(folder, readdirSync(folder).find((name) => name.endsWith("_bg.wasm"))), bytes);
  const page = join(folder, "index.html");
  const whole = readFileSync(page, "utf8").replace(/data-late="[^"]*"/, 'data-late=""').replace(/<link rel="preload"[^>]*>/g, "");
  writeFileSync(page, whole);
  const start = join(folder, "init.mjs");
  writeFileSync(start, `${readFileSync(start, "utf8")}\nglobalThis.firstLook = late;\n`);
  return folder;
}

/** The numbers of the functions that ran. */
async function look(folder) {
  const server = createServer((request, response) => {
    const path = join(folder, request.url === "/" ? "index.html" : new URL(request.url, "http://page").pathname);
    response.setHeader("content-type", TYPES[extname(path)] ?? "application/octet-stream");
    response.end(readFileSync(path));
  }).listen(0, "127.0.0.1");
  const browser = await chromium.launch({ executablePath: process.env.HASHRANGE_CHROMIUM });
  const page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${server.address().port}/`);
  await page.getByRole("grid", { name: "Items" }).getByRole("gridcell").first().waitFor({ timeout: 120_000 });
  await page.getByText("saved in this browser").waitFor();
  const ran = await page.evaluate(() => {
    const flags = Object.entries(globalThis.firstLook.exports).filter(([name]) => name.startsWith("flag$"));
    return flags.filter(([, flag]) => flag.value === 1).map(([name]) => Number(name.slice(5)));
  });
  await browser.close();
  server.close();
  return new Set(ran);
}

/** A name's module: up to three steps of the first of our own crates it names. */
function moduleOf(name) {
  const path = /hashrange_\w+(?:::\w+)*/.exec(name.replace(/\[[0-9a-f]+\]/g, ""));
  return path ? path[0].split("::").slice(0, 3).join("::") : "other crates";
}

const { functions, bytes } = flagged(mkdtempSync(join(tmpdir(), "first-look-")));
const ran = await look(stage(bytes));
const idle = new Map();
for (const [number, { name, size }] of functions.entries()) {
  if (ran.has(number) && isLate(name)) console.log(`runs at once, but is late: ${name}`);
  if (!ran.has(number) && !isLate(name)) idle.set(moduleOf(name), (idle.get(moduleOf(name)) ?? 0) + size);
}
console.log("carried, and not run at once, by module (size as text):");
for (const [module, size] of [...idle].sort((one, other) => other[1] - one[1]).slice(0, LISTED)) console.log(`${String(size).padStart(9)} ${module}`);
