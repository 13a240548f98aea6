// Bundles the editor into web/vendor/editor.js, one module without imports. Trunk runs it before every page build.
// The output is left alone when it would not change, so that live reload does not chase its own tail.

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const target = join(here, "..", "vendor", "editor.js");

let build;
try {
  ({ build } = await import("esbuild"));
} catch {
  console.error("esbuild is not installed here: run `cargo xtask setup` (or `npm ci`) first.");
  process.exit(1);
}

const result = await build({
  entryPoints: [join(here, "editor.mjs")],
  bundle: true,
  format: "esm",
  target: "es2022",
  minify: true,
  legalComments: "inline",
  write: false,
  logLevel: "warning",
});
const bytes = Buffer.from(result.outputFiles[0].contents);

let old;
try {
  old = readFileSync(target);
} catch {
  old = undefined;
}
if (!old?.equals(bytes)) {
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, bytes);
}
