// A lesson as one step of a walk: starts it from the list, answers its questions, reaches its goal, and plays to its
// end.

/** A lesson that has questions with picks, and a goal that a request reaches. */
const LESSON = "keys-2";
/** A number of stops above that of any lesson. */
const STOPS = 60;

export const lesson = [
  [
    "play a lesson to its end",
    async (page) => {
      await page.click("link", "Learn");
      await (await page.driver.wait(() => page.seen(`[data-lesson="${LESSON}"]`), 60_000, "the lesson in the list")).click();
      for (let stop = 0; stop < STOPS; stop += 1) {
        await settled(page);
        if (await page.seen(".lesson-learned")) return;
        await solve(page);
        await page.click("button", "Next");
      }
      throw new Error(`the lesson has not ended after ${STOPS} stops`);
    },
  ],
];

/** Skips what is playing. */
async function settled(page) {
  const settled = async () => {
    if (!(await page.seen(".lesson"))) return false;
    const finish = await enabled(page, "Finish this step at once");
    if (finish) await finish.click().catch(() => {});
    return (await page.seen(".lesson[aria-busy=true]")) === null && (await page.seen(".lesson[aria-busy=false]")) !== null;
  };
  await page.driver.wait(settled, 60_000, "the lesson has stopped playing");
}

/** A button of the lesson that can be pressed, if any. */
async function enabled(page, name) {
  const button = await page.find("button", name, await page.seen(".lesson"));
  return (await button.isEnabled().catch(() => false)) ? button : null;
}

/** Does the task of the step, until the next step is enabled. */
async function solve(page) {
  const ready = async () => {
    await settled(page);
    if (await enabled(page, "Next")) return true;
    if (await page.seen(".lesson-picks, .lesson-pick")) await answer(page);
    else await reach(page);
    return false;
  };
  await page.driver.wait(ready, 120_000, "the step can be left");
}

/** Picks an answer. After a wrong one, picks the one that is marked as right. */
async function answer(page) {
  if (!(await page.seen(".lesson-reply"))) return (await page.seen(".lesson-pick"))?.click();
  const marks = await page.driver.executeScript(
    "return [...document.querySelectorAll('.lesson-pick')].map((pick) => pick.matches('.lesson-pick-right'))",
  );
  await page.click("button", "Pick again");
  await settled(page);
  const picks = await page.driver.findElements({ css: ".lesson-pick" });
  await picks[marks.indexOf(true)].click();
}

/** Reaches the goal with the solution. */
async function reach(page) {
  if (await page.seen(".lesson-done")) return;
  await page.click("button", /^Show a solution/);
  // A goal with a slider is reached by moving it, which the solution does.
  if (!(await page.seen(".lesson input[type=range]"))) await page.click("button", "Run", await page.seen(".lesson"));
}
