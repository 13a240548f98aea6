// Assembles the release page from the output of cargo, wasm-bindgen and esbuild:
// `node web/assemble.mjs <module> <dist>`. `<module>` is the folder that wasm-bindgen wrote. Executes the links of
// index.html that are marked `data-trunk`, with the settings of Trunk.toml, so index.html stays the only list of the
// page's files. An unknown kind of link fails the build. Everything but index.html and the service worker goes into a
// folder whose name is a digest of its content, so a host may let browsers keep it forever. Files that compress have a
// compressed copy beside them, for hosts that send such copies.

import { createHash } from "node:crypto";
import { cpSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, rmdirSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

import { build } from "esbuild";
import { LONG, renamed } from "./imports.mjs";
import { filled } from "./shell.mjs";
import { shrink } from "./shrink.mjs";
import { filesBelow, writeServiceWorker } from "./version.mjs";
import { writeWords } from "./words.mjs";

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

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const [module, dist] = process.argv.slice(2);
/** Holds the page's files until all are written. */
const staging = join(dist, ".stage");
const files = join(staging, "files");
/** Stands for the folder's address until its content is complete. */
const FOLDER = "{{folder}}";

/** A value of Trunk.toml. */
function setting(name) {
  const value = new RegExp(`^${name} = (["'])(.*)\\1$`, "m").exec(readFileSync(join(root, "Trunk.toml"), "utf8"));
  if (!value) throw new Error(`Trunk.toml has no ${name}`);
  return value[2];
}

/** Returns the digest by which a browser checks a file. */
function integrity(name) {
  return `sha384-${createHash("sha384").update(readFileSync(join(files, name))).digest("base64")}`;
}

/**
 * Bundles the program's JavaScript into one file, so that a browser that loads it again gets all of it. Returns the
 * short names of the functions that WebAssembly imports from it.
 */
async function bundle(name) {
  const { mangleCache } = await build({
    entryPoints: [join(module, `${name}.js`)],
    outfile: join(files, `${name}.js`),
    bundle: true,
    format: "esm",
    minify: true,
    target: "es2022",
    logLevel: "warning",
    // wasm-bindgen names the module of late files once for each of its functions.
    logOverride: { "duplicate-object-key": "silent" },
    mangleProps: LONG,
    mangleCache: {},
  });
  return mangleCache;
}

/** Writes the program's files. Returns the script tag that starts it, and the tags that fetch the first files early. */
async function takeProgram(name) {
  const parts = readdirSync(module).filter((file) => file.endsWith(".wasm"));
  const names = await bundle(name);
  await Promise.all(parts.map((file) => shrink(join(module, file), join(files, file))));
  for (const file of parts) writeFileSync(join(files, file), renamed(readFileSync(join(files, file)), names));
  const [js, wasm] = [`${name}.js`, `${name}_bg.wasm`];
  const early = [js, "engine.mjs"].map((file) => `<link rel="modulepreload" href="${FOLDER}${file}" integrity="${integrity(file)}">`);
  early.push(`<link rel="preload" href="${FOLDER}${wasm}" as="fetch" type="application/wasm" crossorigin="anonymous">`);
  const values = { base: FOLDER, js, wasm };
  const script = setting("pattern_script")
    .replace(/\{(base|js|wasm)\}/g, (_, value) => values[value])
    .replace('data-bytes=""', `data-bytes="${statSync(join(files, wasm)).size}"`);
  return { script, early: early.join("") };
}

/** Executes a link. Returns the text that replaces it, and the text for the end of the head. */
async function carryOut({ rel, href, ...attributes }) {
  const name = basename(href);
  switch (rel) {
    case "css":
      cpSync(join(root, href), join(files, name));
      return { instead: `<link rel="stylesheet" href="${FOLDER}${name}" integrity="${integrity(name)}"/>` };
    case "copy-file":
    case "copy-dir":
      cpSync(join(root, href), join(files, attributes["data-target-path"] ?? "", name), { recursive: true });
      return { instead: "" };
    case "rust": {
      const { script, early } = await takeProgram(attributes["data-bin"]);
      return { instead: script, ofHead: early };
    }
    default:
      throw new Error(`index.html has a link of the kind "${rel}", which web/assemble.mjs does not know`);
  }
}

/** Writes `file.gz` beside each file of these kinds. */
function compress() {
  for (const name of filesBelow(staging).filter((name) => /\.(css|html|js|json|mjs|txt|wasm)$/.test(name))) {
    writeFileSync(join(staging, `${name}.gz`), gzipSync(readFileSync(join(staging, name)), { level: 9 }));
  }
}

/** Returns the page with its links executed. The program comes last, because its tags name files of other links. */
async function linked(shell) {
  const links = [...shell.matchAll(/<link data-trunk ([^>]*)\/>/g)].map(([tag, text]) => {
    return { tag, ...Object.fromEntries([...text.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name, value]) => [name, value])) };
  });
  links.sort((a, b) => (a.rel === "rust") - (b.rel === "rust"));
  let page = shell;
  let ofHead = "";
  for (const { tag, ...link } of links) {
    const outcome = await carryOut(link);
    page = page.replace(tag, () => outcome.instead);
    ofHead += outcome.ofHead ?? "";
  }
  if (page.includes("data-trunk")) throw new Error("index.html has a mark `data-trunk` that web/assemble.mjs cannot read");
  ofHead += `<link rel="manifest" href="${FOLDER}manifest.json"><link rel="apple-touch-icon" href="${FOLDER}icons/icon-maskable.png">`;
  return page.replace("</head>", () => `${ofHead}</head>`);
}

/** Writes the policy into the page. Refuses a page that the policy would break. */
function underPolicy(page) {
  if (/<script(?![^>]*\bsrc=)[^>]*>/.test(page)) throw new Error("the page has an inline script, which the policy would block");
  if (/\sstyle="/.test(page)) throw new Error("the page has an inline style, which the policy would block");
  const charset = /<meta charset="utf-8"\s*\/?>/;
  if (!charset.test(page)) throw new Error("index.html must open with its charset; the policy is written after it");
  return page.replace(charset, (tag) => `${tag}<meta http-equiv="Content-Security-Policy" content="${POLICY}">`);
}

rmSync(staging, { recursive: true, force: true });
mkdirSync(files, { recursive: true });
const shell = filled(readFileSync(join(root, "index.html"), "utf8"));
const page = underPolicy(await linked(shell));
writeWords(files);
// The page counts too, because a version is the page with its files.
const hash = createHash("sha256").update(page);
for (const name of filesBelow(files)) hash.update(name).update(readFileSync(join(files, name)));
const folder = hash.digest("hex").slice(0, 16);
renameSync(files, join(staging, folder));
writeFileSync(join(staging, "index.html"), page.replaceAll(FOLDER, `${setting("public_url")}${folder}/`));
writeServiceWorker(staging, folder);
compress();

for (const name of readdirSync(dist)) if (name !== ".stage") rmSync(join(dist, name), { recursive: true });
for (const name of readdirSync(staging)) renameSync(join(staging, name), join(dist, name));
rmdirSync(staging);
