// Splits a WebAssembly file: what the page starts with, and parts that are loaded later. A part brings functions, and the
// tables of numbers that no other file reads (tables.mjs); memory and all other data stay with the first file. Where a file
// calls a function of a part, the first file holds a stub that has the part loaded if need be, and goes on there: nothing in
// Rust knows of it, and nothing breaks when a function turns out to be wanted early. Which functions are in which part is the
// caller's to say, by their names.

import { readFileSync, writeFileSync } from "node:fs";
import { devNull } from "node:os";
import binaryen from "binaryen";
import { alikeTogether, reorder } from "./order.mjs";
import { takeTables } from "./tables.mjs";
import { FEATURES, sectionsOf, wasmOpt } from "./wasm.mjs";

/** The name under which the first file imports, from the module of a part's name, the word that the part is wanted. */
const LOAD = "load";
/** The module name under which a part imports what is in the first file. */
const FIRST = "first";
/** Sections of a WebAssembly file that only the first keeps: exports, start, elements, data count, data. */
const OF_FIRST = new Set([7, 8, 9, 12, 11]);

/** The file without the sections that must not be there twice. */
function withoutSectionsOfFirst(bytes) {
  const kept = [bytes.subarray(0, 8)];
  for (const { id, at, end } of sectionsOf(bytes)) if (!OF_FIRST.has(id)) kept.push(bytes.subarray(at, end));
  return Buffer.concat(kept);
}

/** Which function calls which, by name. */
function callsOf(path) {
  const calls = new Map();
  for (const [, from, to] of wasmOpt("--print-call-graph", path, "-o", devNull).matchAll(/^\s*"(.*)" -> "(.*)"; \/\/ call$/gm)) {
    (calls.get(from) ?? calls.set(from, []).get(from)).push(to);
  }
  return calls;
}

function allowFeatures(module) {
  module.setFeatures(Object.values(FEATURES).reduce((all, name) => all | binaryen.Features[name], 0));
}

/** Everything by number, as binaryen counts it. */
function list(count, at, info) {
  return Array.from({ length: count }, (_, place) => info(at(place)));
}

/**
 * Divides the functions: each part gets those named for it, and whatever only they call, though it is named for a part
 * before. Gives all of them, and sets the functions of each part and its entries, which another file calls.
 */
function divide(module, calls, parts) {
  const all = list(module.getNumFunctions(), (place) => module.getFunctionByIndex(place), binaryen.getFunctionInfo);
  const own = new Map(all.filter((info) => !info.base).map((info) => [info.name, info]));
  const segments = list(module.getNumElementSegments(), (place) => module.getElementSegmentByIndex(place), binaryen.getElementSegmentInfo);
  const exported = list(module.getNumExports(), (place) => module.getExportByIndex(place), binaryen.getExportInfo)
    .filter((info) => info.kind === binaryen.ExternalFunction)
    .map((info) => info.value);
  const start = module.getStart();
  const roots = [...exported, ...segments.flatMap((segment) => segment.data)];
  if (start) roots.push(binaryen.getFunctionInfo(start).name);

  // The first file is the part that nobody names.
  const files = [{ has: () => false, entries: new Set(roots) }, ...parts.map(({ has }) => ({ has, entries: new Set() }))];
  const named = (name) => Math.max(0, files.findLastIndex((file) => file.has(name)));
  const home = new Map();
  /** Gives a file what its entries reach; functions of other files become entries of theirs. Whether there are new ones. */
  function reach(file, number) {
    let found = false;
    for (let left = [...file.entries]; left.length > 0; ) {
      const name = left.pop();
      if (!own.has(name)) continue;
      const other = home.get(name) ?? Math.max(named(name), number);
      if (other !== number) {
        // Of the first file everybody can be told where its functions are.
        if (other > 0 && !files[other].entries.has(name)) {
          files[other].entries.add(name);
          found = true;
        }
      } else if (!home.has(name)) {
        home.set(name, number);
        left.push(...(calls.get(name) ?? []));
      }
    }
    return found;
  }
  while (files.map(reach).some((found) => found));
  parts.forEach((part, place) => {
    const inside = ({ name }) => (home.get(name) ?? 1) === place + 1;
    part.functions = [...own.values()].filter(inside);
    part.entries = part.functions.filter(({ name }) => files[place + 1].entries.has(name));
  });
  return own;
}

/** A function in the place of one of a part: has the part loaded, and calls it by its place in the part's table. */
function stub(module, part, { name, params, results }, place) {
  const { i32, local, global } = module;
  const operands = binaryen.expandType(params).map((type, index) => local.get(index, type));
  const isLoaded = global.get(`${part.name}.loaded`, binaryen.i32);
  const wait = module.if(i32.eqz(isLoaded), module.call(`${part.name}.load`, [], binaryen.none));
  const call = module.call_indirect(`${part.name}.table`, i32.const(place), operands, params, results);
  module.removeFunction(name);
  module.addFunction(name, params, results, [], module.block(null, [wait, call], results));
}

