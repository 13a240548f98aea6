// PartiQL in the Request tab: a statement with its parameters and errors, completion, items page by page, and the JSON
// that stays in step.

import { violations } from "./pages/access.mjs";
import { press, walkTo } from "./pages/keyboard.mjs";
import { Statements } from "./pages/statements.mjs";
import { expect, test } from "./pages/test.mjs";

test.beforeEach(async ({ workbench }) => {
  await workbench.show("Request");
  await workbench.request.operation.selectOption("ExecuteStatement");
});

/** The status line of the response. */
const returned = (workbench, words) => expect(workbench.request.answer).toContainText(words);

test("a statement runs with a parameter, and its items and cost are shown", async ({ page, workbench }) => {
  const { request } = workbench;
  const statements = new Statements(page);
  await statements.text().write('SELECT Subject FROM "Thread" WHERE ForumName = ?');
  await expect(statements.text().faults).toHaveText([/parameter/i]);
  await statements.addParameter().click();
  await statements.value(1).fill("EC2");
  await expect(statements.text().faults).toHaveCount(0);
  await request.send.click();
  await returned(workbench, "ExecuteStatement returned 200 OK");
  await expect(statements.items).toContainText(/\d+ items?\. ExecuteStatement consumed [\d.]+ RCU of Thread\./);
  await expect(statements.rows.first()).toBeVisible();
  await expect(statements.items.getByRole("columnheader", { name: /Subject/ })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.reload();
  await statements.text().has('WHERE ForumName = ?');
  await expect(statements.value(1)).toHaveValue("EC2");
});

test("an error is at the position that the service reports", async ({ page, workbench }) => {
  const { request } = workbench;
  const statements = new Statements(page);
  await statements.text().write('SELECT *\nFROM "Thread" WHERE starts_with(Subject, \'a\')');
  const fault = statements.text().faults;
  await expect(fault).toHaveText([/^line 2.*2:21:11/]);
  const message = (await fault.textContent()).replace(/^line \d+\s*/, "").trim();
  await expect(statements.pane.locator(".cm-lintRange-error")).toHaveText("starts_with");
  await request.send.click();
  await returned(workbench, "400 Bad Request");
  await returned(workbench, message);
});

test("names are completed by keyboard, and Tab leaves the editor", async ({ page }) => {
  const statements = new Statements(page);
  await statements.text().isEditor();
  await statements.text().write("");
  await page.keyboard.type("SELECT * FROM La");
  await expect(statements.completions.getByRole("option", { name: /"Thread"\."LastPostIndex"/ })).toBeVisible();
  await expect(statements.completions.getByRole("option", { selected: true })).toContainText("LastPostIndex");
  await page.keyboard.press("Enter");
  await statements.text().shows('SELECT * FROM "Thread"."LastPostIndex"');
  await page.keyboard.type(" WHERE begins_");
  await expect(statements.completions.getByRole("option", { selected: true })).toContainText("begins_with");
  await page.keyboard.press("Escape");
  await expect(statements.completions).toHaveCount(0);
  await page.keyboard.press("Tab");
  await expect(statements.text().textbox).not.toBeFocused();
  await walkTo(statements.addParameter());
});

test("pages follow by NextToken, and the statement stays", async ({ page, workbench }) => {
  const { request } = workbench;
  const statements = new Statements(page);
  const body = { Statement: 'SELECT * FROM "Thread"', Limit: 2 };
  await statements.form("JSON").click();
  await request.body.area.write(JSON.stringify(body));
  await statements.form("PartiQL").click();
  await statements.text().shows(body.Statement);
  await request.send.click();
  await expect(statements.items).toContainText("2 items on this page.");
  const first = await statements.rows.first().textContent();
  await press(statements.next);
  await expect(request.history.getByRole("listitem")).toHaveCount(2);
  await expect(statements.rows.first()).not.toHaveText(first);
  await statements.form("JSON").click();
  expect(await request.body.copied()).toEqual(body);
});

test("JSON and PartiQL stay in step, and what PartiQL cannot show is JSON", async ({ page, workbench }) => {
  const { request } = workbench;
  const statements = new Statements(page);
  await statements.addParameter().click();
  await statements.type(1).selectOption("N");
  await statements.value(1).fill("12a");
  await expect(statements.pane).toContainText("Not a number");
  await request.send.click();
  await expect(page.getByText("A parameter has no value of its type.")).toBeVisible();
  await statements.value(1).fill("12");
  await statements.form("JSON").click();
  expect((await request.body.copied()).Parameters).toEqual([{ N: "12" }]);
  await request.body.area.write('{"Statement": ');
  await statements.form("PartiQL").click();
  await expect(request.body.pane).toContainText("PartiQL shows a body whose members are all valid and known.");
  await request.body.area.write('{"Statement": "DELETE FROM t", "Limit": 1}');
  await statements.text().shows("DELETE FROM t");
});

test("a transaction has several statements", async ({ page, workbench }) => {
  const { request } = workbench;
  const statements = new Statements(page);
  await request.operation.selectOption("ExecuteTransaction");
  await statements.add.click();
  await statements.text(1).write(`INSERT INTO "Thread" VALUE {'ForumName': 'New', 'Subject': ?}`);
  await statements.addParameter().click();
  await statements.value(1).fill("first");
  await statements.add.click();
  await statements.text(2).write(`INSERT INTO "Thread" VALUE {'ForumName': 'New', 'Subject': 'second'}`);
  await request.send.click();
  await returned(workbench, "ExecuteTransaction returned 200 OK");
  await statements.pane.getByRole("button", { name: "Remove statement 2" }).click();
  await expect(statements.text(2).textbox).toHaveCount(0);
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test("a statement and its items fit the screen", async ({ page, workbench }) => {
    const statements = new Statements(page);
    await statements.text().write('SELECT * FROM "Thread"');
    await workbench.request.send.tap();
    await expect(statements.items).toContainText(/\d+ items/);
    expect(await page.evaluate(() => document.scrollingElement.scrollWidth)).toBeLessThanOrEqual(390);
  });
});
