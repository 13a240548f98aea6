// Moves constant data out of the first WebAssembly file into the parts whose functions read it. Rust's linker gives every
// constant a symbol with its address and size (`--emit-relocs`, web/build.rs). A constant moves only when no function of the
// first file names an address within it, and no constant of the first file points to it.
// Owns which constant goes where. Must not know what the constants mean.

import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { readLeb, readSigned, sectionsOf, wasmOpt } from "./wasm.mjs";

/** Between two constants of a part, a gap of fewer bytes is filled with a copy, because a new segment costs more. */
const GAP = 12;
/** wasm-opt may add numbers to an address. A number that the linker did not write may be such a sum, this far away. */
const REACH = 1024;
/** The kinds of relocation that have an addend, by their numbers in the format of object files. */
const WITH_ADDEND = new Set([3, 4, 5, 8, 9, 11, 14, 15, 16, 17, 21, 22, 23, 25]);
/** The kinds of symbols, and the flag of a symbol that another file defines. */
const [DATA, SECTION] = [1, 3];
const UNDEFINED = 0x10;
const HAS_NAME = 0x40;
/** The subsection with the symbols. */
const SYMBOL_TABLE = 8;

/** The data segments: the address of each, the position of its bytes in the file, and their number. */
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

/** The custom sections whose names start with `name`: where each starts and ends, and where its content starts. */
function customSections(bytes, name) {
  const found = [];
  for (const { id, at, start, end } of sectionsOf(bytes)) {
    if (id !== 0) continue;
    const [length, from] = readLeb(bytes, start);
    if (bytes.toString("utf8", from, from + length).startsWith(name)) found.push({ at, content: from + length, end });
  }
  return found;
}

/** Returns the file without the linker's symbol sections. The later tools do not keep them up to date. */
function withoutSymbols(bytes) {
  const sections = [...customSections(bytes, "linking"), ...customSections(bytes, "reloc.")].sort((a, b) => a.at - b.at);
  const kept = [];
  let from = 0;
  for (const { at, end } of sections) {
    kept.push(bytes.subarray(from, at));
    from = end;
  }
  return Buffer.concat([...kept, bytes.subarray(from)]);
}

/** The linker's symbols, in their order: address and size of each constant, `null` for every other symbol. */
function symbolsOf(bytes, segments) {
  const [section] = customSections(bytes, "linking");
  const symbols = [];
  if (!section) return symbols;
  // The first byte is the version of the format.
  for (let at = section.content + 1; at < section.end; ) {
    const kind = bytes[at];
    const [size, content] = readLeb(bytes, at + 1);
    at = content + size;
    if (kind !== SYMBOL_TABLE) continue;
    let [count, place] = readLeb(bytes, content);
    const number = () => {
      const [value, next] = readLeb(bytes, place);
      place = next;
      return value;
    };
    for (; count > 0; count--) {
      const symbol = bytes[place++];
      const flags = number();
      if (symbol === DATA) {
        const length = number();
        place += length;
        if (flags & UNDEFINED) symbols.push(null);
        else {
          const segment = segments[number()];
          const offset = number();
          symbols.push({ segment, from: segment.address + offset, size: number() });
        }
      } else {
        number();
        if (symbol !== SECTION && (!(flags & UNDEFINED) || flags & HAS_NAME)) {
          const length = number();
          place += length;
        }
        symbols.push(null);
      }
    }
  }
  return symbols;
}

/** The constants that code or data outside them refers to by an address. */
function namedFromOutside(bytes, symbols) {
  const found = new Set();
  for (const { content } of customSections(bytes, "reloc.")) {
    let [, place] = readLeb(bytes, content);
    let count;
    [count, place] = readLeb(bytes, place);
    for (; count > 0; count--) {
      const kind = bytes[place++];
      let index;
      let addend = 0;
      [, place] = readLeb(bytes, place);
      [index, place] = readLeb(bytes, place);
      if (WITH_ADDEND.has(kind)) [addend, place] = readSigned(bytes, place);
      const symbol = symbols[index];
      if (symbol && (addend < 0 || addend > symbol.size)) found.add(symbol);
    }
  }
  return found;
}

/**
 * The read-only constants of a file from Rust's linker, in the order of their addresses: `from` and `to`, and whether
 * each is `pinned` to the first file. Empty if the file has no symbols.
 */
function constantsOf(bytes) {
  const segments = segmentsOf(bytes);
  const symbols = symbolsOf(bytes, segments);
  const outside = namedFromOutside(bytes, symbols);
  // The linker's first segment is `.rodata`; the others can be written to.
  const known = symbols.filter((symbol) => symbol !== null && symbol.size > 0 && symbol.segment === segments[0]);
  known.sort((a, b) => a.from - b.from || b.size - a.size);
  const constants = [];
  for (const symbol of known) {
    const [from, to] = [symbol.from, symbol.from + symbol.size];
    const last = constants.at(-1);
    if (last && from < last.to) {
      // Two symbols of the same constant.
      last.to = Math.max(last.to, to);
      last.pinned ||= outside.has(symbol);
    } else constants.push({ from, to, pinned: outside.has(symbol) });
  }
  return constants;
}

/** The addresses and other numbers that each function of a file contains, by the function's name. */
function numbersOf(path) {
  const text = `${path}.wat`;
  wasmOpt("-S", path, "-o", text);
  const numbers = new Map();
  let own = null;
  for (const line of readFileSync(text, "utf8").split("\n")) {
    if (line.startsWith(" (")) {
      // Outside functions, a number is the value of a global or the address of a segment, which reads nothing.
      const name = /^ \(func \$(?:"((?:[^"\\]|\\.)*)"|(\S+))/.exec(line)?.slice(1).find(Boolean);
      own = name === undefined ? null : new Set();
      if (own) numbers.set(name, own);
    }
    if (own) for (const [, constant, offset] of line.matchAll(/i32\.const (\d+)|offset=(\d+)/g)) own.add(Number(constant ?? offset));
  }
  rmSync(text);
  return numbers;
}

