// Makes a WebAssembly file small: wasm-opt, then the order of functions that compresses best (order.mjs). Owns the
// options of wasm-opt and the features that a file may use. Must not know what a file is for.

import { execFile } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { availableParallelism } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";

import { named, ordersOf } from "./order.mjs";

/** The features that compiled Rust uses and recent browsers support, by their names in wasm-opt. */
const FEATURES = ["bulk-memory", "bulk-memory-opt", "multivalue", "mutable-globals", "nontrapping-float-to-int", "reference-types", "sign-ext"];
/**
 * Nothing is stored below address 1024, where the stack ends, so loads and stores may use small offsets. A function with
 * one caller stays by itself unless it is small, and others stay where they are, because code compresses better that way.
 */
const SMALLER = [
  "--low-memory-unused",
  "--one-caller-inline-max-function-size=30",
  "--always-inline-max-function-size=0",
  // The compiler's branches again, as loops and blocks that suit WebAssembly: a hundredth after gzip. Flat code needs a
  // second run of the other passes.
  "--flatten",
  "--rereloop",
  "-Oz",
  "-Oz",
  // The alignment of an access is a hint that engines ignore. Without it, equal accesses are equal bytes: half a
  // hundredth after gzip.
  "--dealign",
];

const tool = join(dirname(createRequire(import.meta.url).resolve("binaryen/package.json")), "bin", "wasm-opt");

let free = availableParallelism();
const waiting = [];

/** Runs wasm-opt, on as many files at once as there are cores. Refuses a file that needs other features. */
async function wasmOpt(...options) {
  if (free > 0) free -= 1;
  else await new Promise((turn) => waiting.push(turn));
  try {
    const features = FEATURES.map((name) => `--enable-${name}`);
    await promisify(execFile)(process.execPath, [tool, ...features, ...options], { maxBuffer: 1 << 26 });
  } catch (error) {
    throw new Error(`wasm-opt ${options.join(" ")} failed: ${error.stderr || error}`);
  } finally {
    const next = waiting.shift();
    if (next) next();
    else free += 1;
  }
}

/** Writes the file `from`, made small, to `to`. */
export async function shrink(from, to) {
  await wasmOpt(...SMALLER, from, "-o", to);
  const bytes = readFileSync(to);
  // The names sort in the wanted order.
  const sortable = `${to}.named`;
  let least = Infinity;
  for (const order of ordersOf(bytes)) {
    writeFileSync(sortable, named(bytes, order));
    await wasmOpt("--reorder-functions-by-name", "--strip-producers", "--strip-target-features", sortable, "-o", sortable);
    const ordered = readFileSync(sortable);
    const size = gzipSync(ordered, { level: 9 }).length;
    if (size < least) writeFileSync(to, ordered);
    least = Math.min(least, size);
  }
  rmSync(sortable);
}
