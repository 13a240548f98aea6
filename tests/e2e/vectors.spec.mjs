// A vector index: defined in the JSON of a new table, described, written to, searched and deleted.

import { Inspector } from "./pages/inspector.mjs";
import { expect, test } from "./pages/test.mjs";

const vector = (...numbers) => numbers.map((number) => ({ N: String(number) }));

/** Sends a manual request. */
async function send(workbench, operation, body) {
  const { request } = workbench;
  await request.operation.selectOption(operation);
  await request.body.area.write(JSON.stringify(body));
  await request.send.click();
  await expect(request.answer).toContainText(`${operation} returned 200 OK`);
}

test("a vector index is made with its table, searched by hand, and deleted", async ({ page, workbench }) => {
  const { design, request, settings } = workbench;
  await workbench.newTable();
  const table = {
    TableName: "Notes",
    BillingMode: "PAY_PER_REQUEST",
    AttributeDefinitions: ["pk", "tenant"].map((AttributeName) => ({ AttributeName, AttributeType: "S" })),
    KeySchema: [{ AttributeName: "pk", KeyType: "HASH" }],
    VectorIndexes: [
      {
        IndexName: "ByMeaning",
        VectorAttribute: { AttributeName: "embedding" },
        Dimensions: 2,
        DistanceFunction: "EUCLIDEAN",
        Projection: { ProjectionType: "ALL" },
        SearchSchema: [{ AttributeName: "tenant", SearchSchemaElementType: "HASH" }],
      },
    ],
  };
  await design.json.area.write(JSON.stringify(table));
  await expect(design.form).toContainText("Vector indexes (edit them in the JSON): ByMeaning");
  await design.create.click();
  await expect(workbench.table("Notes")).toBeVisible();
  await workbench.show("Design");
  await expect(workbench.page.getByRole("heading", { name: "ByMeaning Vector index" })).toBeVisible();
  await expect(design.fact("Distance function")).toHaveText("EUCLIDEAN");
  await expect(design.fact("Search schema")).toHaveText("tenant HASH");

  await workbench.show("Request");
  for (const [pk, ...at] of [["near", 1, 1], ["far", 4, 5]]) {
    const Item = { pk: { S: pk }, tenant: { S: "t" }, embedding: { L: vector(...at) } };
    await send(workbench, "PutItem", { TableName: "Notes", Item });
  }
  await workbench.show("Design");
  await expect(design.fact("Entries")).toContainText("2 entries");
  const inspector = new Inspector(page);
  await inspector.choose("Index ByMeaning", "Index ByMeaning");
  await expect(inspector.panel).toContainText("ByMeaning is ACTIVE and holds 2 of 2 items.");
  await expect(inspector.row(/^delete this index/)).toContainText("✓ yes");
  await workbench.show("Request");
  await send(workbench, "SearchVectors", {
    TableName: "Notes",
    IndexName: "ByMeaning",
    SearchVector: vector(1, 1),
    TopK: 2,
    SearchConditionExpression: "tenant = :t",
    ExpressionAttributeValues: { ":t": { S: "t" } },
  });
  await expect(request.answer).toContainText(/near[\s\S]*"Score": 0\.0[\s\S]*far[\s\S]*"Score": 5\.0/);

  await workbench.show("Settings");
  const vectors = settings.part("Vector indexes");
  await expect(vectors).toContainText("embedding, 2 numbers, EUCLIDEAN");
  await vectors.getByRole("button", { name: "Delete index" }).click();
  await workbench.page.getByRole("dialog").getByRole("button", { name: "Delete index" }).click();
  await expect(vectors).toHaveCount(0);
});
