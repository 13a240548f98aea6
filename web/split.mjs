// Splits a WebAssembly file into what the page starts with and parts that are loaded later. A part has functions, and
// the constants that it reads and the first file does not (tables.mjs). Memory and all other data stay in the first
// file. The first file has a stub for each function of a part that another file calls. The stub loads the part if
// necessary, and then calls the function. Rust code does not notice this, so a function that is needed early still
// works. The caller decides by name which functions are in which part.

import { readFileSync, writeFileSync } from "node:fs";
import { devNull } from "node:os";
import binaryen from "binaryen";
import { alikeTogether, reorder } from "./order.mjs";
import { takeTables } from "./tables.mjs";
import { FEATURES, sectionsOf, wasmOpt } from "./wasm.mjs";

/** The name of the import by which the first file requests a part. The import's module has the part's name. */
const LOAD = "load";
/** The module name under which a part imports what is in the first file. */
const FIRST = "first";
/** Sections of a WebAssembly file that only the first file has: exports, start, elements, data count, data. */
const OF_FIRST = new Set([7, 8, 9, 12, 11]);

/** The file without the sections that only the first file may have. */
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

/** All elements by number, as binaryen counts them. */
function list(count, at, info) {
  return Array.from({ length: count }, (_, place) => info(at(place)));
}

/**
 * Divides the functions. Each part gets the functions named for it, and the functions that only they call, even if
 * those are named for an earlier part. Returns all functions. Sets the functions of each part and its entries, which
 * other files call.
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

  // File 0 is the first file. It gets the functions that are named for no part.
  const files = [{ has: () => false, entries: new Set(roots) }, ...parts.map(({ has }) => ({ has, entries: new Set() }))];
  const named = (name) => Math.max(0, files.findLastIndex((file) => file.has(name)));
  const home = new Map();
  /**
   * Assigns to a file what its entries reach. Functions of other files become entries of those files. Returns whether
   * there are new entries.
   */
  function reach(file, number) {
    let found = false;
    for (let left = [...file.entries]; left.length > 0; ) {
      const name = left.pop();
      if (!own.has(name)) continue;
      const other = home.get(name) ?? Math.max(named(name), number);
      if (other !== number) {
        // The first file can export its functions, so it needs no entries.
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

/**
 * Replaces a function of a part with a stub, which loads the part and calls the function by its position in the part's
 * table.
 */
function stub(module, part, { name, params, results }, place) {
  const { i32, local, global } = module;
  const operands = binaryen.expandType(params).map((type, index) => local.get(index, type));
  const isLoaded = global.get(`${part.name}.loaded`, binaryen.i32);
  const wait = module.if(i32.eqz(isLoaded), module.call(`${part.name}.load`, [], binaryen.none));
  const call = module.call_indirect(`${part.name}.table`, i32.const(place), operands, params, results);
  module.removeFunction(name);
  module.addFunction(name, params, results, [], module.block(null, [wait, call], results));
}

/** Writes the first file: stubs for the functions of the parts that it calls, and exports of what the parts need. */
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
  // Omits the zeros of constants that were moved to a part.
  module.runPasses(["memory-packing"]);
  return emit(module);
}

/** Writes the file of a part: its functions. It imports everything else from the first file. */
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
 * Sets the order of the functions in all files, and of what the files share. Lists that follow the order of the
 * functions increase in small steps, which compresses well.
 */
function arrange(own, parts, shared, files) {
  const [ofFirst, ...ofParts] = files.map(alikeTogether);
  const away = new Set(parts.flatMap((part) => part.functions));
  const stay = [...own.values()].filter((info) => !away.has(info));
  // The module appends the stubs to the other functions, part by part in the order of their functions.
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

/** The initial and the maximum number of memory pages. -1 means no limit, as in binaryen. */
function sizesOfMemory(module) {
  const { initial, max } = module.getMemoryInfo("0");
  return { initial, maximum: max ?? -1 };
}

/**
 * Splits the file. The rest goes to `firstPath`. Each of `parts` has a name, a path and `has`, which recognises the
 * functions of the part by name. A function that several parts have goes into the last of them. `linked` is the return
 * value of readLinked in tables.mjs.
 */
export function split(path, firstPath, parts, linked) {
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
  const rest = takeTables(path, bytes, parts, linked);
  const made = () => [first(rest, parts, shared), ...parts.map((part) => later(bytes, own, part, shared))];
  const orders = arrange(own, parts, shared, made());
  const paths = [firstPath, ...parts.map((part) => part.path)];
  made().forEach((file, number) => {
    writeFileSync(paths[number], file);
    reorder(paths[number], orders[number]);
  });
}
