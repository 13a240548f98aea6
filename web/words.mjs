// The page's words: writes `words/<language>.txt` beside the program, for every language of `words/`. A text without a
// translation is English there. The titles and promises of translated lessons belong to them. `node web/words.mjs` writes them into
// the page that Trunk has staged. Must not know how the page is built.

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const ENGLISH = "en";

/** The lines `<fingerprint> | <words>` of a file that have words. */
function entries(path) {
  const lines = readFileSync(path, "utf8").split("\n");
  return lines.map((line) => /^([0-9a-f]{8}) \| (.+)$/.exec(line)).filter(Boolean).map(([, fingerprint, words]) => [fingerprint, words]);
}

/** The tags of the page's languages; English first. */
export function languages() {
  const tags = readdirSync(join(root, "words")).map((name) => name.replace(/\.txt$/, ""));
  return [ENGLISH, ...tags.filter((tag) => tag !== ENGLISH).sort()];
}

/** The names of values in words, in the order in which they come first. A brace after the name of a form begins text. */
function names(words) {
  const found = [...words.matchAll(/\{(\w+)(?=[,}])/g)].filter(({ index }) => {
    const before = words.slice(0, index).trimEnd().split(/[\s}]/).at(-1);
    return !/^(zero|one|two|few|many|other|=\d+)$/.test(before);
  });
  return [...new Set(found.map(([, name]) => name))];
}

/** Words whose values are numbered in the order of the English. */
function numbered(words, english) {
  const order = names(english);
  return words.replace(/\{(\w+)(?=[,}])/g, (brace, name) => (order.includes(name) ? `{${order.indexOf(name)}` : brace));
}

/** The titles and promises of the lessons in a language. */
function headsOfLessons(tag) {
  const files = readdirSync(join(root, "lessons")).filter((name) => name.endsWith(`.${tag}.txt`));
  return files.flatMap((name) => {
    const [head] = readFileSync(join(root, "lessons", name), "utf8").split(/^step /m);
    return [...head.matchAll(/^(?:title|promise) ([0-9a-f]{8}) \| (.+)$/gm)].map(([, fingerprint, words]) => `${fingerprint} | ${words}\n`);
  });
}

/** Writes the files of words into a folder. */
export function writeWords(folder) {
  mkdirSync(join(folder, "words"), { recursive: true });
  const english = entries(join(root, "words", `${ENGLISH}.txt`));
  for (const tag of languages()) {
    const own = new Map(entries(join(root, "words", `${tag}.txt`)));
    const lines = english.map(([fingerprint, words]) => `${fingerprint} | ${numbered(own.get(fingerprint) ?? words, words)}\n`);
    writeFileSync(join(folder, "words", `${tag}.txt`), [...lines, ...headsOfLessons(tag)].join(""));
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeWords(process.env.TRUNK_STAGING_DIR);
