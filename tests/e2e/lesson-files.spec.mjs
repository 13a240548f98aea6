// A lesson from the reader's own file: its errors by line. After their correction it is played, edited and saved.

import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { LessonPanel } from "./pages/lesson.mjs";
import { LessonFile } from "./pages/lesson-file.mjs";
import { expect, test } from "./pages/test.mjs";

const fixtures = resolve(dirname(fileURLToPath(import.meta.url)), "../tests/lessons");
const wrong = resolve(fixtures, "three_mistakes.txt");
const mended = readFileSync(resolve(fixtures, "mended.txt"), "utf8");

test("a file with three mistakes gets three faults with their lines; mended it plays to its end", async ({ page }) => {
  test.setTimeout(180_000);
  const file = new LessonFile(page);
  const lesson = new LessonPanel(page);
  await page.goto("./#learn");
  await file.open(wrong);
  await expect(file.state).toHaveText("3 faults.");
  await expect(file.text.faults).toHaveText([
    /^line 13 there is no figure `item`; did you mean `items`\?/,
    /^line 14 DynamoDB has no operation `Qerry`; did you mean `Query`\?/,
    /^line 24 no line begins with `hnit`; did you mean `hint`\?/,
  ]);
  await expect(file.play).toBeDisabled();
  await file.dialog.getByRole("button", { name: "line 24" }).click();
  await expect(file.text.textbox).toBeFocused();
  await file.text.write(mended);
  await expect(file.state).toHaveText("No faults. The lesson can be played.");
  await file.play.click();
  await expect(file.dialog).toBeHidden();
  await lesson.at(1);
  await expect(lesson.title).toHaveText("Books by author");
  await lesson.toTheEnd();
  await expect(lesson.learned).toContainText("An index finds by another key.");
});

test("the editor of an own lesson is reached from its panel, and saves the file", async ({ page }) => {
  const file = new LessonFile(page);
  const lesson = new LessonPanel(page);
  await page.goto("./#learn");
  await file.open({ name: "library.txt", mimeType: "text/plain", buffer: Buffer.from(mended) });
  await file.play.click();
  await lesson.at(1);
  await lesson.edit.click();
  await expect(file.state).toHaveText("No faults. The lesson can be played.");
  const started = page.waitForEvent("download");
  await file.save.click();
  const download = await started;
  expect(download.suggestedFilename()).toBe("library-1.txt");
  expect(readFileSync(await download.path(), "utf8")).toBe(mended);
});
