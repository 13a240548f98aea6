// Bundles what the page loads beside the application: the editor into web/vendor/editor.js, one module without imports,
// and all style sheets into web/vendor/page.css. Trunk runs it before every page build. An output is left alone when it
// would not change, so that live reload does not chase its own tail.

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));

let build;
try {
  ({ build } = await import("esbuild"));
} catch {
  console.error("esbuild is not installed here: run `cargo xtask setup` (or `npm ci`) first.");
  process.exit(1);
}

/** Bundles one entry point into web/vendor. */
async function bundle(entry, output, options) {
  const result = await build({
    entryPoints: [join(here, entry)],
    bundle: true,
    minify: true,
    legalComments: "inline",
    write: false,
    logLevel: "warning",
    ...options,
  });
  const bytes = Buffer.from(result.outputFiles[0].contents);
  const target = join(here, "vendor", output);
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
}

await bundle("editor/editor.mjs", "editor.js", { format: "esm", target: "es2022" });
// What browsers of today understand stays as it is: the sheets are written in nested CSS.
await bundle("styles/page.css", "page.css", { target: "esnext" });
