// A class: a result saved at the end of a lesson, thirty results as one table, and teacher's plans.

import { readFileSync } from "node:fs";
import { violations } from "./pages/access.mjs";
import { ClassBoard, resultFile } from "./pages/class.mjs";
import { press, walkTo } from "./pages/keyboard.mjs";
import { LessonPanel } from "./pages/lesson.mjs";
import { expect, test } from "./pages/test.mjs";

/** Thirty results of keys-2. In step 2, 17 pick the first answer of the file and 2 the third; in step 3, 8 pick the first. */
function thirty() {
  return Array.from({ length: 30 }, (_, at) => {
    const ceiling = at < 17 ? 1 : at < 19 ? 3 : 2;
    const double = at % 30 >= 22 ? 1 : 3;
    const picks = [`pick ceiling ${ceiling}`, `pick double ${double}`, "met turn 61234", "pick small 2", "met give 99999", "pick product 2"];
    return resultFile("keys-2", `Kim ${at + 1}`, picks);
  });
}

/** The board with files. */
async function opened(page, files) {
  const board = new ClassBoard(page);
  await page.goto("./#learn");
  await board.opener.click();
  await board.files.setInputFiles(files);
  return board;
}

test("a result saved at the end of a lesson is one of a class", async ({ page }) => {
  test.setTimeout(120_000);
  const lesson = new LessonPanel(page);
  await page.goto("./#lesson=new-4/limited");
  await lesson.at(5);
  await lesson.number.fill("2");
  await lesson.check.click();
  await lesson.hurry(() => expect(lesson.reply).toBeVisible({ timeout: 500 }));
  await lesson.next.click();
  const card = lesson.panel.getByRole("region", { name: "Result" });
  await card.getByRole("textbox", { name: "Your name" }).fill("Ana");
  const started = page.waitForEvent("download");
  await card.getByRole("button", { name: "Save the result file" }).click();
  const download = await started;
  expect(download.suggestedFilename()).toBe("new-4-Ana.result");
  const buffer = readFileSync(await download.path());
  expect(buffer.toString()).toContain("learner Ana\nlesson new-4 ");
  expect(buffer.toString()).toContain("\nskipped 4\nfinished\nsay limited 2\nsum ");

  await lesson.home();
  const board = await opened(page, [{ name: "new-4-Ana.result", mimeType: "text/plain", buffer }]);
  await expect(board.summary).toHaveText("1 learner: 1 finished, 0 not yet, 0 in doubt.");
  await expect(board.row("Ana")).toHaveText(["–", "–", "✕ low", "finished"]);
  await expect(board.topic).toContainText("1 of 1 learner gave a number that is too low.");
});

test("thirty results show what to talk about, without names, and as CSV", async ({ page }) => {
  const others = [
    resultFile("keys-1", "Lee", ["pick hash 2"], "reached 3"),
    { name: "notes.result", mimeType: "text/plain", buffer: Buffer.from("I finished it.") },
    { name: "old.result", mimeType: "text/plain", buffer: Buffer.from(resultFile("keys-2", "Max", []).buffer.toString().replace("Max", "Mix")) },
  ];
  const board = await opened(page, [...thirty(), ...others]);
  await expect(board.summary).toHaveText("30 learners: 30 finished, 0 not yet, 0 in doubt. 2 files cannot be read.");
  await expect(board.topic.getByRole("heading")).toHaveText("Step 2, One busy key");
  await expect(board.topic).toContainText("You write to this one key a hundred times a second for five seconds.");
  await expect(board.topic).toContainText('17 of 30 learners picked "All 500: the table has enough units".');
  await expect(board.topic).toContainText("The table has them, but one partition takes only 1000.");
  expect((await board.counts()).map((text) => Number(text.trim().split("\n").at(-1))).sort((a, b) => b - a)).toEqual([17, 11, 2]);
  await expect(board.topics).toHaveText(["Step 2, One busy key19 of 30 wrong", "Step 3, More units for the table8 of 30 wrong"]);
  await expect(board.unreadable).toContainText("This result is damaged");

  await expect(board.row("Kim 30").last()).toHaveText("finished");
  await expect(board.row("Kim 1").first()).toHaveText(/^✕ \d$/);
  await board.head("Step 3").click();
  await expect(board.topic.getByRole("heading")).toHaveText("Step 3, More units for the table");
  await expect(board.head("Step 3")).toHaveAttribute("aria-pressed", "true");

  await board.hidden.check();
  await expect(board.answers).not.toContainText("Kim");
  await expect(board.unreadable).not.toContainText("notes");
  await expect(board.row("Learner 30").last()).toHaveText("finished");
  const hidden = await board.csv();
  expect(hidden).toHaveLength(31);
  expect(hidden[0]).toBe('Learner,"Step 2, One busy key","Step 3, More units for the table","Step 5, How much can one key take?","Step 6, Too much for the whole table","Step 7, Provision enough units","Step 8, A key with few values",Result,Reasons to ask');
  expect(hidden[1]).toMatch(/^Learner 1,✕ \d,✓ \d,✓,✓ \d,✓,✓ \d,finished,$/);
  expect(await violations(page, "dialog[open]")).toEqual([]);
  await board.shown.check();
  expect((await board.csv())[1]).toMatch(/^Kim 1,/);

  await board.lesson.selectOption({ label: "A key decides where an item goes" });
  await expect(board.summary).toContainText("1 learner: 0 finished, 1 not yet, 0 in doubt.");
  await expect(board.row("Lee").first()).toHaveText(/^✕ \d$/);
  await expect(board.topic).toContainText("Half: 500");
});

