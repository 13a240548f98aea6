// Assembles the release page from the output of cargo, wasm-bindgen and esbuild:
// `node web/assemble.mjs <module> <dist>`. `<module>` is the folder that wasm-bindgen wrote. Executes the links of
// index.html that are marked `data-trunk`, with the settings of Trunk.toml. So `cargo xtask build` needs no Trunk, and
// index.html stays the only list of the page's files. An unknown kind of link fails the build. `trunk build --release`
// writes the same files under other names.

import { createHash } from "node:crypto";
import { cpSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, rmdirSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const root = dirname(here);
const [module, dist] = process.argv.slice(2);
/** Holds the page's files until all are written. The folder has the name that Trunk uses. */
const staging = join(dist, ".stage");

/** A value of Trunk.toml. */
function setting(name) {
  const value = new RegExp(`^${name} = (["'])(.*)\\1$`, "m").exec(readFileSync(join(root, "Trunk.toml"), "utf8"));
  if (!value) throw new Error(`Trunk.toml has no ${name}`);
  return value[2];
}

const base = setting("public_url");

/** Returns 16 digits of a digest. They change with the contents. */
function digest(...contents) {
  const hash = createHash("sha256");
  for (const content of contents) hash.update(content);
  return hash.digest("hex").slice(0, 16);
}

/** Returns the digest by which a browser checks a file. */
function integrity(path) {
  return `sha384-${createHash("sha384").update(readFileSync(path)).digest("base64")}`;
}

/** Returns the paths of all files below a folder, relative to it. */
function filesBelow(folder) {
  const entries = readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  return entries.flatMap((entry) => (entry.isDirectory() ? filesBelow(join(folder, entry.name)).map((name) => `${entry.name}/${name}`) : entry.name));
}

/** Copies the program under a name that changes with it, and with the scripts and profiles that later divide it. */
function takeProgram(name) {
  const scripts = readdirSync(here).filter((file) => /\.(mjs|txt)$/.test(file)).sort();
  const parts = [`${name}_bg.wasm`, `${name}.js`].map((file) => join(module, file));
  const hashed = `${name}-${digest(...[...parts, ...scripts.map((file) => join(here, file))].map((path) => readFileSync(path)))}`;
  cpSync(join(module, `${name}_bg.wasm`), join(staging, `${hashed}_bg.wasm`));
  cpSync(join(module, `${name}.js`), join(staging, `${hashed}.js`));
  const snippets = readdirSync(module).includes("snippets") ? filesBelow(join(module, "snippets")) : [];
  if (snippets.length > 0) cpSync(join(module, "snippets"), join(staging, "snippets"), { recursive: true });
  const modules = [`${hashed}.js`, ...snippets.map((file) => `snippets/${file}`)];
  const preloads = modules.map(
    (file) => `<link rel="modulepreload" href="${base}${file}" crossorigin="anonymous" integrity="${integrity(join(staging, file))}">`,
  );
  const values = { base, js: `${hashed}.js`, wasm: `${hashed}_bg.wasm` };
  const script = setting("pattern_script").replace(/\{(base|js|wasm)\}/g, (_, value) => values[value]);
  return { script, preloads: preloads.join("") };
}

/** Executes a link. Returns the text that replaces it, and the text for the end of the head. */
function carryOut({ rel, href, ...attributes }) {
  const path = join(root, href);
  const target = join(staging, attributes["data-target-path"] ?? "");
  switch (rel) {
    case "css": {
      const name = basename(href).replace(/\.css$/, `-${digest(readFileSync(path))}.css`);
      cpSync(path, join(target, name));
      return { instead: `<link rel="stylesheet" href="${base}${name}" integrity="${integrity(path)}"/>` };
    }
    case "copy-file":
    case "copy-dir":
      cpSync(path, join(target, basename(href)), { recursive: true });
      return {};
    case "rust": {
      const { script, preloads } = takeProgram(attributes["data-bin"]);
      return { instead: script, ofHead: preloads };
    }
    default:
      throw new Error(`index.html has a link of the kind "${rel}", which web/assemble.mjs does not know`);
  }
}

rmSync(staging, { recursive: true, force: true });
mkdirSync(staging, { recursive: true });
let ofHead = "";
const shell = readFileSync(join(root, "index.html"), "utf8");
const page = shell.replace(/<link data-trunk ([^>]*)\/>/g, (_, text) => {
  const attributes = Object.fromEntries([...text.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name, value]) => [name, value]));
  const outcome = carryOut(attributes);
  ofHead += outcome.ofHead ?? "";
  return outcome.instead ?? "";
});
if (page.includes("data-trunk")) throw new Error("index.html has a mark `data-trunk` that web/assemble.mjs cannot read");
writeFileSync(join(staging, "index.html"), page.replace("</head>", () => `${ofHead}</head>`));

process.env.TRUNK_STAGING_DIR = staging;
process.env.TRUNK_PROFILE = "release";
await import("./seal.mjs");

for (const name of readdirSync(dist)) if (name !== ".stage") rmSync(join(dist, name), { recursive: true });
for (const name of readdirSync(staging)) renameSync(join(staging, name), join(dist, name));
rmdirSync(staging);
