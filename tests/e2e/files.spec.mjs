// Export and import of files: items in three formats, tables in four, and models of NoSQL Workbench.

import { existsSync, readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { Files } from "./pages/files.mjs";
import { expect, test } from "./pages/test.mjs";

const models = resolve(dirname(fileURLToPath(import.meta.url)), "../../../shared/data/nosql-workbench");
const ITEM = {
  Id: { S: "all" },
  Number: { N: "0.12345678901234567890123456789012345678" },
  Text: { S: "a,\"b\"\nc" },
  Empty: { S: "" },
  Looks: { S: "12" },
  Bytes: { B: "AAEC" },
  Set: { NS: ["1", "2"] },
  List: { L: [{ BOOL: true }, { NULL: true }, { M: { k: { S: "v" } } }] },
};

/** Sends a request in the Request tab. */
async function send(workbench, operation, body) {
  await workbench.request.operation.selectOption(operation);
  await workbench.request.body.area.write(JSON.stringify(body));
  await workbench.request.send.click();
}

test("items of every type come back from every format as they were", async ({ page, workbench }) => {
  test.setTimeout(180_000);
  const files = new Files(page);
  await workbench.workspaces.begin();
  await workbench.show("Request");
  const keys = { AttributeDefinitions: [{ AttributeName: "Id", AttributeType: "S" }], KeySchema: [{ AttributeName: "Id", KeyType: "HASH" }] };
  await send(workbench, "CreateTable", { TableName: "Types", BillingMode: "PAY_PER_REQUEST", ...keys });
  await expect(workbench.table("Types")).toBeVisible();
  await send(workbench, "PutItem", { TableName: "Types", Item: ITEM });
  await workbench.holds({ Types: 1 });
  for (const [form, ending] of [["CSV", "csv"], ["JSON", "json"], ["DynamoDB JSON, one item per line", "jsonl"]]) {
    await workbench.table("Types").click();
    await files.opener.click();
    const saved = await files.saveItems("Types", form);
    expect(saved.name).toBe(`Types.${ending}`);
    await page.keyboard.press("Escape");

    await workbench.show("Request");
    await send(workbench, "DeleteItem", { TableName: "Types", Key: { Id: { S: "all" } } });
    await workbench.holds({ Types: 0 });
    await workbench.import.opener.click();
    if (form !== "CSV") await workbench.import.dialog.getByRole("button", { name: "Import another file" }).click();
    await workbench.import.file.setInputFiles({ name: saved.name, mimeType: "text/plain", buffer: saved.bytes });
    await workbench.import.begin.click();
    await expect(workbench.import.figure("items written")).toHaveText("1");
    await page.keyboard.press("Escape");
    await workbench.holds({ Types: 1 });

    await files.opener.click();
    const again = await files.saveItems("Types", "DynamoDB JSON, one item per line");
    await page.keyboard.press("Escape");
    expect(JSON.parse(again.bytes.toString()), form).toEqual({ Item: ITEM });
  }
});

test("tables come back from each description of them", async ({ page, workbench }) => {
  test.setTimeout(120_000);
  const files = new Files(page);
  await workbench.workspaces.begin();
  await workbench.show("Request");
  await send(workbench, "CreateTable", {
    TableName: "Orders",
    BillingMode: "PROVISIONED",
    ProvisionedThroughput: { ReadCapacityUnits: 7, WriteCapacityUnits: 3 },
    AttributeDefinitions: [
      { AttributeName: "Customer", AttributeType: "S" },
      { AttributeName: "At", AttributeType: "N" },
      { AttributeName: "Status", AttributeType: "S" },
    ],
    KeySchema: [{ AttributeName: "Customer", KeyType: "HASH" }, { AttributeName: "At", KeyType: "RANGE" }],
    GlobalSecondaryIndexes: [
      {
        IndexName: "ByStatus",
        KeySchema: [{ AttributeName: "Status", KeyType: "HASH" }],
        Projection: { ProjectionType: "INCLUDE", NonKeyAttributes: ["Total"] },
        ProvisionedThroughput: { ReadCapacityUnits: 2, WriteCapacityUnits: 2 },
      },
    ],
  });
  await expect(workbench.table("Orders")).toBeVisible();
  const forms = ["DescribeTable response", "CloudFormation template", "Terraform configuration"];
  const saved = [];
  await files.opener.click();
  for (const form of forms) saved.push(await files.saveTables("Orders", form));
  await page.keyboard.press("Escape");
  expect(saved.map((file) => file.name)).toEqual(["Orders.json", "Orders.template.json", "Orders.tf"]);

  for (const file of saved) {
    await workbench.workspaces.begin();
    await workbench.import.opener.click();
    await files.file.setInputFiles({ name: file.name, mimeType: "text/plain", buffer: file.bytes });
    await expect(files.found).toHaveText(/^Orders: Customer, At, 1 global index\.$/);
    await files.create.click();
    await expect(files.outcome).toHaveText("1 table created, 0 items written.");
    await page.keyboard.press("Escape");
    await files.opener.click();
    const again = await files.saveTables("Orders", "CloudFormation template");
    await page.keyboard.press("Escape");
    expect(again.bytes.toString(), file.name).toBe(saved[1].bytes.toString());
  }
});

test("a file that cannot be read gets its faults by line", async ({ page, workbench }) => {
  const files = new Files(page);
  await workbench.import.opener.click();
  await files.file.setInputFiles({ name: "a.tf", mimeType: "text/plain", buffer: Buffer.from('resource "aws_dynamodb_table" "t" {\n  name = var.nothing\n}\n') });
  await expect(files.faults.first()).toContainText("line 2");
  await files.file.setInputFiles({ name: "b.json", mimeType: "text/plain", buffer: Buffer.from("{\n") });
  await expect(files.faults.first()).toContainText("line");
});

test("facets of a model become saved views, and leave as facets", async ({ page, workbench }) => {
  const files = new Files(page);
  const key = (partition, sort) => ({ PK: { S: partition }, SK: { S: sort } });
  const card = (number) => ({ ...key("acc#1", `card#${number}`), Name: { S: `card ${number}` } });
  const attribute = (AttributeName) => ({ AttributeName, AttributeType: "S" });
  const facet = {
    FacetName: "Cards of an account",
    KeyAttributeAlias: { PartitionKeyAlias: "Account", SortKeyAlias: "Card" },
    TableData: [card(1), card(2)],
    NonKeyAttributes: ["Name"],
    DataAccess: { MySql: {} },
  };
  const table = {
    TableName: "Cards",
    KeyAttributes: { PartitionKey: attribute("PK"), SortKey: attribute("SK") },
    NonKeyAttributes: [attribute("Name")],
    TableFacets: [facet],
    TableData: [card(1), card(2), key("acc#1", "info"), key("acc#2", "info")],
  };
  const model = { ModelName: "Bank", ModelMetadata: { Author: "", Version: "3.0" }, DataModel: [table] };
  await workbench.workspaces.begin();
  await workbench.import.opener.click();
  await files.file.setInputFiles({ name: "bank.json", mimeType: "application/json", buffer: Buffer.from(JSON.stringify(model)) });
  await expect(files.open).toContainText("1 facet becomes a saved view on the Query tab.");
  await files.create.click();
  await expect(files.outcome).toHaveText("1 table created, 4 items written.");
  await page.keyboard.press("Escape");

  const { query } = workbench;
  await workbench.table("Cards").click();
  await workbench.show("Query");
  await query.question.selectOption("Cards of an account");
  await query.run.click();
  await expect(query.banner).toContainText("2 items returned");

  await workbench.saved();
  await workbench.reload();
  await files.opener.click();
  const saved = await files.saveTables("All tables", "NoSQL Workbench model, with items");
  expect(JSON.parse(saved.bytes.toString()).DataModel[0].TableFacets).toEqual([facet]);
});

for (const name of ["FlightsFares", "Hospital", "banking"]) {
  test(`the NoSQL Workbench model ${name} comes in, goes out, and comes in the same`, async ({ page, workbench }) => {
    test.skip(!existsSync(models), "the models are not beside this checkout");
    test.setTimeout(120_000);
    const files = new Files(page);
    const bring = async (file) => {
      await workbench.workspaces.begin();
      await workbench.import.opener.click();
      await files.file.setInputFiles(file);
      await expect(files.found.first()).toBeVisible();
      await files.create.click();
      await expect(files.outcome).toHaveText(/^\d+ tables? created, \d+ items? written\.$/);
      const words = await files.outcome.innerText();
      await page.keyboard.press("Escape");
      await files.opener.click();
      const model = await files.saveTables("All tables", "NoSQL Workbench model, with items");
      await page.keyboard.press("Escape");
      return { words, model };
    };
    const first = await bring({ name: `${name}.json`, mimeType: "application/json", buffer: readFileSync(resolve(models, `${name}.json`)) });
    const second = await bring({ name: first.model.name, mimeType: "application/json", buffer: first.model.bytes });
    expect(second.words).toBe(first.words);
    expect(second.model.bytes.toString()).toBe(first.model.bytes.toString());
  });
}
