// Access patterns: a request is kept, runs against the design, and a change of the design says what it did. Patterns as files.

import { readFile } from "node:fs/promises";

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
    await board.getByRole("textbox", { name: "Calls (100 %)" }).fill("100");
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

  await test.step("how it reads and how long it takes is said, and judged", async () => {
    await expect(board).toContainText("Eventually consistent, 5 ms a call (model).");
    await board.getByRole("textbox", { name: "Time of a call (ms, model)" }).fill("4");
    await expect(board).toContainText("A call takes 5 ms (model); it may take 4.");
    await board.getByRole("textbox", { name: "Time of a call (ms, model)" }).fill("");
  });

  await test.step("backups are charged", async () => {
    const bill = board.getByRole("complementary", { name: "A month of this" });
    await bill.getByText("Backups, exports and streams").click();
    await bill.getByRole("textbox", { name: "On-demand backups kept" }).fill("two");
    await expect(bill).toContainText("Enter a whole number.");
    await bill.getByRole("textbox", { name: "On-demand backups kept" }).fill("2");
    await expect(bill).toContainText("On-demand backup");
  });

  await test.step("a deleted pattern comes back", async () => {
    await board.getByRole("button", { name: "Delete pattern" }).click();
    await expect(row(board, "Query Thread / LastPostIndex")).toHaveCount(0);
    await page.getByRole("button", { name: "Undo", exact: true }).click();
    await expect(row(board, "Query Thread / LastPostIndex")).toContainText("100/s");
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
  await board.getByRole("textbox", { name: "Calls (100 %)" }).fill("100");
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
    await expect(board.getByRole("textbox", { name: /^Percent of the calls/ })).toHaveValue(/^0 0 100 100 0/);
    await bill.getByRole("button", { name: "Measure a day" }).click();
    await expect(bill).toContainText("From a day on the clock, a minute of each hour.");
    await expect(bill).toContainText("12,000 calls");
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

test("patterns leave as files, and come back", async ({ page, workbench }) => {
  const board = page.getByRole("tabpanel", { name: "Patterns", exact: true });
  const choose = (name, text) =>
    board.getByLabel("Import patterns").setInputFiles({ name, mimeType: "application/json", buffer: Buffer.from(text) });
  const save = async (format) => {
    const started = page.waitForEvent("download");
    await board.getByRole("button", { name: "Export…" }).click();
    await board.getByRole("menuitem", { name: format }).click();
    const download = await started;
    return { name: download.suggestedFilename(), text: await readFile(await download.path(), "utf8") };
  };

  await test.step("a file joins an empty board", async () => {
    await workbench.show("Patterns");
    const query = { TableName: "Thread", KeyConditionExpression: "ForumName = :f", ExpressionAttributeValues: { ":f": { S: "EC2" } } };
    const pattern = { name: "Threads of a forum", operation: "Query", body: JSON.stringify(query), returns: null, budget: 200 };
    const late = { ...pattern, rate: { calls: 7, per: "Minute" }, keys: "Written" };
    const broken = { name: "Broken", operation: "Fly", body: "{}" };
    await choose("mine.json", JSON.stringify({ format: "hashrange-patterns", version: 1, patterns: [late, broken] }));
    await expect(board).toContainText("Added: 1 pattern. Not read: “Broken” (its operation cannot be read).");
    await expect(row(board, "Threads of a forum")).toContainText("7/min");
    await expect(board.getByRole("status").first()).toContainText("1 of 1 pass");
  });

  await test.step("each format is a file with the pattern", async () => {
    for (const [format, name, part] of [
      ["Tests in Rust", "patterns.rs", "async fn read_threads_of_a_forum()"],
      ["Tests in JavaScript", "patterns.test.mjs", 'test("Threads of a forum", async'],
      ["Tests in Python", "test_patterns.py", "def test_threads_of_a_forum(client):"],
      ["AWS MCP server", "dynamodb_data_model.json", "aws dynamodb query --table-name Thread"],
      ["NoSQL Workbench", "patterns.model.json", '"FacetName": "Threads of a forum"'],
      ["Patterns as JSON", "hashrange-patterns.json", '"name": "Threads of a forum"'],
    ]) {
      const saved = await save(format);
      expect(saved.name).toBe(name);
      expect(saved.text).toContain(part);
      await expect(board).toContainText(`Saved as ${name}.`);
    }
  });

  await test.step("the files of this page and of the MCP server come back under names of their own", async () => {
    const [mine, mcp] = [await save("Patterns as JSON"), await save("AWS MCP server")];
    await choose(mine.name, mine.text);
    await expect(row(board, "Threads of a forum 2")).toContainText("7/min");
    await choose(mcp.name, mcp.text);
    await expect(row(board, "Threads of a forum 3")).toBeVisible();
    await expect(board.getByRole("status").first()).toContainText("3 of 3 pass");
  });

  await test.step("a damaged file is refused, and changes nothing", async () => {
    await choose("damaged.json", "{");
    await expect(board).toContainText("The file is not JSON: line 1,");
    await expect(board.getByRole("status").first()).toContainText("3 of 3 pass");
    expect(await violations(page)).toEqual([]);
  });
});
