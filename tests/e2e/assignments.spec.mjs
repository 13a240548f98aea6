// An assignment from the teacher's file to the table of a class: passed, not passed, and forged.

import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { crc32, deflateRawSync, inflateRawSync } from "node:zlib";
import AxeBuilder from "@axe-core/playwright";
import { Assignment } from "./pages/assignment.mjs";
import { ClassBoard } from "./pages/class.mjs";
import { LessonPanel } from "./pages/lesson.mjs";
import { LessonFile } from "./pages/lesson-file.mjs";
import { ShareDialog } from "./pages/share.mjs";
import { expect, test } from "./pages/test.mjs";

const file = resolve(dirname(fileURLToPath(import.meta.url)), "../tests/lessons/assignment.txt");
const text = readFileSync(file, "utf8");
const ANN = '{"TableName":"Orders","KeyConditionExpression":"Customer = :c","ExpressionAttributeValues":{":c":{"S":"ann"}}}';

/** Sends a request in the lesson's own form. */
async function send(lesson, operation, body) {
  await lesson.write(operation, body);
  await lesson.run.click();
  await expect(lesson.response).toContainText("Count");
}

/** The decompressed content of a hand-in, and the position of the number that identifies its text. */
function opened(file) {
  const data = inflateRawSync(file.subarray(8));
  const afterLearner = 1 + data[0];
  const from = afterLearner + 1 + data[afterLearner];
  let to = from;
  while (data[to] & 0x80) to += 1;
  return { data, from, to: to + 1 };
}

/** A hand-in with the text identity of another one, and a valid checksum. */
function forged(file, honest) {
  const [mine, theirs] = [opened(file), opened(honest)];
  const mark = theirs.data.subarray(theirs.from, theirs.to);
  const packed = deflateRawSync(Buffer.concat([mine.data.subarray(0, mine.from), mark, mine.data.subarray(mine.to)]));
  const sum = Buffer.alloc(4);
  sum.writeUInt32LE(crc32(packed));
  return Buffer.concat([Buffer.from("HRH\x01", "latin1"), sum, packed]);
}

