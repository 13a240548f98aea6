// Bad input: the message is at its field, the service's refusals are shown verbatim with the exception's name, and
// nothing has changed afterwards.

import { expect, test } from "./pages/test.mjs";

test("a table that cannot be made says why at its fields, or in the service's words", async ({ workbench }) => {
  const { design, tables } = workbench;
  await workbench.newTable();
  await design.create.click();
  await expect(design.name).toHaveAccessibleDescription("Give the table a name.");
  await expect(design.name).toHaveAttribute("aria-invalid", "true");
  const partition = design.table.getByRole("combobox", { name: "Partition key", exact: true });
  await expect(partition).toHaveAccessibleDescription("Name the key attribute.");
  await expect(design.form).toContainText("2 fields need attention.");

  await design.name.fill("a b");
  await expect(design.name).toHaveAccessibleDescription(/is not allowed: use letters, digits/);
  await design.name.fill("Thread");
  await expect(design.name).toHaveAccessibleDescription("");
  await partition.fill("ForumName");
  await design.create.click();
  await expect(design.refusal).toHaveText(/ResourceInUseException\s*Table already exists: Thread/);
  await expect(tables.getByRole("button", { name: /^Thread/ })).toHaveCount(1);
  await expect(workbench.table("Thread")).toHaveText(/Thread\s*11/);
});

test("JSON that cannot be read says where, and JSON the service refuses shows its answer", async ({ workbench }) => {
  const { design, query } = workbench;
  await workbench.newTable();
  const { area, refusal } = design.json;

  await test.step("a syntax error has its line, and the form stays as it was", async () => {
    await design.name.fill("Kept");
    await area.write('{\n  "TableName": "Other",\n  "KeySchema": [}\n}');
    await expect(area.faults).toHaveCount(1);
    await expect(area.faults).toContainText(/^line 3 /);
    await expect(design.name).toHaveValue("Kept");
    await design.create.click();
    await expect(workbench.table("Other")).toHaveCount(0);
  });

  await test.step("a value of the wrong type has its line and its path", async () => {
    await area.write('{\n  "TableName": 5\n}');
    await expect(area.faults).toContainText(/^line 2 TableName: /);
  });

  await test.step("a well-formed request the service would refuse is refused in its words", async () => {
    await area.write('{"TableName": "x"}');
    await expect(area.faults).toHaveCount(0);
    await expect(refusal).toContainText("ValidationException");
    await expect(refusal).toContainText("Member must");
  });

  await test.step("a query without its partition key is refused when it is run", async () => {
    await workbench.table("Thread").click();
    await workbench.show("Query");
    const pane = await query.json("Scan");
    await pane.area.write(
      '{"TableName": "Thread", "KeyConditionExpression": "Subject = :s", "ExpressionAttributeValues": {":s": {"S": "aaa"}}}',
    );
    await query.run.click();
    await expect(query.refusal).toHaveText(/ValidationException\s*Query condition missed key schema element: ForumName/);
    await expect(query.banner).toBeHidden();
  });
});

test("an item the service cannot take is refused at its field, or in its words, and nothing is written", async ({ workbench }) => {
  const { items } = workbench;
  const editor = await items.startNew();

  await test.step("an empty key and an invalid number are reported at their fields", async () => {
    await editor.value("ForumName").fill("S3");
    await editor.add("Replies", "N", "twelve");
    await editor.create.click();
    await expect(editor.value("Subject")).toHaveAttribute("aria-invalid", "true");
    await expect(editor.dialog.getByText("A key cannot be empty.").first()).toBeVisible();
    await expect(editor.value("Replies")).toHaveAttribute("aria-invalid", "true");
    await expect(editor.dialog.getByText("Not a number: use digits, one point, and an exponent like 1.5e3.").first()).toBeVisible();
  });

  await test.step("a key of an index with the wrong type", async () => {
    await editor.value("Subject").fill("wrong type");
    await editor.value("Replies").fill("12");
    await editor.add("LastPostDateTime", "N", "20150915");
    await editor.create.click();
    await expect(editor.refusal).toContainText("ValidationException");
    await expect(editor.refusal).toContainText(
      "One or more parameter values were invalid: Type mismatch for Index Key LastPostDateTime Expected: S Actual: N IndexName: LastPostIndex",
    );
  });

  await test.step("a key that is taken", async () => {
    await editor.dialog.getByRole("button", { name: "Remove LastPostDateTime" }).click();
    await editor.value("Subject").fill("aaa");
    await editor.create.click();
    await expect(editor.dialog.getByRole("alert").filter({ hasText: "An item with this key exists." })).toBeVisible();
  });

  await test.step("nothing was written", async () => {
    await editor.dialog.getByRole("button", { name: "Close" }).click();
    await expect(editor.dialog).toBeHidden();
    await expect(workbench.table("Thread")).toHaveText(/Thread\s*11/);
    await expect(items.rows).toHaveCount(11);
    await expect(items.rows.filter({ hasText: "wrong type" })).toHaveCount(0);
    await expect(items.rows.filter({ hasText: "aaa" })).toContainText("How do I write a bucket policy?");
  });
});

test("a read that cannot be made says why in its row of the form", async ({ workbench }) => {
  const { query } = workbench;
  await workbench.choose(/turns a table of players into leaderboards/);
  await workbench.show("Query");
  await workbench.caughtUp("GameTitleIndex");
  await query.target.selectOption("GSI GameTitleIndex");
  await query.partition.fill("Comet Quest");
  await query.sortTest.selectOption(">");
  await query.sortFirst.fill("many");
  await query.run.click();
  await expect(query.sortFirst).toHaveAttribute("aria-invalid", "true");
  await expect(query.row("Keys")).toContainText("Not a number");
  await expect(query.banner).toBeHidden();

  await query.sortFirst.fill("-1");
  await query.limit.fill("0");
  await query.run.click();
  await expect(query.limit).toHaveAttribute("aria-invalid", "true");
  await expect(query.banner).toBeHidden();

  await query.limit.fill("");
  await query.pick(["Wins"]);
  await query.run.click();
  await expect(query.refusal).toContainText("ValidationException");
  await expect(query.refusal).toContainText("One or more parameter values were invalid: Global secondary index GameTitleIndex does not project");
  await expect(query.banner).toBeHidden();
});