/**
 * Returns what takeTables needs of a file from the linker: its constants, and the numbers that its functions contain.
 * Removes the linker's symbols from the file.
 */
export function readLinked(path) {
  const bytes = readFileSync(path);
  writeFileSync(path, withoutSymbols(bytes));
  return { constants: constantsOf(bytes), numbers: numbersOf(path) };
}

/** The index of the last constant that starts at an address or before it; -1 if there is none. */
function placeOf(constants, address) {
  let [low, high] = [0, constants.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (constants[middle].from <= address) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/**
 * The constants that an address may belong to. An address where a constant ends can be its end or the start of the next
 * constant.
 */
function* at(constants, address) {
  const place = placeOf(constants, address);
  const [before, own, next] = [constants[place - 1], constants[place], constants[place + 1]];
  if (own && address < own.to) yield own;
  else {
    // The address is between two constants: either may be meant.
    if (own) yield own;
    if (next) yield next;
  }
  if (before && before.to === address) yield before;
}

/** The constants within `REACH` of an address. */
function* around(constants, address) {
  for (let place = placeOf(constants, address + REACH); place >= 0 && constants[place].to >= address - REACH; place--) yield constants[place];
}

/**
 * Returns which files read each constant, as bits: 1 is the first file, then the parts in their order. `linked` has the
 * numbers of the linker's own file, `numbers` those of the file that is split. `fileOf` returns the bit of a function's
 * file by its name.
 */
function readersOf(bytes, constants, linked, numbers, fileOf) {
  const known = new Set([...linked.values()].flatMap((own) => [...own]));
  const readers = new Map(constants.map((constant) => [constant, constant.pinned ? 1 : 0]));
  const left = constants.filter(({ pinned }) => pinned);
  const read = (constant, files) => {
    const all = readers.get(constant) | files;
    if (all === readers.get(constant)) return;
    readers.set(constant, all);
    left.push(constant);
  };
  const [low, high] = [constants[0].from - REACH, constants.at(-1).to + REACH];
  for (const [name, own] of numbers) {
    const file = fileOf(name);
    for (const address of own) {
      if (address < low || address > high) continue;
      for (const constant of known.has(address) ? at(constants, address) : around(constants, address)) read(constant, file);
    }
  }
  // Data that points to a constant reads it. Writable data belongs to the first file.
  const word = (content) => bytes.readUInt32LE(content);
  const pointers = (from, to, content, files) => {
    for (let address = (from + 3) & ~3; address + 4 <= to; address += 4) {
      const value = word(content + address - from);
      if (value >= low && value <= high) for (const constant of at(constants, value)) read(constant, files);
    }
  };
  const segments = segmentsOf(bytes);
  // Everything that is not a constant of the list: padding and writable data.
  for (const { address, content, size } of segments) {
    let from = address;
    const end = address + size;
    for (let place = Math.max(placeOf(constants, address), 0); from < end; place++) {
      const next = constants[place];
      const to = Math.min(next?.from ?? end, end);
      if (to > from) pointers(from, to, content + from - address, 1);
      if (!next) break;
      from = Math.max(from, next.to);
    }
  }
  for (let constant; (constant = left.pop()); ) {
    const files = readers.get(constant);
    for (const { at, end, far } of places(segments, constant)) pointers(constant.from + far, constant.from + far + end - at, at, files);
  }
  return readers;
}

/** The positions in the segments of the bytes from `from` to `to`, and the distance of each position from `from`. */
function* places(segments, { from, to }) {
  for (const { address, content, size } of segments) {
    const [begin, end] = [Math.max(address, from), Math.min(address + size, to)];
    if (begin < end) yield { at: content + begin - address, end: content + end - address, far: begin - from };
  }
}

/** The bytes of a run, with zeros where no segment has bytes. */
function copy(segments, bytes, run) {
  const data = new Uint8Array(run.to - run.from);
  for (const { at, end, far } of places(segments, run)) data.set(bytes.subarray(at, end), far);
  return { offset: run.from, data };
}

/** Overwrites a constant with zeros. */
function clear(segments, bytes, constant) {
  for (const { at, end } of places(segments, constant)) bytes.fill(0, at, end);
}

/**
 * Moves to each part the constants that it reads and the first file does not, as `tables` with address and bytes.
 * Returns the file with zeros in their places. `linked` is the return value of readLinked.
 */
export function takeTables(path, bytes, parts, { constants, numbers: linked }) {
  const rest = Buffer.from(bytes);
  for (const part of parts) part.tables = [];
  if (constants.length === 0) return rest;
  const segments = segmentsOf(bytes);
  const home = new Map(parts.flatMap((part, place) => part.functions.map(({ name }) => [name, 2 << place])));
  const readers = readersOf(bytes, constants, linked, numbersOf(path), (name) => home.get(name) ?? 1);
  parts.forEach((part, place) => {
    const runs = [];
    for (const [constant, files] of readers) {
      if (files & 1 || !(files & (2 << place))) continue;
      clear(segments, rest, constant);
      const last = runs.at(-1);
      if (last && constant.from - last.to < GAP) last.to = constant.to;
      else runs.push({ from: constant.from, to: constant.to });
    }
    part.tables = runs.map((run) => copy(segments, bytes, run));
  });
  return rest;
}
