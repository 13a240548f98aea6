// Batches and transactions as a list of requests: rows, outcomes by row, and the JSON that stays in step.

import { violations } from "./pages/access.mjs";
import { press, walkTo } from "./pages/keyboard.mjs";
import { make } from "./pages/own-table.mjs";
import { RequestList } from "./pages/request-list.mjs";
import { expect, test } from "./pages/test.mjs";

const KEY = (subject) => `{"ForumName": {"S": "EC2"}, "Subject": {"S": "${subject}"}}`;

/** Opens an operation in the Request tab. */
async function open(workbench, operation) {
  await workbench.table("Thread").click();
  await workbench.show("Request");
  await workbench.request.operation.selectOption(operation);
}

test("a canceled transaction shows its reason at the request, and the token makes it idempotent", async ({ page, workbench }) => {
  const { request } = workbench;
  const list = new RequestList(page);
  await open(workbench, "TransactWriteItems");
  await expect(list.pane).toContainText("No requests. TransactWriteItems needs at least 1.");
  for (const subject of ["new", "yyy", "gone"]) {
    await list.add.click();
    await list.rows.last().getByRole("textbox", { name: "Item", exact: true }).fill(KEY(subject));
  }
  await list.kind(2).selectOption("ConditionCheck");
  await list.field(2, "ConditionExpression").fill("attribute_not_exists(Subject)");
  await list.row(2).getByRole("combobox", { name: "ReturnValuesOnConditionCheckFailure" }).selectOption("ALL_OLD");
  await list.kind(3).selectOption("Delete");
  await list.newToken.click();
  await expect(list.token).toHaveValue(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  await request.send.click();
  await expect(list.row(2)).toContainText("ConditionalCheckFailed: The conditional request failed");
  await expect(list.row(2).getByRole("region", { name: "Outcome of Request 2" })).toContainText('"yyy"');
  await expect(list.row(1)).toContainText("None: this request has no error, but");
  expect(await violations(page)).toEqual([]);

  await list.field(2, "ConditionExpression").fill("attribute_exists(Subject)");
  await expect(list.pane).toContainText("The requests changed since the response:");
  await expect(list.row(2)).not.toContainText("ConditionalCheckFailed");
  await request.send.click();
  await expect(list.row(1)).toContainText("Item written.");
  await expect(list.row(2)).toContainText("Condition is true.");
  await list.field(1, "Item").fill(KEY("other"));
  await request.send.click();
  await expect(request.answer).toContainText("IdempotentParameterMismatchException");
});

test("the list and the JSON are one body, and what the list lacks stays JSON", async ({ page, workbench }) => {
  const { request } = workbench;
  const list = new RequestList(page);
  await open(workbench, "TransactWriteItems");
  const put = (members) => `{"TransactItems": [{"Put": {"TableName": "Thread", ${members}}}], "ReturnConsumedCapacity": "TOTAL"}`;
  await list.form("JSON").click();
  await request.body.area.write(put(`"Item": ${KEY("a")}, "Expected": {}`));
  await list.form("List").click();
  await expect(request.body.pane).toContainText("The list cannot show “Expected” of this body");
  await request.body.area.write(put(`"Item": ${KEY("a")}`));
  await expect(list.field(1, "Item")).toHaveValue('{"ForumName":{"S":"EC2"},"Subject":{"S":"a"}}');
  await expect(list.pane.getByRole("combobox", { name: "ReturnConsumedCapacity" })).toHaveValue("TOTAL");

  await list.field(1, "Item").fill('{"ForumName": "EC2", "Subject": "b", "Replies": 3}');
  await list.form("JSON").click();
  await request.body.area.has('"Replies": {');
  await list.form("List").click();
  await list.field(1, "Item").fill('{"ForumName": ');
  await expect(list.field(1, "Item")).toHaveAttribute("aria-invalid", "true");
  await list.form("JSON").click();
  await request.body.area.has('"Item": "{\\"ForumName\\": "');
  await request.send.click();
  await expect(request.answer).toContainText("SerializationException");
});

test("requests are added, moved, removed and brought back by keyboard", async ({ page, workbench }) => {
  const list = new RequestList(page);
  await open(workbench, "TransactGetItems");
  for (const subject of ["yyy", "zzz"]) {
    await press(list.add);
    await expect(list.rows.last().getByRole("textbox", { name: "Key", exact: true })).toBeFocused();
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.type(KEY(subject));
  }
  await walkTo(list.button(2, "Move up"), "Shift+Tab");
  await page.keyboard.press("Enter");
  await expect(list.field(1, "Key")).toHaveValue(/zzz/);
  await expect(list.button(1, "Move up")).toBeFocused();
  await press(list.button(1, "Remove"));
  await expect(list.rows).toHaveCount(1);
  await expect(list.field(1, "Key")).toHaveValue(/yyy/);
  await expect(list.button(1, "Remove")).toBeFocused();
  await press(page.getByRole("button", { name: "Undo", exact: true }));
  await expect(list.rows).toHaveCount(2);
  await walkTo(list.field(2, "Key"));
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(list.row(2)).toContainText("Item returned.");
});

test("a sent request becomes a row, and one that cannot says why", async ({ page, workbench }) => {
  const { request } = workbench;
  const list = new RequestList(page);
  await open(workbench, "PutItem");
  await request.body.area.write(`{"TableName": "Thread", "Item": ${KEY("a")}, "ReturnValues": "ALL_OLD"}`);
  await request.send.click();
  await expect(request.answer).toContainText("PutItem returned 200 OK");
  await request.operation.selectOption("ListTables");
  await request.send.click();
  await expect(request.answer).toContainText("ListTables returned 200 OK");
  await request.operation.selectOption("BatchWriteItem");
  const add = async (name) => {
    const label = await list.addable.getByRole("option").filter({ hasText: name }).first().textContent();
    await list.addable.selectOption({ label });
    await list.add.click();
  };
  await add("PutItem Thread");
  await expect(page.getByText("Added without ReturnValues: BatchWriteItem has none.")).toBeVisible();
  await expect(list.field(1, "Item")).toHaveValue(/"a"/);
  await add(/ListTables.*not possible/);
  await expect(page.getByText(/cannot be added\. BatchWriteItem has no ListTables/)).toBeVisible();
  await expect(list.rows).toHaveCount(1);
});

test("a batch names what was not processed, and sends it again", async ({ page, workbench }) => {
  const { request } = workbench;
  const list = new RequestList(page);
  await make(workbench, "Orders", { units: ["1", "1"] });
  await workbench.show("Workload");
  await workbench.workload.throttling.check();
  await workbench.show("Request");
  await request.operation.selectOption("BatchWriteItem");
  // The first write leaves the table in debt for 19 seconds.
  for (const [id, size] of [["a", 20_000], ["b", 1], ["c", 1]]) {
    await list.add.click();
    await list.rows.last().getByRole("textbox", { name: "Item", exact: true }).fill(`{"Id": "${id}", "Note": "${"x".repeat(size)}"}`);
  }
  await request.send.click();
  await expect(list.row(1)).toContainText("Item written.");
  await expect(list.row(2)).toContainText("Unprocessed: DynamoDB did not process this request.");
  await expect(list.pane).toContainText("DynamoDB did not process 2 requests.");
  await list.sendUnprocessed.click();
  await expect(request.history.getByRole("listitem")).toHaveCount(2);
  await expect(list.rows).toHaveCount(2);
  await expect(list.field(1, "Item")).toHaveValue(/"b"/);
});

test("each key of a batch has its item, and more than 100 keys are said", async ({ page, workbench }) => {
  const { request } = workbench;
  const list = new RequestList(page);
  await open(workbench, "BatchGetItem");
  const keys = (count) => Array.from({ length: count }, (_, at) => KEY(at === 1 ? "yyy" : `none ${at}`)).join(",");
  const write = async (count) => {
    await list.form("JSON").click();
    await request.body.area.write(`{"RequestItems": {"Thread": {"Keys": [${keys(count)}], "ConsistentRead": true}}}`);
    await list.form("List").click();
  };
  await write(2);
  await expect(list.pane.getByRole("combobox", { name: "ConsistentRead" })).toHaveValue("true");
  await request.send.click();
  await expect(list.row(1)).toContainText("No such item.");
  await expect(list.row(2).getByRole("region", { name: "Outcome of Request 2" })).toContainText('"yyy"');
  await write(101);
  await expect(list.pane).toContainText("101 requests. BatchGetItem takes at most 100.");
  await request.send.click();
  await expect(request.answer).toContainText("400 Bad Request");
});
