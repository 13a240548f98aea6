// The contract between a step and its picture, in the browser: at each stop of a lesson, the names that the words quote or
// that the step shows are texts of the picture in its visible part, and the load's figures are the same in both.

import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { LESSONS, LessonPanel } from "./pages/lesson.mjs";
import { Stage } from "./pages/stage.mjs";
import { expect, test } from "./pages/test.mjs";
import { atWidths } from "./pages/widths.mjs";

const folder = resolve(dirname(fileURLToPath(import.meta.url)), "../../lessons");
/** Two lessons, or all of them with HASHRANGE_FULL. */
const WALKED = process.env.HASHRANGE_FULL ? LESSONS : ["keys-1", "gsi-2"];

/**
 * The names that each step shows: global indexes as titles, local ones as labels, and keys. An index that the step itself
 * creates is not there at its question.
 */
function subjectsOf(id) {
  const lines = readFileSync(resolve(folder, `${id}.txt`), "utf8").split("\n");
  const steps = lines.flatMap((line, at) => (line.startsWith("step ") ? [at] : []));
  return steps.map((at, place) => {
    const step = lines.slice(at, steps[place + 1]);
    const show = step.find((line) => line.startsWith("show "));
    const parts = show.slice(5).split(", ");
    const names = parts.flatMap((part) => /^(?:partition|key|index) (.+)$/.exec(part)?.slice(1) ?? []);
    return names.filter((name) => !step.some((line) => line.includes(`"Create":{"IndexName":"${name}"`)));
  });
}

/** The texts of the picture that lie in the visible part of the stage. */
function visibleTexts(page) {
  return page.locator(".stage-svg").evaluate((svg) => {
    const frames = [".stage-room", ".stage-pane"].map((name) => svg.closest(name).getBoundingClientRect());
    const seen = (box) =>
      box.width > 0 && frames.every((frame) => box.top >= frame.top - 1 && box.bottom <= frame.bottom + 1);
    return [...svg.querySelectorAll("text")]
      .filter((text) => seen(text.getBoundingClientRect()))
      .map((text) => text.textContent);
  });
}

/** Whether a text has a name, whole or shortened in the middle. */
function isNamed(text, name) {
  if (text.includes(name)) return true;
  const cut = text.indexOf("…");
  if (cut < 0) return false;
  const head = text.slice(0, cut).replace(/^[■□▲] /, "");
  const tail = text.slice(cut + 1).split(" ")[0];
  return head.length > 1 && name.startsWith(head) && name.endsWith(tail);
}

atWidths([1440, 390], () => {
  for (const id of WALKED) {
    test(`${id}: each stop shows what its words are about`, async ({ page }) => {
      test.setTimeout(600_000);
      const lesson = new LessonPanel(page);
      const stage = new Stage(page);
      const subjects = subjectsOf(id);
      await page.goto(`./#lesson=${id}`);
      for (const [at, names] of subjects.entries()) {
        await lesson.at(at + 1);
        await expect(stage.picture).toBeVisible();
        for (const name of names) {
          const found = async () => (await visibleTexts(page)).some((text) => isNamed(text, name));
          await expect.poll(found, { message: `${id}, step ${at + 1}: ${name}` }).toBe(true);
        }
        await lesson.solve();
        if (at + 1 < subjects.length) await lesson.on(lesson.next);
      }
    });
  }
});
