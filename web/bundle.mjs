// Bundles what the page loads beside the application: the editor into web/vendor/editor.js, one module without imports,
// all style sheets into web/vendor/page.css, the licences of both into web/vendor/licences.txt, and the words of the
// palette into web/vendor/palette.txt. Runs before every page build. Does not write an unchanged output, so that live
// reload does not restart repeatedly.

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

import { licencesOf, packagesOf } from "./licences.mjs";
import { paletteText } from "./palette.mjs";

const here = dirname(fileURLToPath(import.meta.url));

let build;
try {
  ({ build } = await import("esbuild"));
} catch {
  console.error("esbuild is not installed here: run `cargo xtask setup` (or `npm ci`) first.");
  process.exit(1);
}

/** Writes a file into web/vendor. */
function write(output, bytes) {
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

/** Bundles one entry point into web/vendor, and returns esbuild's report of its inputs. */
async function bundle(entry, output, options) {
  const result = await build({
    entryPoints: [join(here, entry)],
    bundle: true,
    minify: true,
    legalComments: "inline",
    write: false,
    metafile: true,
    absWorkingDir: join(here, ".."),
    logLevel: "warning",
    ...options,
  });
  write(output, Buffer.from(result.outputFiles[0].contents));
  return result.metafile;
}

const editor = await bundle("editor/editor.mjs", "editor.js", { format: "esm", target: "es2022" });
// Current browsers support nested CSS, so the bundle keeps it.
await bundle("styles/page.css", "page.css", { target: "esnext" });
write("palette.txt", Buffer.from(paletteText()));
write("licences.txt", Buffer.from(licencesOf("the page", "hashrange-web", "wasm32-unknown-unknown", packagesOf(editor))));
