// The last step of a page build, run by Trunk on the staged files: writes the size of the WebAssembly file into the
// page (for the progress bar). For a release build it makes the code small first, splits off what the page can start
// without, for each door anew, puts the functions in order, and writes the Content-Security-Policy.

import { readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { DOORS, isRare, lateness, SMALLER } from "./late.mjs";
import { split } from "./split.mjs";
import { sizesOf, wasmOpt } from "./wasm.mjs";

const POLICY = [
  "default-src 'self'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  // Endpoints that the reader names, and no others: encrypted, or on this machine (README.md, "From the page to a cluster").
  "connect-src 'self' https: http://127.0.0.1:* http://localhost:*",
  "worker-src 'self'",
  "object-src 'none'",
  "base-uri 'self'",
  "form-action 'none'",
].join("; ");

/** Writes the files of a door; gives the attributes that name them. */
function filesOf(door, whole, sizes) {
  const name = (part) => wasm[1].replace(/_bg\.wasm$/, `_${door}_${part}.wasm`);
  const part = (part, has) => ({ name: part, path: join(staging, name(part)), has });
  const isLate = lateness(door);
  const isLateAndRare = (name) => isLate(name) && isRare(name, sizes.get(name));
  split(whole, join(staging, name("bg")), [part("late", isLate), part("rare", isLateAndRare)]);
  const { size } = statSync(join(staging, name("bg")));
  return `data-${door}-wasm="${name("bg")}" data-${door}-bytes="${size}" data-${door}-late="${name("late")}" data-${door}-rare="${name("rare")}"`;
}

const staging = process.env.TRUNK_STAGING_DIR;
const pagePath = join(staging, "index.html");
let page = readFileSync(pagePath, "utf8");

const wasm = /data-wasm="([^"]+)"/.exec(page);
if (!wasm) throw new Error("index.html has no script tag with a data-wasm attribute; see pattern_script in Trunk.toml");
// Trunk's live reload is an inline script with a web socket, so a page that carries it gets no policy.
const liveReload = page.includes("__TRUNK_WS_BASE__");
const release = process.env.TRUNK_PROFILE === "release" && !liveReload;
if (release) {
  const whole = join(staging, wasm[1]);
  wasmOpt(...SMALLER, whole, "-o", whole);
  const sizes = sizesOf(whole);
  const files = DOORS.map((door) => filesOf(door, whole, sizes));
  rmSync(whole);
  page = page.replace(/data-wasm="[^"]*" data-bytes="" data-late=""/, files.join(" "));
  // The door decides which files are fetched.
  page = page.replace(/<link rel="preload"[^>]*\sas="fetch"[^>]*>/g, "");
} else {
  page = page.replace('data-bytes=""', `data-bytes="${statSync(join(staging, wasm[1])).size}"`);
}

// Browsers ignore a digest on the preload of a fetch, and Chromium says so on the console of every visit.
page = page.replace(/<link rel="preload"[^>]*\sas="fetch"[^>]*>/g, (tag) => tag.replace(/\sintegrity="[^"]*"/, ""));

if (release) {
  if (/<script(?![^>]*\bsrc=)[^>]*>/.test(page)) throw new Error("the page has an inline script, which the policy would block");
  if (/\sstyle="/.test(page)) throw new Error("the page has an inline style, which the policy would block");
  const charset = /<meta charset="utf-8"\s*\/?>/;
  if (!charset.test(page)) throw new Error("index.html must open with its charset; the policy is written after it");
  page = page.replace(charset, (tag) => `${tag}<meta http-equiv="Content-Security-Policy" content="${POLICY}">`);
}
writeFileSync(pagePath, page);
