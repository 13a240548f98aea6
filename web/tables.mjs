// Moves tables of numbers out of the first WebAssembly file into the parts whose functions read them. Such a table packs
// badly, so a start without it is smaller by nearly its size. A table moves only when every function that names an address
// within it is in a part. Otherwise it stays in the first file, and the budgets of `cargo xtask size` show that.

import { readFileSync, rmSync } from "node:fs";
import { readLeb, sectionsOf, wasmOpt } from "./wasm.mjs";

/**
 * The first bytes and the length of each table; `before`, where those bytes are not the first, says how many are before them. A table may be listed here when only code of its own module can name it, and
 * names it by an address within it.
 */
const TABLES = [
  // Powers of five: the standard library needs them to read decimal fractions of many digits (core::num::dec2flt).
  { begins: Buffer.from("5ad63b92d653f4ee3f3ba10629aa3f11", "hex"), length: 651 * 16 },
  // Powers of five and their inverses: ryu writes numbers of Terraform files with them. Neither begins with bytes of its own.
  { begins: Buffer.from("9a999999999999999999999999999919", "hex"), before: 16, length: 342 * 16 },
  { begins: Buffer.from("0000000061f5b9abbfa45cc3f129631d", "hex"), before: 40 * 16, length: 326 * 16 },
];

/** Reads a signed number as the format writes it. Returns it and where the next byte is. */
function readSigned(bytes, at) {
  let value = 0;
  for (let shift = 0; ; shift += 7) {
    const byte = bytes[at++];
    value += (byte & 127) * 2 ** shift;
    if (byte < 128) return [byte & 64 ? value - 2 ** (shift + 7) : value, at];
  }
}

/** The segments of data: the address of each, where its bytes are in the file, and how many they are. */
function segmentsOf(bytes) {
  const segments = [];
  for (const { id, start } of sectionsOf(bytes)) {
    if (id !== 11) continue;
    let [count, place] = readLeb(bytes, start);
    for (; count > 0; count--) {
      // An active segment of the only memory, at a constant address.
      if (bytes[place] !== 0 || bytes[place + 1] !== 0x41) throw new Error("a segment of data is not of the kind that Rust makes");
      const [address, end] = readSigned(bytes, place + 2);
      const [size, content] = readLeb(bytes, end + 1);
      segments.push({ address, content, size });
      place = content + size;
    }
  }
  return segments;
}

/** The names of the functions that name an address in [from, to). */
function readersOf(path, from, to) {
  const text = `${path}.wat`;
  wasmOpt("-S", path, "-o", text);
  const readers = new Set();
  let name = null;
  for (const line of readFileSync(text, "utf8").split("\n")) {
    if (line.startsWith(" (")) name = /^ \(func \$(?:"((?:[^"\\]|\\.)*)"|(\S+))/.exec(line)?.slice(1).find(Boolean) ?? null;
    for (const [, constant, offset] of line.matchAll(/i32\.const (\d+)|offset=(\d+)/g)) {
      const address = Number(constant ?? offset);
      // Outside of functions a number is the value of a global or the address of a segment, which reads nothing.
      if (address >= from && address < to && name !== null) readers.add(name);
    }
  }
  rmSync(text);
  return readers;
}

/** Returns the bytes from `from` to `to`, with zeros where no segment has any, and clears them in `rest`. */
function take(segments, rest, from, to) {
  const data = new Uint8Array(to - from);
  for (const { address, content, size } of segments) {
    const [begin, end] = [Math.max(address, from), Math.min(address + size, to)];
    if (begin >= end) continue;
    const bytes = rest.subarray(content + begin - address, content + end - address);
    data.set(bytes, begin - from);
    bytes.fill(0);
  }
  return { offset: from, data };
}

/**
 * Gives each part the tables that it reads and the first file does not, as `tables` with address and bytes. Returns the file
 * with zeros in their places.
 */
export function takeTables(path, bytes, parts) {
  const rest = Buffer.from(bytes);
  const segments = segmentsOf(bytes);
  const home = new Map(parts.flatMap((part) => part.functions.map(({ name }) => [name, part])));
  for (const part of parts) part.tables = [];
  for (const { begins, before = 0, length } of TABLES) {
    const at = bytes.indexOf(begins);
    const segment = segments.find(({ content, size }) => at >= content && at < content + size);
    if (!segment) continue;
    const from = segment.address + at - segment.content - before;
    const readers = readersOf(path, from, from + length);
    if (readers.size === 0 || ![...readers].every((name) => home.has(name))) continue;
    const table = take(segments, rest, from, from + length);
    for (const part of new Set([...readers].map((name) => home.get(name)))) part.tables.push(table);
  }
  return rest;
}
