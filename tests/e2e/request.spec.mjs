// Any operation as JSON: responses and errors are shown with their status, and the latest requests can be opened
// again.

import { expect, test } from "./pages/test.mjs";

test("a request is answered, one is refused, one is no JSON; all of them are kept", async ({ workbench }) => {
  const { request } = workbench;
  await workbench.table("Thread").click();
  await workbench.show("Request");
  await request.operation.selectOption("DescribeTimeToLive");
  await request.send.click();
  await expect(request.answer).toContainText("DescribeTimeToLive returned 200 OK");
  await expect(request.answer).toContainText("DISABLED");

  await request.operation.selectOption("GetItem");
  await request.body.area.write('{"TableName": "Nowhere", "Key": {"a": {"S": "b"}}}');
  await request.send.click();
  await expect(request.answer).toContainText("400 Bad Request");
  await expect(request.answer).toContainText("ResourceNotFoundException");

  await request.body.area.write('{"TableName": ');
  await request.send.click();
  await expect(request.answer).toContainText("SerializationException");

  await expect(request.history.getByRole("listitem")).toHaveCount(3);
  await request.history.getByRole("button", { name: /DescribeTimeToLive/ }).click();
  await expect(request.operation).toHaveValue("DescribeTimeToLive");
  await expect(request.answer).toContainText("DISABLED");
});

test("a decimal fraction of many digits is read to the nearest double", async ({ workbench }) => {
  const { request } = workbench;
  await workbench.table("Thread").click();
  await workbench.show("Request");
  const target = {
    ServiceNamespace: "dynamodb",
    ResourceId: "table/Thread",
    ScalableDimension: "dynamodb:table:ReadCapacityUnits",
  };
  const policy = {
    ...target,
    PolicyName: "reads",
    PolicyType: "TargetTrackingScaling",
    TargetTrackingScalingPolicyConfiguration: {
      TargetValue: "VALUE",
      PredefinedMetricSpecification: { PredefinedMetricType: "DynamoDBReadCapacityUtilization" },
    },
  };
  const send = async (operation, body, answer) => {
    await request.operation.selectOption(operation);
    await request.body.area.write(body);
    await request.send.click();
    await expect(request.answer).toContainText(answer);
  };
  await send("RegisterScalableTarget", JSON.stringify({ ...target, MinCapacity: 5, MaxCapacity: 40 }), "RegisterScalableTarget returned 200 OK");
  await send("PutScalingPolicy", JSON.stringify(policy).replace('"VALUE"', "70.12345678901234567890"), "PutScalingPolicy returned 200 OK");
  await send("DescribeScalingPolicies", JSON.stringify({ ServiceNamespace: "dynamodb" }), "70.12345678901235");
});

test("a request is a program in the chosen language, and one that is no request says why", async ({ page, workbench }) => {
  const { request } = workbench;
  await workbench.show("Request");
  await request.operation.selectOption("GetItem");
  await request.body.area.write('{"TableName": "Thread", "Key": {"ForumName": {"S": "EC2"}, "Subject": {"S": "aaa"}}}');
  await request.panel.getByRole("tab", { name: "Code", exact: true }).click();
  const code = request.panel.getByRole("region", { name: "Request as code" });
  const program = code.getByRole("region", { name: "Program" });
  await expect(program).toContainText("boto3");
  await code.getByRole("combobox", { name: "Language" }).selectOption({ label: "AWS CLI" });
  await expect(program).toContainText("aws dynamodb get-item");
  await code.getByRole("checkbox", { name: "For a local endpoint" }).check();
  await expect(program).toContainText("http://localhost:8000");
  await request.body.area.write('{"TableName": "Thread", "Kye": {}}');
  await expect(code.getByRole("alert")).toContainText("there is no parameter Kye");
  await expect(program).toHaveText("");
  await page.reload();
  await expect(request.panel.getByRole("tab", { name: "Code", exact: true })).toBeVisible();
});
