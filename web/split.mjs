// Splits a WebAssembly file in two: what the page starts with, and what it needs a moment later. The second file brings
// functions only; memory, tables and data stay with the first. Where the first calls a function of the second, it holds
// a stub that has the second file loaded if need be, and goes on there: nothing in Rust knows of it, and nothing breaks
// when a function turns out to be wanted early. Which functions are late is the caller's to say, by their names.

import { readFileSync, writeFileSync } from "node:fs";
import { devNull } from "node:os";
import binaryen from "binaryen";
import { alikeTogether, reorder } from "./order.mjs";
import { FEATURES, readLeb, wasmOpt } from "./wasm.mjs";

/** The module name under which the first file imports the word that the second is wanted. */
const LOADER = "late";
/** The module name under which the second file imports parts of the first. */
const FIRST = "first";
/** Sections of a WebAssembly file that only the first keeps: exports, start, elements, data count, data. */
const OF_FIRST = new Set([7, 8, 9, 12, 11]);

/** The file without the sections that must not be there twice. */
function withoutSectionsOfFirst(bytes) {
  const kept = [bytes.subarray(0, 8)];
  for (let at = 8; at < bytes.length; ) {
    const [length, start] = readLeb(bytes, at + 1);
    if (!OF_FIRST.has(bytes[at])) kept.push(bytes.subarray(at, start + length));
    at = start + length;
  }
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
 * The functions that go into the second file, and those among them the first must be able to reach.
 *
 * Late are those named so, and whatever only they call.
 */
function sort(module, calls, isLate) {
  const all = list(module.getNumFunctions(), (place) => module.getFunctionByIndex(place), binaryen.getFunctionInfo);
  const own = new Map(all.filter((info) => !info.base).map((info) => [info.name, info]));
  const segments = list(module.getNumElementSegments(), (place) => module.getElementSegmentByIndex(place), binaryen.getElementSegmentInfo);
  const exported = list(module.getNumExports(), (place) => module.getExportByIndex(place), binaryen.getExportInfo)
    .filter((info) => info.kind === binaryen.ExternalFunction)
    .map((info) => info.value);
  const start = module.getStart();
  const roots = [...exported, ...segments.flatMap((segment) => segment.data)];
  if (start) roots.push(binaryen.getFunctionInfo(start).name);

  const reached = new Set();
  const entries = new Set();
  for (let left = roots; left.length > 0; ) {
    const name = left.pop();
    if (!own.has(name)) continue;
    if (isLate(name)) {
      entries.add(name);
    } else if (!reached.has(name)) {
      reached.add(name);
      left.push(...(calls.get(name) ?? []));
    }
  }
  const late = [...own.values()].filter((info) => !reached.has(info.name));
  return { own, late, entries: late.filter((info) => entries.has(info.name)) };
}

/** A function in the place of one that is late: has it loaded, and calls it by its place in the table. */
function stub(module, { name, params, results }, place) {
  const { i32, local, global } = module;
  const operands = binaryen.expandType(params).map((type, index) => local.get(index, type));
  const wait = module.if(i32.eqz(global.get("late.loaded", binaryen.i32)), module.call("late.load", [], binaryen.none));
  const call = module.call_indirect("late.table", i32.const(place), operands, params, results);
  module.removeFunction(name);
  module.addFunction(name, params, results, [], module.block(null, [wait, call], results));
}

/** Makes the first file: stubs for what it may call of the second, exports of what the second needs. */
function first(bytes, parts, shared) {
  const module = binaryen.readBinary(bytes);
  allowFeatures(module);
  module.addTable("late.table", parts.entries.length, parts.entries.length);
  module.addGlobal("late.loaded", binaryen.i32, true, module.i32.const(0));
  module.addFunctionImport("late.load", LOADER, "load", binaryen.none, binaryen.none);
  const entries = new Map(parts.entries.map((info, place) => [info.name, place]));
  for (const info of parts.late) {
    if (entries.has(info.name)) stub(module, info, entries.get(info.name));
    else module.removeFunction(info.name);
  }
  shared.functions.forEach((info, place) => module.addFunctionExport(info.name, `f${place.toString(36)}`));
  shared.globals.forEach((info, place) => module.addGlobalExport(info.name, `g${place}`));
  shared.tables.forEach((info, place) => module.addTableExport(info.name, `t${place}`));
  module.addTableExport("late.table", "late");
  module.addGlobalExport("late.loaded", "loaded");
  module.addMemoryExport(shared.memory, "m");
  return emit(module);
}

/** Makes the second file: the late functions, with everything else taken from the first. */
function second(bytes, parts, shared) {
  const module = binaryen.readBinary(withoutSectionsOfFirst(bytes));
  allowFeatures(module);
  const late = new Set(parts.late.map((info) => info.name));
  const imported = new Map(shared.functions.map((info, place) => [info.name, `f${place.toString(36)}`]));
  for (const info of parts.own.values()) {
    if (late.has(info.name)) continue;
    module.removeFunction(info.name);
    if (imported.has(info.name)) module.addFunctionImport(info.name, FIRST, imported.get(info.name), info.params, info.results);
  }
  shared.globals.forEach((info, place) => module.addGlobalImport(info.name, FIRST, `g${place}`, info.type, info.mutable));
  shared.tables.forEach((info, place) => module.addTableImport(info.name, FIRST, `t${place}`));
  module.addMemoryImport(shared.memory, FIRST, "m", false);
  const { length } = parts.entries;
  module.addTable("late.table", length, length);
  module.addTableImport("late.table", FIRST, "late");
  module.addActiveElementSegment("late.table", "late", parts.entries.map((info) => info.name), module.i32.const(0));
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
 * The orders of the functions in both files, and with them of what the files share: what stands in the order of functions
 * is a row of small steps, which packs well.
 */
function arrange(parts, shared, files) {
  const [ofFirst, ofSecond] = files.map(alikeTogether);
  const late = new Set(parts.late);
  const entries = new Set(parts.entries);
  const stay = [...parts.own.values()].filter((info) => !late.has(info));
  // Stubs stand where the module got them: behind the others, in the order of the late functions.
  const inFirst = [...stay, ...parts.late.filter((info) => entries.has(info))];
  const inSecond = [...parts.own.values()].filter((info) => late.has(info));
  const arranged = ofSecond.map((place) => inSecond[place]);
  parts.entries = arranged.filter((info) => entries.has(info));
  const row = new Map(parts.entries.map((info, place) => [info, place]));
  const kind = ({ params, results }) => `${params} ${results}`;
  const stubs = ofFirst.filter((place) => row.has(inFirst[place]));
  stubs.sort((a, b) => kind(inFirst[a]).localeCompare(kind(inFirst[b])) || row.get(inFirst[a]) - row.get(inFirst[b]));
  const first = [...ofFirst.filter((place) => !row.has(inFirst[place])), ...stubs];
  const wanted = new Set(shared.functions);
  shared.functions = first.map((place) => inFirst[place]).filter((info) => wanted.has(info));
  return [first, ofSecond];
}

/** Splits the file: the first part goes to `firstPath`, the second to `latePath`. */
export function split(path, firstPath, latePath, isLate) {
  const bytes = readFileSync(path);
  const module = binaryen.readBinary(bytes);
  const calls = callsOf(path);
  const parts = sort(module, calls, isLate);
  const wanted = new Set(parts.late.flatMap((info) => calls.get(info.name) ?? []));
  const late = new Set(parts.late.map((info) => info.name));
  const shared = {
    functions: [...parts.own.values()].filter((info) => wanted.has(info.name) && !late.has(info.name)),
    globals: list(module.getNumGlobals(), (place) => module.getGlobalByIndex(place), binaryen.getGlobalInfo),
    tables: list(module.getNumTables(), (place) => module.getTableByIndex(place), binaryen.getTableInfo),
    memory: "0",
  };
  module.dispose();
  const orders = arrange(parts, shared, [first(bytes, parts, shared), second(bytes, parts, shared)]);
  writeFileSync(firstPath, first(bytes, parts, shared));
  writeFileSync(latePath, second(bytes, parts, shared));
  reorder(firstPath, orders[0]);
  reorder(latePath, orders[1]);
}
