// Every scene to its end, back, forth and over a reload: every figure on the page is at each caption what it was at first. At the
// usual width; where HASHRANGE_FULL is set, at every width there is a layout for.

import { expect, test } from "./pages/test.mjs";
import { WIDTHS, atWidths } from "./pages/widths.mjs";

/** Titles with figures that captions must show on the way, by the caption's number. */
const SCENES = [
  ["A leaderboard that lags", { 2: ["5000", "1"], 3: ["104", "4200"], 5: ["101", "5000"] }],
  ["A sparse index", { 1: ["60", "3"], 2: ["3", "5.5"], 3: ["3", "0.5"], 4: ["2", "60"] }],
  ["An index for a loaded table", { 1: ["400"], 5: ["ACTIVE", "396", "2"] }],
  ["An index that throttles its table", { 1: ["60"] }],
  ["Sessions that expire within 48 hours", { 1: ["5"], 2: ["4", "0"], 7: ["4", "1"] }],
  ["A hot key, and write sharding", { 2: ["300", "200"], 3: ["500", "0"] }],
  ["An item collection that is full", { 3: ["ItemCollectionSizeLimitExceededException", "7595"] }],
  ["A stale read", { 3: ["10", "0.5"], 4: ["9", "1"], 5: ["9", "0"] }],
];

/** Walks to the end, and keeps what is seen at every caption. */
async function walkToTheEnd(scene, figures) {
  const count = await scene.count();
  const seen = [];
  for (let number = 1; number <= count; number += 1) {
    if (number > 1) await scene.onTo(number);
    await expect(scene.caption).not.toContainText("otherwise");
    if (figures[number]) await expect(scene.figures).toHaveText(figures[number]);
    seen[number] = await scene.seen();
  }
  await expect(scene.next).toBeDisabled();
  await expect(scene.checks.first()).toBeVisible();
  for (const check of await scene.checks.all()) await expect(check).toContainText("✓ as expected");
  return seen;
}

/** Walks back from the end to the beginning, and on to the end again. */
async function walkBackAndForth(scene, seen, when) {
  const count = seen.length - 1;
  const isAsBefore = (number, way) =>
    expect.poll(() => scene.seen(), `${way} at step ${number}${when}`).toEqual(seen[number]);
  await isAsBefore(count, "still");
  for (let number = count - 1; number >= 1; number -= 1) {
    await scene.backTo(number);
    await isAsBefore(number, "back");
  }
  for (let number = 2; number <= count; number += 1) {
    await scene.onTo(number);
    await isAsBefore(number, "again");
  }
}

atWidths(WIDTHS, () => {
  for (const [title, figures] of SCENES) {
    test(`${title}: every figure as promised, and the same back, forth and after a reload`, async ({ workbench }) => {
      test.setTimeout(240_000);
      const { scene } = workbench;
      await scene.begin(title);
      const seen = await walkToTheEnd(scene, figures);
      await walkBackAndForth(scene, seen, "");
      await workbench.saved();
      await workbench.reload();
      await scene.at(seen.length - 1);
      await walkBackAndForth(scene, seen, " after a reload");
    });
  }
});
