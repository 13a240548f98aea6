// Accessibility checks of the dialogs that export and import work: Share, Export, Import, Connect, Copy, and an
// assignment from the teacher's link to the learner's verdict. In light and dark, with results and with errors. They
// include an endpoint that does not respond, so these tests do not check for requests to other origins.

import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "@playwright/test";
import { violations } from "./pages/access.mjs";
import { Assignment } from "./pages/assignment.mjs";
import { ClassBoard } from "./pages/class.mjs";
import { Files } from "./pages/files.mjs";
import { LessonFile } from "./pages/lesson-file.mjs";
import { LessonPanel } from "./pages/lesson.mjs";
import { Remote } from "./pages/remote.mjs";
import { ShareDialog } from "./pages/share.mjs";
import { Workbench } from "./pages/workbench.mjs";

/** No server listens at this port, so a connection is refused at once. */
const NOBODY = "http://127.0.0.1:9";
const lesson = resolve(dirname(fileURLToPath(import.meta.url)), "../tests/lessons/assignment.txt");
const table = {
  Table: {
    TableName: "Orders",
    KeySchema: [{ AttributeName: "Customer", KeyType: "HASH" }],
    AttributeDefinitions: [{ AttributeName: "Customer", AttributeType: "S" }],
    BillingModeSummary: { BillingMode: "PAY_PER_REQUEST" },
  },
};
const file = (name, text) => ({ name, mimeType: "text/plain", buffer: Buffer.from(text) });

for (const colorScheme of ["light", "dark"]) {
  test.describe(`dialogs in ${colorScheme}`, () => {
    test.use({ colorScheme, reducedMotion: "reduce" });

    /** Checks the whole page, with any open dialog. */
    const check = (page, place) =>
      test.step(place, async () => expect.soft(await violations(page), place).toEqual([]));

    test("Share, Export and Import break no rule of WCAG 2.2 AA", async ({ page }) => {
      test.slow();
      const workbench = new Workbench(page);
      const [files, share] = [new Files(page), new ShareDialog(page)];
      await workbench.open();
      await workbench.holds({ Thread: 11 });
      await share.opener.click();
      await expect(share.length).toBeVisible();
      await check(page, "Share");
      await page.keyboard.press("Escape");
      await files.opener.click();
      await expect(files.source).toBeVisible();
      await check(page, "Export");
      await page.keyboard.press("Escape");
      await workbench.import.opener.click();
      await expect(files.open).toBeVisible();
      await check(page, "Import, nothing chosen");
      await files.file.setInputFiles(file("a.tf", 'resource "aws_dynamodb_table" "t" {\n  name = var.nothing\n}\n'));
      await expect(files.faults.first()).toContainText("line 2");
      await check(page, "Import of tables, with faults");
      await files.file.setInputFiles(file("Orders.json", JSON.stringify(table)));
      await expect(files.found).toHaveText(/^Orders: Customer/);
      await check(page, "Import of tables, with a preview");
      await files.create.click();
      await expect(files.outcome).toContainText("1 table created");
      await check(page, "Import of tables, with its outcome");
      await page.keyboard.press("Escape");
      await workbench.import.opener.click();
      await workbench.import.paste("Colour,Size\nred,1");
      await workbench.import.into.selectOption("Thread");
      await expect(workbench.import.dialog.getByRole("status").getByRole("listitem").first()).toBeVisible();
      await check(page, "Import of items, with a problem");
    });

    test("Connect and Copy break no rule of WCAG 2.2 AA", async ({ page }) => {
      test.slow();
      const workbench = new Workbench(page);
      const remote = new Remote(page);
      await workbench.open();
      await workbench.holds({ Thread: 11 });
      await remote.open("Connect to an endpoint…");
      await expect(remote.url).toBeVisible();
      await check(page, "Connect");
      await remote.url.fill(NOBODY);
      await remote.go.click();
      await expect(remote.trouble).toContainText("did not respond");
      await check(page, "Connect, without an answer");
      await page.keyboard.press("Escape");
      await remote.open("Copy to or from an endpoint…");
      await remote.url.fill(NOBODY);
      await check(page, "Copy");
      await remote.out.click();
      await expect(remote.trouble.or(remote.progress).filter({ hasText: /\S/ }).first()).toBeVisible();
      await check(page, "Copy, without an answer");
    });

    test("an assignment breaks no rule of WCAG 2.2 AA, from its link to its verdict", async ({ page }) => {
      test.slow();
      const [assignment, task] = [new Assignment(page), new LessonPanel(page)];
      const [editor, board] = [new LessonFile(page), new ClassBoard(page)];
      await page.goto("./#learn");
      await editor.open({ name: "assignment.txt", mimeType: "text/plain", buffer: readFileSync(lesson) });
      await expect(editor.state).toHaveText("No faults. The lesson can be played.");
      await check(page, "A lesson's file");
      await assignment.makeLink.click();
      const link = await assignment.link.inputValue();
      await check(page, "An assignment's link");
      await board.handIns.setInputFiles(file("notes.handin", "I passed."));
      await expect(board.unreadable).toContainText("This file is not a hand-in.");
      await check(page, "Hand-ins of a class");
      await page.goto("about:blank");
      await page.goto(link);
      await task.at(1);
      await check(page, "An assignment");
      await task.write("Scan", '{"TableName":"Orders"}');
      await task.run.click();
      await expect(task.response).toContainText("Count");
      await assignment.handIn("Kim");
      await expect(assignment.verdict).toContainText("Not passed");
      await check(page, "An assignment that was handed in");
    });
  });
}
