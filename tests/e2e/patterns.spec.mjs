// Access patterns: a request is kept, runs against the design, and a change of the design says what it did.

import { violations } from "./pages/access.mjs";
import { expect, test } from "./pages/test.mjs";

test.beforeEach(async ({ workbench }) => {
  await expect(workbench.table("Thread")).toBeVisible();
});

/** The row of a pattern. */
const row = (board, name) => board.getByRole("row").filter({ has: board.page().getByRole("button", { name: new RegExp(`: ${name}$`) }) });

test("a request becomes a pattern with a month, and what it must return is judged", async ({ page, workbench }) => {
  const board = page.getByRole("tabpanel", { name: "Patterns", exact: true });

  await test.step("one click keeps a request", async () => {
    await workbench.show("Request");
    const body = { TableName: "Thread", IndexName: "LastPostIndex", KeyConditionExpression: "ForumName = :f", ExpressionAttributeValues: { ":f": { S: "EC2" } } };
    await workbench.request.operation.selectOption("Query");
    await workbench.request.body.area.write(JSON.stringify(body));
    await workbench.request.panel.getByRole("button", { name: "Keep as a pattern" }).click();
    await expect(page.getByText("Kept as the pattern “Query Thread / LastPostIndex”.")).toBeVisible();
  });

  await test.step("it runs, and says what serves it", async () => {
    await workbench.show("Patterns");
    const kept = row(board, "Query Thread / LastPostIndex");
    await expect(kept).toContainText("LastPostIndex");
    await expect(kept).toContainText("RCU");
    await expect(board.getByRole("status").first()).toContainText("1 of 1 pass");
  });

  await test.step("a rate makes a month, and the bill", async () => {
    await board.getByRole("button", { name: /: Query Thread/ }).click();
    await board.getByRole("textbox", { name: "Calls" }).fill("100");
    await expect(row(board, "Query Thread / LastPostIndex")).toContainText("100/s");
    await expect(board.getByRole("complementary", { name: "A month of this" })).toContainText("$");
  });

  await test.step("what it must return is judged", async () => {
    await board.getByRole("textbox", { name: "Must return (items)" }).fill("99");
    await expect(board).toContainText("It must return 99, and returns");
    await expect(board.getByRole("status").first()).toContainText("0 of 1 pass");
    await board.getByRole("textbox", { name: "Must return (items)" }).fill("");
    await expect(board.getByRole("status").first()).toContainText("1 of 1 pass");
  });

  await test.step("it stays, and is accessible", async () => {
    expect(await violations(page)).toEqual([]);
    await page.reload();
    await expect(row(board, "Query Thread / LastPostIndex")).toContainText("100/s");
  });
});

test("deleting a table breaks its patterns, and the board says so", async ({ page, workbench }) => {
  const board = page.getByRole("tabpanel", { name: "Patterns", exact: true });
  await workbench.show("Query");
  await page.getByRole("tabpanel", { name: "Query", exact: true }).getByRole("button", { name: "Keep as a pattern" }).click();
  await workbench.show("Patterns");
  await expect(board.getByRole("status").first()).toContainText("1 of 1 pass");
  await workbench.show("Request");
  await workbench.request.operation.selectOption("DeleteTable");
  await workbench.request.body.area.write(JSON.stringify({ TableName: "Thread" }));
  await workbench.request.send.click();
  await expect(workbench.table("Thread")).toHaveCount(0);
  await workbench.show("Patterns");
  await expect(board).toContainText("1 broke");
  await board.getByRole("button", { name: /^Fails: / }).click();
  await expect(board).toContainText("ResourceNotFoundException");
});

test("a change of the design is tried on the whole month, and a day is measured in each mode", async ({ page, workbench }) => {
  const board = page.getByRole("tabpanel", { name: "Patterns", exact: true });
  const bill = board.getByRole("complementary", { name: "A month of this" });
  const tries = board.getByRole("combobox", { name: "What if" });
  await workbench.show("Query");
  await page.getByRole("tabpanel", { name: "Query", exact: true }).getByRole("button", { name: "Keep as a pattern" }).click();
  await workbench.show("Patterns");
  await board.getByRole("button", { name: /^Passes: / }).click();
  await board.getByRole("textbox", { name: "Calls" }).fill("100");
  await expect(bill).toContainText("From one run of each pattern.");

  await test.step("what the change would do is said, and nothing is changed", async () => {
    await tries.selectOption("Thread / LastPostIndex projects KEYS_ONLY");
    await expect(board).toContainText("pass against the tried design.");
    await expect(board).toContainText(/With this change: 0 broke, .* a month costs \$[\d.,]+ \(now: \$[\d.,]+\)\./);
    await tries.selectOption("the design as it is");
    await expect(board).toContainText("pass against the present design.");
    await expect(board).not.toContainText("With this change");
  });

  await test.step("the rates follow a day, which is played", async () => {
    await board.getByRole("combobox", { name: "Over the day" }).selectOption("a batch at night");
    await expect(board.getByRole("textbox", { name: /^Percent of each hour/ })).toHaveValue(/^0 0 100 100 0/);
    await bill.getByRole("button", { name: "Measure a day" }).click();
    await expect(bill).toContainText("From a day on the clock, a minute of each hour.");
    await expect(bill).toContainText("12000 calls");
  });

  await test.step("another mode, and the reader's own price", async () => {
    await bill.getByRole("row", { name: /^On-demand/ }).getByRole("button").first().click();
    await expect(bill.getByText("read request units").first()).toBeVisible();
    const before = await bill.getByRole("status").first().textContent();
    await bill.getByText("read request units").first().click();
    await bill.getByRole("textbox", { name: /^Your price instead of/ }).first().fill("1250");
    await page.keyboard.press("Enter");
    await expect(bill.getByRole("status").first()).not.toHaveText(before);
    await expect(bill).toContainText("entered by you");
    expect(await violations(page)).toEqual([]);
  });
});
