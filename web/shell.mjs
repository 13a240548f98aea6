// The shell: what index.html shows before the program is here. Fills in the courses and their lessons, from the same
// files as the program (lessons/courses.json and the heads of the lessons, see web/build.rs).
// `node web/shell.mjs` fills the page that Trunk has staged. Must not know how the page is built.

import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

import { languages } from "./words.mjs";

const lessons = join(dirname(dirname(fileURLToPath(import.meta.url))), "lessons");

const escaped = (text) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** The head of a lesson's file: the lines before its first step. */
function headOf(name) {
  const [head] = readFileSync(join(lessons, name), "utf8").split(/^step /m);
  return Object.fromEntries([...head.matchAll(/^(\w+) +(.*?) *$/gm)].map(([, word, rest]) => [word, rest]));
}

const numberOf = ({ lesson }) => Number(/(\d+)$/.exec(lesson)?.[1]);

function lessonRow({ lesson, title, minutes, promise }) {
  return `<li class="topic-row"><a class="topic-lesson" href="#lesson=${lesson}"><span class="topic-lesson-head"><span class="topic-lesson-name">${escaped(title)}</span><span class="topic-lesson-minutes">${minutes} min</span></span><span class="topic-lesson-promise">${escaped(promise)}</span><span class="topic-lesson-state"></span></a><span class="topic-plan" aria-hidden="true">Plan</span></li>`;
}

function courseCard({ title, about, hue, filled, lines }, own) {
  const minutes = own.reduce((sum, head) => sum + Number(head.minutes), 0);
  return `<article class="topic"><svg class="topic-picture ${hue}" viewBox="0 0 160 52" aria-hidden="true"><path d="${filled}" fill="currentColor"></path><path d="${lines}" fill="none" stroke="currentColor" stroke-width="2"></path></svg><h3>${escaped(title)}</h3><p class="topic-about">${escaped(about)}</p><p class="topic-sum"><span>${own.length} lessons, ${minutes} min</span><span></span></p><ul class="topic-lessons">${own.map(lessonRow).join("")}</ul><span class="topic-plan" aria-hidden="true">Teacher's plans</span></article>`;
}

/** Returns the page with its courses, the number of lessons, the length of the first one, and the page's languages. */
export function filled(page) {
  const courses = JSON.parse(readFileSync(join(lessons, "courses.json"), "utf8"));
  const heads = readdirSync(lessons).filter((name) => /^[\w-]+\.txt$/.test(name)).map(headOf);
  heads.sort((a, b) => numberOf(a) - numberOf(b));
  const cards = courses.map((course) => courseCard(course, heads.filter((head) => head.course === course.course)));
  const values = { courses: cards.join(""), lessons: heads.length, languages: languages().join(" "), minutes: heads.find(({ lesson }) => lesson === "keys-1")?.minutes };
  // `trunk serve` 0.21.14 fills in {{__TRUNK_ADDRESS__}} and the like only when it sends the page, after this.
  return page.replace(/\{\{([a-z]+)\}\}/g, (_, name) => {
    if (values[name] === undefined) throw new Error(`index.html asks for {{${name}}}, which web/shell.mjs does not know`);
    return values[name];
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const path = join(process.env.TRUNK_STAGING_DIR, "index.html");
  writeFileSync(path, filled(readFileSync(path, "utf8")));
}
