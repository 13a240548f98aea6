// The code of a table in the Design tab.

import { violations } from "./pages/access.mjs";
import { expect, test } from "./pages/test.mjs";

test("a table is a program in every language, with its settings, and for the CDK", async ({ page, workbench }) => {
  await workbench.table("Thread").click();
  await workbench.show("Design");
  const design = page.getByRole("tabpanel", { name: "Design", exact: true });
  const code = design.getByRole("region", { name: "Table as code" });
  const program = code.getByRole("region", { name: "Program" });
  await expect(program).toContainText("boto3");
  await expect(program).toContainText("LastPostIndex");
  await code.getByRole("combobox", { name: "Language" }).selectOption({ label: "AWS CDK" });
  await expect(program).toContainText("new dynamodb.Table(stack");
  await expect(program).toContainText("table.addLocalSecondaryIndex");
  await expect(code.getByRole("checkbox", { name: "For a local endpoint" })).toBeDisabled();
  expect(await violations(page)).toEqual([]);
  // The language is for tables only: a request is in another one.
  await workbench.show("Request");
  const request = page.getByRole("tabpanel", { name: "Request", exact: true });
  await request.getByRole("tab", { name: "Code", exact: true }).click();
  await expect(request.getByRole("combobox", { name: "Language" })).toHaveValue("python");
});
