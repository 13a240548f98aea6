// Writes the WebAssembly files of one section in a separate thread: the sections are independent, and each uses one
// core. seal.mjs starts the thread and receives the attributes that name the files.

import { copyFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { parentPort, Worker, workerData } from "node:worker_threads";

import { isRare, lateness } from "./late.mjs";
import { split } from "./split.mjs";

/**
 * Starts the thread for a section. `job` has the staging folder, the name of the whole file, the sizes of its
 * functions, and what tables.mjs knows of it.
 */
export function filesOf(section, job) {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL(import.meta.url), { workerData: { section, ...job } });
    worker.once("message", resolve);
    worker.once("error", reject);
    worker.once("exit", (code) => reject(new Error(`the files of the section ${section} were not written (${code})`)));
  });
}

function write({ section, staging, whole, sizes, linked }) {
  const name = (part) => whole.replace(/_bg\.wasm$/, `_${section}_${part}.wasm`);
  const part = (part, has) => ({ name: part, path: join(staging, name(part)), has });
  const isLate = lateness(section);
  const isLateAndRare = (name) => isLate(name) && isRare(name, sizes.get(name));
  // A copy, because the tools write files beside it, which must not collide with those of another section.
  const own = join(staging, name("whole"));
  copyFileSync(join(staging, whole), own);
  split(own, join(staging, name("bg")), [part("late", isLate), part("rare", isLateAndRare)], linked);
  rmSync(own);
  const { size } = statSync(join(staging, name("bg")));
  return `data-${section}-wasm="${name("bg")}" data-${section}-bytes="${size}" data-${section}-late="${name("late")}" data-${section}-rare="${name("rare")}"`;
}

if (parentPort && workerData?.section) parentPort.postMessage(write(workerData));
