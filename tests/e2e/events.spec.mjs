// The causal log: what happened in words, filtered, and every line brings what it is about to the front.

import { expect, test } from "./pages/test.mjs";

test("requests and refusals are told with cost and reason, and lead to their table", async ({ workbench }) => {
  const { events, request } = workbench;
  await events.unfold();
  await workbench.show("Request");
  await request.operation.selectOption("DeleteItem");
  await request.body.area.write('{"TableName": "Thread", "Key": {"ForumName": {"S": "S3"}, "Subject": {"S": "aaa"}}}');
  await request.send.click();
  await expect(request.answer).toContainText("200 OK");
  await expect(events.lines.filter({ hasText: "DeleteItem (ForumName S3, Subject aaa) on Thread" })).toContainText("WCU");

  await request.operation.selectOption("DescribeTable");
  await request.body.area.write('{"TableName": "Nowhere"}');
  await request.send.click();
  await events.kind.selectOption("refusal");
  await expect(events.lines).toHaveCount(1);
  await expect(events.lines.first()).toContainText("DescribeTable refused: ResourceNotFoundException");

  await events.kind.selectOption("");
  await events.text.fill("is active");
  await expect(events.lines.first()).toContainText("is ACTIVE");
  await events.text.fill("DeleteItem");
  await events.lines.first().getByRole("button").click();
  await expect(workbench.tab("Items")).toHaveAttribute("aria-selected", "true");
});
