// The service worker of a version of the page: web/service-worker.js with the digests of the files that it stores.
// Must not know what the files are for.

import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Returns the paths of all files below a folder, relative to it. */
export function filesBelow(folder) {
  const entries = readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  return entries.flatMap((entry) => (entry.isDirectory() ? filesBelow(join(folder, entry.name)).map((name) => `${entry.name}/${name}`) : entry.name));
}

/** Writes the service worker of the page in `site`, whose other files are in `folder` there. */
export function writeServiceWorker(site, folder) {
  const digest = (name) => createHash("sha256").update(readFileSync(join(site, name))).digest("base64");
  const names = filesBelow(join(site, folder)).map((name) => `${folder}/${name}`);
  const files = Object.fromEntries([["", digest("index.html")], ...names.map((name) => [name, digest(name)])]);
  const text = readFileSync(new URL("service-worker.js", import.meta.url), "utf8");
  writeFileSync(join(site, "service-worker.js"), `const VERSION = ${JSON.stringify({ folder, files })};\n${text}`);
}
