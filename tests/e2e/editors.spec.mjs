// Editors by keyboard: Ctrl+Enter presses the main button, and the focus moves to what was added or created.

import { expect, test } from "./pages/test.mjs";

test("a table, an index and an item are made without a mouse or a lost focus", async ({ page, workbench }) => {
  const { design, items } = workbench;
  await workbench.newTable();
  await design.name.fill("Notes");
  await design.fillKeys(design.table, { partition: ["Id", "S"] });
  const global = design.form.getByRole("group", { name: "Global secondary indexes" });
  await global.getByRole("button", { name: "Add global index" }).press("Enter");
  await expect(global.getByRole("combobox", { name: "Partition key", exact: true })).toBeFocused();
  await page.keyboard.type("Topic");
  await expect(global.getByRole("region", { name: "Topic-index" })).toBeVisible();
  await design.name.press("ControlOrMeta+Enter");
  await expect(workbench.tab("Items")).toBeFocused();
  await expect(workbench.table("Notes")).toBeVisible();

  // An empty table names the next steps.
  await expect(items.panel).toContainText("The table is empty");
  await expect(items.button("Run a load")).toBeVisible();
  await expect(items.button("Import…")).toBeVisible();
  await items.button("Add an item").press("Enter");
  const editor = page.getByRole("dialog", { name: "New item in Notes" });
  await editor.getByRole("textbox", { name: "Value of Id" }).fill("n1");
  await editor.getByRole("combobox", { name: "Name of the new attribute" }).fill("Topic");
  await editor.getByRole("button", { name: "Add attribute" }).press("Enter");
  await expect(editor.getByRole("textbox", { name: "Value of Topic" })).toBeFocused();
  await page.keyboard.type("streams");
  await editor.getByRole("combobox", { name: "Name of the new attribute" }).fill("Pages");
  await editor.getByRole("button", { name: "Add attribute" }).press("Enter");
  await expect(editor.getByRole("textbox", { name: "Value of Pages" })).toBeFocused();
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(editor).toBeHidden();
  await expect(workbench.table("Notes")).toHaveText(/Notes\s*1/);
});

test("Ctrl+Enter works inside the code editors too", async ({ page, workbench }) => {
  const { items, request } = workbench;
  await workbench.table("Thread").click();
  await workbench.show("Request");
  await request.operation.selectOption("DescribeTimeToLive");
  await request.body.area.write('{"TableName":"Thread"}');
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(request.answer).toContainText("DescribeTimeToLive returned 200 OK");
  await request.body.area.shows('{"TableName":"Thread"}');

  await workbench.show("Items");
  const editor = await items.startNew();
  await editor.face("JSON");
  await editor.json.write('{"ForumName":"S3","Subject":"from the keyboard"}');
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(editor.dialog).toBeHidden();
});
