// The palette's file: its places and synonyms (web/palette), and the titles of lessons and their steps (lessons/*.txt),
// in the format that web/src/state/palette.rs reads. Must not know how the page finds anything.

import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** The lines of a file, without comments and empty lines. */
function linesOf(name) {
  const lines = readFileSync(join(root, "web", "palette", name), "utf8").split("\n");
  return lines.filter((line) => line !== "" && !line.startsWith("#"));
}

/** A lesson and its steps, as places. */
function placesOf(name) {
  const [head, ...steps] = readFileSync(join(root, "lessons", name), "utf8").split(/^step /m);
  const member = (text, word) => new RegExp(`^${word} +(.*?) *$`, "m").exec(text)?.[1];
  const [id, title] = [member(head, "lesson"), member(head, "title")];
  const places = steps.map((step) => `lesson/${id}/${step.split("\n", 1)[0].trim()} | ${member(step, "title")} | ${title}`);
  return [`lesson/${id} | ${title} | lesson, ${member(head, "minutes")} min`, ...places];
}

/** The text of the file. Synonyms come last, because they lead to the places above. */
export function paletteText() {
  const lessons = readdirSync(join(root, "lessons")).filter((name) => /^[\w-]+\.txt$/.test(name)).sort();
  return `${[...linesOf("places.txt"), ...lessons.flatMap(placesOf), ...linesOf("synonyms.txt")].join("\n")}\n`;
}