test("an assignment is handed out, done, handed in and judged; a forged file is found out", async ({ page, browser }) => {
  test.setTimeout(180_000);
  const teacher = { file: new LessonFile(page), assignment: new Assignment(page), board: new ClassBoard(page) };
  await page.goto("./#learn");
  await teacher.file.open(file);
  await expect(teacher.file.state).toHaveText("No faults. The lesson can be played.");
  await teacher.assignment.makeLink.click();
  const link = await teacher.assignment.link.inputValue();
  expect(link).toContain("#assignment=");

  /** A learner in a separate profile, at the task. */
  async function learner(begin) {
    const context = await browser.newContext();
    const tab = await context.newPage();
    const lesson = new LessonPanel(tab);
    await begin(tab);
    await lesson.at(1);
    return { context, lesson, assignment: new Assignment(tab) };
  }

  const kim = await learner((tab) => tab.goto(link));
  await expect(kim.lesson.panel.getByRole("heading", { name: "One customer's orders" })).toBeVisible();
  await expect(kim.lesson.solution).toBeHidden();
  await send(kim.lesson, "Query", ANN);
  await expect(kim.lesson.done).toBeVisible();
  const passed = await kim.assignment.handIn("Kim");
  await expect(kim.assignment.verdict).toContainText("Passed: 1 request, 1 capacity units");
  await kim.context.close();

  const lee = await learner((tab) => tab.goto(link));
  await send(lee.lesson, "Scan", '{"TableName":"Orders"}');
  await send(lee.lesson, "Query", ANN);
  const failed = await lee.assignment.handIn("Lee");
  await expect(lee.assignment.verdict).toContainText("Not passed");
  await expect(lee.assignment.verdict.getByRole("listitem")).toHaveText([
    "There are no Scan requests: now 1",
    "The number of read units used so far beyond what was noted as before is at most 2: now 2.5",
  ]);
  await lee.context.close();

  // Max plays an easier beginning, and claims to have played the teacher's.
  const max = await learner(async (tab) => {
    const own = new LessonFile(tab);
    await tab.goto(new URL("#learn", link).href);
    const easier = text.replace('items 6 {"Customer":"bob"', 'items 1 {"Customer":"bob"');
    await own.open({ name: "easier.txt", mimeType: "text/plain", buffer: Buffer.from(easier) });
    await own.play.click();
  });
  await send(max.lesson, "Query", ANN);
  const easy = await max.assignment.handIn("Max");
  await max.context.close();
  const buffer = forged(easy, passed);

  await teacher.board.handIns.setInputFiles([
    { name: "kim.handin", mimeType: "application/octet-stream", buffer: passed },
    { name: "lee.handin", mimeType: "application/octet-stream", buffer: failed },
    { name: "max.handin", mimeType: "application/octet-stream", buffer },
    { name: "notes.handin", mimeType: "application/octet-stream", buffer: Buffer.from("I passed.") },
  ]);
  await expect(teacher.board.summary).toHaveText("3 learners: 1 passed, 1 not passed, 1 in doubt. 1 file cannot be read.");
  await expect(teacher.board.row("Kim")).toHaveText(["✓", "✓", "✓", "passed"]);
  await expect(teacher.board.row("Lee")).toHaveText(["✓", "✕", "✕", "not passed"]);
  await expect(teacher.board.row("Max").last()).toHaveText("? not passed");
  await expect(teacher.board.topic).toContainText("There are no Scan requests");
  await expect(teacher.board.topic).toContainText("1 of 2 learners missed this condition. The commonest value at the end is 1.");
  await expect(teacher.board.doubts).toContainText("The start of the journal differs from the assignment");
  await expect(teacher.board.unreadable).toContainText("This file is not a hand-in.");
  const axe = await new AxeBuilder({ page }).include("dialog[open]").analyze();
  expect(axe.violations.map((violation) => violation.id)).toEqual([]);
  const table = await teacher.board.csv();
  expect(table[0]).toMatch(/^Learner,"Condition 1, .*,Result,Requests,Units,Reasons to ask$/);
  expect(table[1]).toBe("Kim,✓,✓,✓,passed,1,1,");
});

test("the workspace in front becomes an assignment that a learner passes", async ({ page, workbench, browser }) => {
  test.setTimeout(120_000);
  const [share, file, assignment] = [new ShareDialog(page), new LessonFile(page), new Assignment(page)];
  await workbench.holds({ Thread: 11 });
  await share.opener.click();
  await share.assignment.click();
  await expect(file.dialog).toBeVisible();
  // The draft's own words are not finished text.
  await expect(file.state).toHaveText("4 faults.");
  const started = page.waitForEvent("download");
  await file.save.click();
  const draft = readFileSync(await (await started).path(), "utf8");
  expect(draft).toContain('> CreateTable {"TableName":"Thread"');
  const task = "Find the 11 threads of the forum Amazon DynamoDB.";
  const finished = draft.replace(/^(promise|hint|done) Write .*$/gm, "$1 Query one forum.");
  const condition = 'goal answer Query {"Count":"$any","ScannedCount":"$any"} ; requests Scan = 0';
  await file.text.write(finished.replace(/^say .*$/m, `say ${task}`).replace(/^goal .*$/m, condition));
  await expect(file.state).toHaveText("No faults. The lesson can be played.");
  await assignment.makeLink.click();
  const link = await assignment.link.inputValue();

  const context = await browser.newContext();
  const tab = await context.newPage();
  const lesson = new LessonPanel(tab);
  await tab.goto(link);
  await lesson.at(1);
  await expect(lesson.panel).toContainText(task);
  await send(lesson, "Query", '{"TableName":"Thread","KeyConditionExpression":"ForumName = :f","ExpressionAttributeValues":{":f":{"S":"Amazon DynamoDB"}}}');
  await expect(lesson.done).toBeVisible();
  const own = new Assignment(tab);
  await own.name.fill("Kim");
  const handed = tab.waitForEvent("download");
  await own.save.click();
  const buffer = readFileSync(await (await handed).path());
  await expect(own.verdict).toContainText("Passed");
  await context.close();

  const board = new ClassBoard(page);
  await board.handIns.setInputFiles([{ name: "kim.handin", mimeType: "application/octet-stream", buffer }]);
  await expect(board.summary).toHaveText("1 learner: 1 passed, 0 not passed, 0 in doubt.");
});

test("a link of an assignment that lost its end says so", async ({ page }) => {
  await page.goto("./#assignment=AQAAAAAAAA");
  await expect(page.getByRole("alert")).toContainText("This link is damaged");
});
