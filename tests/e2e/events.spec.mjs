// The event log: events as text, filtered, and a click on a line shows its subject.

import { expect, test } from "./pages/test.mjs";

test("requests and refusals are listed with cost and reason, and lead to their table", async ({ workbench }) => {
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
  await expect(events.lines.first()).toContainText("DescribeTable on Nowhere refused: ResourceNotFoundException");

  await events.kind.selectOption("");
  await events.text.fill("is active");
  await expect(events.lines.first()).toContainText("is ACTIVE");
  await events.text.fill("DeleteItem");
  await events.lines.first().getByRole("button").click();
  await expect(workbench.tab("Items")).toHaveAttribute("aria-selected", "true");
});