/** Makes the first file: stubs for what is called of the parts, exports of what the parts need. */
function first(bytes, parts, shared) {
  const module = binaryen.readBinary(bytes);
  allowFeatures(module);
  for (const part of parts) {
    module.addTable(`${part.name}.table`, part.entries.length, part.entries.length);
    module.addGlobal(`${part.name}.loaded`, binaryen.i32, true, module.i32.const(0));
    module.addFunctionImport(`${part.name}.load`, part.name, LOAD, binaryen.none, binaryen.none);
    const entries = new Map(part.entries.map((info, place) => [info.name, place]));
    for (const info of part.functions) {
      if (entries.has(info.name)) stub(module, part, info, entries.get(info.name));
      else module.removeFunction(info.name);
    }
    module.addTableExport(`${part.name}.table`, part.name);
    module.addGlobalExport(`${part.name}.loaded`, `${part.name}.loaded`);
  }
  shared.functions.forEach((info, place) => module.addFunctionExport(info.name, `f${place.toString(36)}`));
  shared.globals.forEach((info, place) => module.addGlobalExport(info.name, `g${place}`));
  shared.tables.forEach((info, place) => module.addTableExport(info.name, `t${place}`));
  module.addMemoryExport(shared.memory, "m");
  return emit(module);
}

/** Makes the file of a part: its functions, with everything else taken from the first. */
function later(bytes, own, part, shared) {
  const module = binaryen.readBinary(withoutSectionsOfFirst(bytes));
  allowFeatures(module);
  const inside = new Set(part.functions);
  const imported = new Map(shared.functions.map((info, place) => [info.name, `f${place.toString(36)}`]));
  for (const info of own.values()) {
    if (inside.has(info)) continue;
    module.removeFunction(info.name);
    if (imported.has(info.name)) module.addFunctionImport(info.name, FIRST, imported.get(info.name), info.params, info.results);
  }
  shared.globals.forEach((info, place) => module.addGlobalImport(info.name, FIRST, `g${place}`, info.type, info.mutable));
  shared.tables.forEach((info, place) => module.addTableImport(info.name, FIRST, `t${place}`));
  if (part.tables.length > 0) {
    const segments = part.tables.map(({ offset, data }) => ({ offset: module.i32.const(offset), data, passive: false }));
    module.setMemory(shared.initial, shared.maximum, null, segments, false, false, shared.memory);
  }
  module.addMemoryImport(shared.memory, FIRST, "m", false);
  const { length } = part.entries;
  module.addTable("part.table", length, length);
  module.addTableImport("part.table", FIRST, part.name);
  module.addActiveElementSegment("part.table", "part", part.entries.map((info) => info.name), module.i32.const(0));
  return emit(module);
}

function emit(module) {
  module.runPasses(["remove-unused-module-elements"]);
  if (!module.validate()) throw new Error("the split WebAssembly is not valid");
  const bytes = module.emitBinary();
  module.dispose();
  return bytes;
}

/**
 * The orders of the functions in all files, and with them of what the files share: what stands in the order of functions
 * is a row of small steps, which packs well.
 */
function arrange(own, parts, shared, files) {
  const [ofFirst, ...ofParts] = files.map(alikeTogether);
  const away = new Set(parts.flatMap((part) => part.functions));
  const stay = [...own.values()].filter((info) => !away.has(info));
  // Stubs stand where the module got them: behind the others, part by part in the order of their functions.
  const inFirst = [...stay, ...parts.flatMap((part) => part.entries)];
  const row = new Map();
  for (const [number, part] of parts.entries()) {
    const entries = new Set(part.entries);
    part.entries = ofParts[number].map((place) => part.functions[place]).filter((info) => entries.has(info));
    part.entries.forEach((info) => row.set(info, row.size));
  }
  const kind = ({ params, results }) => `${params} ${results}`;
  const stubs = ofFirst.filter((place) => row.has(inFirst[place]));
  stubs.sort((a, b) => kind(inFirst[a]).localeCompare(kind(inFirst[b])) || row.get(inFirst[a]) - row.get(inFirst[b]));
  const order = [...ofFirst.filter((place) => !row.has(inFirst[place])), ...stubs];
  const wanted = new Set(shared.functions);
  shared.functions = order.map((place) => inFirst[place]).filter((info) => wanted.has(info));
  return [order, ...ofParts];
}

/** How many pages the memory begins with, and how many it may have; -1 is no limit, as binaryen has it. */
function sizesOfMemory(module) {
  const { initial, max } = module.getMemoryInfo("0");
  return { initial, maximum: max ?? -1 };
}

/**
 * Splits the file. What is left goes to `firstPath`; `parts` have a name, a path and `has`, which knows the functions of a part
 * by their names. A function that several have goes into the last of them.
 */
export function split(path, firstPath, parts) {
  const bytes = readFileSync(path);
  const module = binaryen.readBinary(bytes);
  const calls = callsOf(path);
  const own = divide(module, calls, parts);
  const home = new Map(parts.flatMap((part) => part.functions.map((info) => [info.name, part])));
  const wanted = new Set();
  for (const part of parts) {
    const called = part.functions.flatMap((info) => calls.get(info.name) ?? []);
    called.filter((name) => home.get(name) !== part).forEach((name) => wanted.add(name));
  }
  const shared = {
    functions: [...own.values()].filter((info) => wanted.has(info.name)),
    globals: list(module.getNumGlobals(), (place) => module.getGlobalByIndex(place), binaryen.getGlobalInfo),
    tables: list(module.getNumTables(), (place) => module.getTableByIndex(place), binaryen.getTableInfo),
    memory: "0",
    ...sizesOfMemory(module),
  };
  module.dispose();
  const rest = takeTables(path, bytes, parts);
  const made = () => [first(rest, parts, shared), ...parts.map((part) => later(bytes, own, part, shared))];
  const orders = arrange(own, parts, shared, made());
  const paths = [firstPath, ...parts.map((part) => part.path)];
  made().forEach((file, number) => {
    writeFileSync(paths[number], file);
    reorder(paths[number], orders[number]);
  });
}
