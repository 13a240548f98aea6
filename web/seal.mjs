// The last step of a page build. assemble.mjs or Trunk runs it on the staged files. Writes the size of the WebAssembly
// file into the page (for the progress bar). For a release build it first reduces the code and splits off what the page
// can start without, separately for each section (section.mjs). Then it writes the Content-Security-Policy.

import { readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { SECTIONS, SMALLER } from "./late.mjs";
import { filesOf } from "./section.mjs";
import { readLinked } from "./tables.mjs";
import { sizesOf, wasmOpt } from "./wasm.mjs";

const POLICY = [
  "default-src 'self'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  // Endpoints that the reader names must be encrypted or on this machine (README.md, "From the page to a cluster").
  "connect-src 'self' https: http://127.0.0.1:* http://localhost:*",
  "worker-src 'self'",
  "object-src 'none'",
  "base-uri 'self'",
  "form-action 'none'",
].join("; ");

const staging = process.env.TRUNK_STAGING_DIR;
const pagePath = join(staging, "index.html");
let page = readFileSync(pagePath, "utf8");

const wasm = /data-wasm="([^"]+)"/.exec(page);
if (!wasm) throw new Error("index.html has no script tag with a data-wasm attribute; see pattern_script in Trunk.toml");
// Trunk's live reload is an inline script with a web socket, so a page that has it gets no policy.
const liveReload = page.includes("__TRUNK_WS_BASE__");
const release = process.env.TRUNK_PROFILE === "release" && !liveReload;
if (release) {
  const whole = join(staging, wasm[1]);
  const linked = readLinked(whole);
  wasmOpt(...SMALLER, whole, "-o", whole);
  const job = { staging, whole: wasm[1], sizes: sizesOf(whole), linked };
  const files = await Promise.all(SECTIONS.map((section) => filesOf(section, job)));
  rmSync(whole);
  page = page.replace(/data-wasm="[^"]*" data-bytes="" data-late=""/, files.join(" "));
  // The section decides which files are fetched.
  page = page.replace(/<link rel="preload"[^>]*\sas="fetch"[^>]*>/g, "");
} else {
  page = page.replace('data-bytes=""', `data-bytes="${statSync(join(staging, wasm[1])).size}"`);
}

// Browsers ignore a digest on the preload of a fetch, and Chromium warns about it on the console at every visit.
page = page.replace(/<link rel="preload"[^>]*\sas="fetch"[^>]*>/g, (tag) => tag.replace(/\sintegrity="[^"]*"/, ""));

if (release) {
  if (/<script(?![^>]*\bsrc=)[^>]*>/.test(page)) throw new Error("the page has an inline script, which the policy would block");
  if (/\sstyle="/.test(page)) throw new Error("the page has an inline style, which the policy would block");
  const charset = /<meta charset="utf-8"\s*\/?>/;
  if (!charset.test(page)) throw new Error("index.html must open with its charset; the policy is written after it");
  page = page.replace(charset, (tag) => `${tag}<meta http-equiv="Content-Security-Policy" content="${POLICY}">`);
}
writeFileSync(pagePath, page);
