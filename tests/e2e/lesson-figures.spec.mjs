// Figures in the texts of lessons equal those in the picture, at the step and after a return to it, on a wide screen
// and on a phone. The requests of a step are looked at one by one.

import { LessonPanel } from "./pages/lesson.mjs";
import { Stage } from "./pages/stage.mjs";
import { expect, test } from "./pages/test.mjs";
import { atWidths } from "./pages/widths.mjs";

/** A figure in the text, and its place in the picture: a part of the stage, and the words around the figure. */
const figure = (value, part, words) => ({ value, part, words });
const grouped = (value) => value.replace(/\B(?=(\d{3})+$)/g, ",");

const items = (value) => figure(value, (stage) => stage.table, `${grouped(value)} items?`);
const entries = (index, value) => figure(value, (stage) => stage.index(index), `${grouped(value)} (entry|entries)`);
const throttled = (value) => figure(value, (stage) => stage.requests, `${grouped(value)} throttled`);
const count = (value) => figure(value, (stage) => stage.client, `${grouped(value)} items?, `);
const readable = (value) => figure(value, (stage) => stage.expiry, `${value} (expired, still )?readable`);
const collection = (key, value) => figure(value, (stage) => stage.collection(key), `${grouped(value)} of 10,240 B`);

/** The links of steps with their numbers, and the figures of their texts and of the right reply to a question. */
const STEPS = [
  ["keys-1/table", 1, [items("4")]],
  ["keys-2/ceiling", 2, [], [throttled("200")]],
  ["gsi-2/three", 1, [items("3")], [items("4"), entries("GameTitleIndex", "3")]],
  ["gsi-2/right-type", 5, [items("5"), entries("GameTitleIndex", "5")]],
  ["ttl-1/read", 5, [items("5"), readable("2")], [count("5")]],
  ["lsi-5/collection", 1, [], [collection("S3", "804")]],
];

/** Reads figures in the text and in the picture. */
async function readBoth(lesson, stage, figures) {
  for (const { value, part, words } of figures) {
    await expect(lesson.figures.filter({ hasText: new RegExp(`^${value}$`) }).first()).toBeVisible();
    const text = part(stage).locator("text").filter({ hasText: new RegExp(`(?<![\\d.,])${words}`) });
    await expect(text.first(), `${words} in the picture`).toBeVisible();
  }
}

atWidths([1440, 390], () => {
  for (const [link, number, shown, replied] of STEPS) {
    test(`${link}: the picture has the figures of the words, forth and back`, async ({ page }) => {
      test.setTimeout(120_000);
      const lesson = new LessonPanel(page);
      const stage = new Stage(page);
      await page.goto(`./#lesson=${link}`);
      await lesson.at(number);
      await readBoth(lesson, stage, shown);
      if (!replied) return;
      await lesson.predict();
      await readBoth(lesson, stage, replied);
      await lesson.on(lesson.back);
      await readBoth(lesson, stage, shown);
      await lesson.on(lesson.next);
      await readBoth(lesson, stage, replied);
    });
  }
});

test("a step lists its requests, and the stage shows the one that is chosen", async ({ page }) => {
  const lesson = new LessonPanel(page);
  const stage = new Stage(page);
  const sent = (name) => lesson.sent.getByRole("button", { name });
  await page.goto("./#lesson=gsi-2/right-type");
  await lesson.at(5);
  await expect(lesson.sent.getByRole("listitem")).toHaveCount(2);
  const refused = sent("PutItem × ValidationException");
  await refused.click();
  await expect(refused).toHaveAttribute("aria-pressed", "true");
  await expect(stage.client).toContainText("ValidationException");
  const answered = sent("PutItem 500 2 WCU");
  await answered.click();
  await expect(answered).toHaveAttribute("aria-pressed", "true");
  await expect(refused).toHaveAttribute("aria-pressed", "false");
  await expect(stage.sentence).toHaveText("PutItem 500 wrote 1 item in P0 for 2 WCU.");
  await page.goto("./#lesson=gsi-1/two");
  await lesson.at(1);
  await expect(stage.picture).toHaveAccessibleName("Stage of Many");
  await sent("Query 101 of Few 1 item, 0.5 RCU").click();
  await expect(stage.picture).toHaveAccessibleName("Stage of Few");
  await expect(stage.sentence).toHaveText("Query 101 read 1 item in P0 for 0.5 RCU.");
});