test("a doubt is a reason to ask", async ({ page }) => {
  const twice = resultFile("keys-2", "Kim 1", ["pick ceiling 9"], "reached 2");
  const board = await opened(page, [...thirty(), { ...twice, name: "again.result" }]);
  await expect(board.summary).toHaveText("31 learners: 29 finished, 0 not yet, 2 in doubt.");
  await expect(board.doubts).toContainText("Step 2 has an answer that it does not offer. Another file has the same name.");
  await expect(board.doubts.getByRole("term")).toHaveText(["Kim 1", "Kim 1"]);
});

test.describe("on a phone, by keyboard", () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test("a class is read and a plan is opened", async ({ page }) => {
    await page.goto("./#learn");
    const board = new ClassBoard(page);
    const plan = page.getByRole("button", { name: "Plan: One key, one ceiling" });
    await plan.focus();
    await page.keyboard.press("Enter");
    const sheet = page.getByRole("article", { name: "One key, one ceiling" });
    await expect(sheet).toContainText("Can one order number use all of them?");
    await expect(sheet).toContainText("Step 3, More units for the table:");
    expect(await violations(page, "dialog[open]")).toEqual([]);
    await page.keyboard.press("Escape");
    await expect(sheet).toBeHidden();

    await board.opener.focus();
    await page.keyboard.press("Enter");
    await walkTo(board.files);
    await board.files.setInputFiles(thirty());
    await expect(board.summary).toContainText("30 learners");
    await press(board.topics.nth(1).getByRole("button"));
    await expect(board.topic.getByRole("heading")).toHaveText("Step 3, More units for the table");
    await walkTo(board.shown, "Shift+Tab");
    await page.keyboard.press("ArrowRight");
    await expect(board.answers).not.toContainText("Kim");
    expect(await violations(page, "dialog[open]")).toEqual([]);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
    expect(wide).toBe(false);
  });
});

test("the plans of a course are on paper, each on a page of its own", async ({ page }) => {
  await page.goto("./#learn");
  await page.getByRole("button", { name: "Teacher's plans: Time to live" }).click();
  const sheets = page.getByRole("dialog").getByRole("article");
  await expect(sheets).toHaveCount(3);
  await expect(page.getByRole("button", { name: "Print" })).toBeEnabled();
  await page.emulateMedia({ media: "print" });
  await expect(sheets.first()).toBeVisible();
  await expect(page.getByRole("heading", { name: "A DynamoDB you can see inside" })).toBeHidden();
  await expect(page.getByRole("button", { name: "Print" })).toBeHidden();
  const paper = await page.pdf();
  expect(paper.toString("latin1").match(/\/Type\s*\/Page\b/g)).toHaveLength(3);
});
