// The licences of the contents of an artefact: crates that are linked into it, parts of Rust's standard library, and
// npm packages that are bundled with it. Reads the sources that cargo and npm downloaded, so it needs no network after
// set-up.
//
// Usage: node web/licences.mjs <title> <crate> <target> <output>
//
// The same lock files and tool chain produce the same text. Must not know how an artefact is built.

import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");

/** File names that hold a licence or a notice. */
const LICENCE = /^(un)?licen[cs]es?([-._].*)?$|^(copying|copyright|notice)([-._].*)?$/i;
/** Folders whose content is not linked. */
const PASSED_OVER = new Set(["tests", "test", "benches", "examples", "docs", "node_modules", "target", ".git"]);

/** The licence texts in a folder and below it, each with its name. */
function textsIn(folder) {
  const entries = readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  return entries.flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return PASSED_OVER.has(entry.name) ? [] : textsIn(path);
    return LICENCE.test(entry.name) && !/\.(rs|js|html)$/.test(entry.name) ? [readFileSync(path, "utf8")] : [];
  });
}

/** The crates that are linked into a crate, without macros, build scripts, tests and the crates of this project. */
function cratesOf(name, target) {
  const options = ["metadata", "--format-version", "1", "--locked", "--filter-platform", target];
  const metadata = JSON.parse(execFileSync("cargo", options, { cwd: root, maxBuffer: 1 << 28, encoding: "utf8" }));
  const packages = new Map(metadata.packages.map((one) => [one.id, one]));
  const nodes = new Map(metadata.resolve.nodes.map((one) => [one.id, one]));
  const linked = new Set();
  const visit = (id) => {
    if (linked.has(id) || packages.get(id).targets.some(({ kind }) => kind.includes("proc-macro"))) return;
    linked.add(id);
    for (const { pkg, dep_kinds } of nodes.get(id).deps) if (dep_kinds.some(({ kind }) => kind === null)) visit(pkg);
  };
  visit(metadata.packages.find((one) => one.name === name).id);
  return [...linked].map((id) => packages.get(id)).filter(({ source }) => source !== null).map((one) => ({
    name: one.name,
    version: one.version,
    licence: one.license ?? "see its text",
    by: one.authors.join(", "),
    texts: textsIn(dirname(one.manifest_path)),
  }));
}

const ENTITIES = { "&#34;": '"', "&#38;": "&", "&#39;": "'", "&#60;": "<", "&#62;": ">", "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"' };
const decoded = (html) => html.replace(/&[#\w]+;/g, (entity) => ENTITIES[entity] ?? entity);

/** Rust's standard library and the crates it contains for a target, from the notices in the tool chain. */
function standardLibrary(target) {
  const rustc = (...options) => execFileSync("rustc", options, { cwd: root, encoding: "utf8" }).trim();
  const version = rustc("--version").split(" ")[1];
  const own = ["LICENSE-APACHE", "LICENSE-MIT"].map((name) => readFileSync(join(root, name), "utf8"));
  const library = { name: "Rust's standard library", version, licence: "MIT OR Apache-2.0", by: "The Rust Project Developers", texts: [own[0]] };
  const sysroot = rustc("--print", "sysroot");
  const notices = join(sysroot, "share", "doc", "rust", "COPYRIGHT-library.html");
  if (!existsSync(notices)) return [library];
  const libraries = readdirSync(join(sysroot, "lib", "rustlib", target, "lib"));
  const isThere = ({ crate }) => libraries.some((file) => file.startsWith(`lib${crate.replaceAll("-", "_")}-`));
  const parts = readFileSync(notices, "utf8").split(/<h3>\S+ /).slice(1).map((part) => {
    const [, name, number] = /^(.+?)-(\d[^<]*)<\/h3>/.exec(part);
    const field = (title) => decoded(new RegExp(`<b>${title}:</b> ([^<]*)<`).exec(part)?.[1] ?? "").trim();
    const texts = [...part.matchAll(/<pre>([\s\S]*?)<\/pre>/g)].map(([, text]) => decoded(text));
    return { crate: name, name: `${name} (in Rust's standard library)`, version: number, licence: field("License"), by: field("Authors"), texts };
  });
  return [library, ...parts.filter(isThere)];
}

/** The npm packages that esbuild put into a bundle, from its report of the inputs. */
export function packagesOf(metafile) {
  const folders = new Set(Object.keys(metafile.inputs).flatMap((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? []));
  return [...folders].map((folder) => {
    const { name, version, license, author } = JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8"));
    const by = typeof author === "string" ? author : (author?.name ?? "");
    return { name, version, licence: license ?? "see its text", by, texts: textsIn(join(root, folder)) };
  });
}

/** A text without the differences between copies of the same licence: line ends, indents and empty lines. */
const normal = (text) => text.replace(/\s+/g, " ").trim();
const compare = (a, b) => (a < b ? -1 : a > b ? 1 : 0);

/** The text for readers: the contents, then each licence text once, below the names it covers. */
function written(title, packages) {
  packages.sort((a, b) => compare(a.name, b.name) || compare(a.version, b.version));
  const texts = new Map();
  const permission = readFileSync(join(root, "LICENSE-MIT"), "utf8").replace(/^[\s\S]*?(?=Permission is)/, "");
  for (const { name, version, licence, by, texts: own } of packages) {
    // A text shorter than the MIT licence only says where the licences are, or who wrote the package.
    const without = own.every((text) => normal(text).length < normal(permission).length);
    const isMit = licence.includes("MIT");
    if (own.every((text) => normal(text) === "") && !isMit) throw new Error(`${name} ${version} (${licence}) has no licence text`);
    const mit = `MIT License\n\nCopyright (c) ${by || `the authors of ${name}`}\n\n${permission}`;
    for (const text of without && isMit ? [...own, mit] : own) {
      const key = normal(text);
      if (key === "") continue;
      if (!texts.has(key)) texts.set(key, { text, names: new Set() });
      texts.get(key).names.add(`${name} ${version}`);
    }
  }
  const rule = "-".repeat(80);
  const sections = [...texts.values()].map(({ text, names }) => ({ names: [...names].join(", "), text: text.replace(/\r\n?/g, "\n").replace(/[ \t]+$/gm, "").replace(/^\n+|\n+$/g, "") }));
  sections.sort((a, b) => compare(a.names, b.names) || compare(a.text, b.text));
  return [
    `Licences of the software in ${title}`,
    "",
    "Hashrange itself is licensed under Apache-2.0 or MIT, at your option. It contains the packages below.",
    "The text of each licence follows once, below the names of the packages that it came with.",
    "",
    ...packages.map(({ name, version, licence }) => `${name} ${version}: ${licence}`),
    ...sections.flatMap(({ names, text }) => ["", rule, names, rule, "", text]),
    "",
  ].join("\n");
}

/** The licences of a crate for a target, with those of npm packages. */
export function licencesOf(title, crate, target, bundled = []) {
  return written(title, [...cratesOf(crate, target), ...standardLibrary(target), ...bundled]);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [title, crate, target, output] = process.argv.slice(2);
  if (!output) throw new Error("usage: node web/licences.mjs <title> <crate> <target> <output>");
  writeFileSync(output, licencesOf(title, crate, target));
}
