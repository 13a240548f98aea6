// What the last steps of a release share: wasm-opt, the features a file may use, and the number encoding of the format.

import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

import binaryen from "binaryen";

/** The features that compiled Rust uses and recent browsers support, as wasm-opt and as binaryen name them. */
export const FEATURES = {
  "bulk-memory": "BulkMemory",
  "bulk-memory-opt": "BulkMemoryOpt",
  multivalue: "Multivalue",
  "mutable-globals": "MutableGlobals",
  "nontrapping-float-to-int": "NontrappingFPToInt",
  "reference-types": "ReferenceTypes",
  "sign-ext": "SignExt",
};

/** Runs wasm-opt and returns its output. Refuses a file that needs other features. */
export function wasmOpt(...options) {
  const tool = join(dirname(createRequire(import.meta.url).resolve("binaryen/package.json")), "bin", "wasm-opt");
  const features = Object.keys(FEATURES).map((name) => `--enable-${name}`);
  const run = spawnSync(process.execPath, [tool, ...features, ...options], { encoding: "utf8", maxBuffer: 1 << 30 });
  if (run.status !== 0) throw new Error(`wasm-opt ${options.join(" ")} failed: ${run.stderr || run.error}`);
  return run.stdout;
}

/** Reads an unsigned LEB128 number. Returns it and the position of the next byte. */
export function readLeb(bytes, at) {
  let value = 0;
  for (let shift = 0; ; shift += 7) {
    const byte = bytes[at++];
    value += (byte & 127) * 2 ** shift;
    if (byte < 128) return [value, at];
  }
}

/** Reads a signed LEB128 number. Returns it and the position of the next byte. */
export function readSigned(bytes, at) {
  let value = 0;
  for (let shift = 0; ; shift += 7) {
    const byte = bytes[at++];
    value += (byte & 127) * 2 ** shift;
    if (byte < 128) return [byte & 64 ? value - 2 ** (shift + 7) : value, at];
  }
}

/** The sections of a file: the number of each, where it starts, and where its content starts and ends. */
export function* sectionsOf(bytes) {
  for (let at = 8; at < bytes.length; ) {
    const [length, start] = readLeb(bytes, at + 1);
    const end = start + length;
    yield { id: bytes[at], at, start, end };
    at = end;
  }
}

/** The bodies of a file's functions, in their order. */
export function bodiesOf(bytes) {
  const bodies = [];
  for (const { id, start } of sectionsOf(bytes)) {
    if (id !== 10) continue;
    let [count, place] = readLeb(bytes, start);
    for (; count > 0; count--) {
      const [size, body] = readLeb(bytes, place);
      bodies.push(bytes.subarray(body, body + size));
      place = body + size;
    }
  }
  return bodies;
}

/** The sizes of a file's functions in bytes, by name. */
export function sizesOf(path) {
  const bytes = readFileSync(path);
  const sizes = bodiesOf(bytes).map((body) => body.length);
  const module = binaryen.readBinary(bytes);
  const infos = Array.from({ length: module.getNumFunctions() }, (_, place) => binaryen.getFunctionInfo(module.getFunctionByIndex(place)));
  module.dispose();
  return new Map(infos.filter(({ base }) => !base).map(({ name }, place) => [name, sizes[place]]));
}
