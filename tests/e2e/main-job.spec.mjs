// The main job: a new user defines a table with indexes, writes items and queries an index. Then they see what was read
// and its cost, see the collections, and find everything again after a reload.

import { expect, test } from "./pages/test.mjs";
import { WITH_TABLES, atWidths } from "./pages/widths.mjs";

const orders = {
  keys: { partition: ["CustomerId", "S"], sort: ["OrderId", "S"] },
  local: { name: "ByTotal", sort: ["Total", "N"], projection: "KEYS_ONLY" },
  global: { name: "ByStatus", partition: ["Status", "S"], sort: ["PlacedAt", "S"], projection: ["City", "Total"] },
};

/** The CreateTable request of the form of `orders`. */
const createOrders = {
  TableName: "Orders",
  AttributeDefinitions: [
    { AttributeName: "CustomerId", AttributeType: "S" },
    { AttributeName: "OrderId", AttributeType: "S" },
    { AttributeName: "PlacedAt", AttributeType: "S" },
    { AttributeName: "Status", AttributeType: "S" },
    { AttributeName: "Total", AttributeType: "N" },
  ],
  KeySchema: [
    { AttributeName: "CustomerId", KeyType: "HASH" },
    { AttributeName: "OrderId", KeyType: "RANGE" },
  ],
  BillingMode: "PAY_PER_REQUEST",
  LocalSecondaryIndexes: [
    {
      IndexName: "ByTotal",
      KeySchema: [
        { AttributeName: "CustomerId", KeyType: "HASH" },
        { AttributeName: "Total", KeyType: "RANGE" },
      ],
      Projection: { ProjectionType: "KEYS_ONLY" },
    },
  ],
  GlobalSecondaryIndexes: [
    {
      IndexName: "ByStatus",
      KeySchema: [
        { AttributeName: "Status", KeyType: "HASH" },
        { AttributeName: "PlacedAt", KeyType: "RANGE" },
      ],
      Projection: { ProjectionType: "INCLUDE", NonKeyAttributes: ["City", "Total"] },
    },
  ],
};

async function defineOrders({ design }) {
  await design.name.fill("Orders");
  await design.fillKeys(design.table, orders.keys);
  await design.addIndex("local", orders.local);
  await design.addIndex("global", orders.global);
}

async function writeOrders({ items }) {
  for (const [order, total, placed, city] of [
    ["o-1", "19.90", "2026-03-01T09:00:00Z", "Recife"],
    ["o-2", "250", "2026-03-02T11:30:00Z", "Olinda"],
  ]) {
    const editor = await items.startNew();
    await editor.value("CustomerId").fill("c-7");
    await editor.value("OrderId").fill(order);
    await editor.add("Total", "N", total);
    await editor.add("Status", "S", "open");
    await editor.add("PlacedAt", "S", placed);
    await editor.add("City", "S", city);
    await editor.add("Lines", "SS", ["pen", "paper"]);
    await editor.finish();
  }
  const editor = await items.startNew();
  await editor.face("JSON");
  await editor.json.write('{"CustomerId": "c-8", "OrderId": "o-3", "Total": 7, "Status": "shipped", "PlacedAt": "2026-03-02T12:00:00Z"}');
  await editor.finish();
}

async function queryOpenOrders({ query }) {
  await query.target.selectOption("GSI ByStatus");
  await query.partition.fill("open");
  await query.order.selectOption("descending");
  await query.pick(["OrderId", "City"]);
  await query.run.click();
}

atWidths(WITH_TABLES, () => {
  test("a new user defines a table, writes items, queries an index, and finds everything again", async ({ page, workbench }) => {
    const { capacity, collections, design, items, query, tables } = workbench;

    await test.step("define a table with one local and one global index; the request stands beside the form", async () => {
      await workbench.newTable();
      await defineOrders(workbench);
      const request = await design.json.copied();
      request.AttributeDefinitions.sort((a, b) => a.AttributeName.localeCompare(b.AttributeName));
      expect(request).toEqual(createOrders);
      await design.create.click();
      await expect(workbench.table("Orders")).toHaveAttribute("aria-current", "true");
      await expect(workbench.index("LSI", "ByTotal")).toBeVisible();
      await expect(workbench.index("GSI", "ByStatus")).toBeVisible();
    });

    await test.step("add three items: two with the typed form, one as JSON", async () => {
      await writeOrders(workbench);
      await expect(page.getByText("Item written: 3 WCU: table 1, ByTotal 1, ByStatus 1.").last()).toBeVisible();
      await expect(workbench.table("Orders")).toHaveText(/Orders\s*3/);
    });

    await test.step("query the global index with a projection of chosen attributes", async () => {
      await workbench.show("Query");
      await workbench.caughtUp("ByStatus");
      await expect(query.run).toHaveText(/Run Scan/);
      await queryOpenOrders(workbench);
      await expect(query.run).toHaveText(/Run Query/);
      await expect(query.rows).toHaveCount(2);
      await expect(query.headings).toHaveText([/OrderId/, /City/]);
      await expect(query.column(1)).toHaveText(["o-2", "o-1"]);
      await expect(query.column(2)).toHaveText(["Olinda", "Recife"]);
    });

    await test.step("see what was read and what it cost", async () => {
      for (const figure of ["2 items returned", "2 items read", "100 % efficiency", "0.5 RCU", "1 request", "Read to the end."]) {
        await expect(query.banner).toContainText(figure);
      }
      await expect(query.strip.getByRole("button")).toHaveCount(2);
      await expect(query.entry(/OrderId o-2.*: \d+ bytes, returned$/)).toBeVisible();
      await expect(query.entry(/OrderId o-1.*: \d+ bytes, returned$/)).toBeVisible();
      await expect(query.explained).toContainText("ByStatus, by PlacedAt, descending");
      await query.face("Why this cost");
      await expect(query.sum.getByRole("row", { name: /^index entries .* → 4 KB 1\.0$/ })).toBeVisible();
      await expect(query.sum.getByRole("row", { name: "eventually consistent 1.0 × ½ 0.5 RCU" })).toBeVisible();
    });

    await test.step("see the units per table and index", async () => {
      await expect(capacity.card).toContainText("last request: Query on Orders");
      await expect(capacity.card).toContainText(/0\.5 RCU/);
      await expect(capacity.cells("GSI ByStatus")).toHaveText([/.*/, /.*/, "0.5", "3"]);
      await expect(capacity.cells("LSI ByTotal")).toHaveText([/.*/, /.*/, "0", "3"]);
      // The table itself was not read: viewing its items is free.
      await expect(capacity.cells(/^Orders/)).toHaveText([/.*/, /.*/, "0", "3"]);
    });

    await test.step("see the collections of table and index, linked", async () => {
      await workbench.show("Collections");
      const [left, right] = [collections.items("Orders"), collections.entries("ByStatus")];
      const [items, entries] = [await left.boundingBox(), await right.boundingBox()];
      expect(items.x + items.width <= entries.x || items.y + items.height <= entries.y, "one does not lie on the other").toBe(true);
      await expect(collections.groups(left)).toHaveCount(2);
      await expect(collections.groups(left).filter({ hasText: "c-7" })).toContainText("2 items");
      await expect(collections.groups(left).filter({ hasText: "c-8" })).toContainText("1 item");
      await expect(collections.groups(right).filter({ hasText: "open" })).toContainText("2 entries");
      await expect(collections.groups(right).filter({ hasText: "shipped" })).toContainText("1 entry");
      await left.getByRole("button", { name: "o-2" }).click();
      await expect(left.getByRole("button", { name: "o-2" })).toHaveAttribute("aria-pressed", "true");
      await expect(right.getByRole("button", { name: "2026-03-02T11:30:00Z" })).toHaveAttribute("aria-pressed", "true");
      await expect(right.getByRole("button", { pressed: true })).toHaveCount(1);
    });

    await test.step("reload, and find everything again", async () => {
      await workbench.saved();
      await workbench.reload();
      await expect(workbench.tab("Collections")).toHaveAttribute("aria-selected", "true");
      await expect(workbench.table("Orders")).toHaveText(/Orders\s*3/);
      await expect(tables.getByRole("button", { name: /^Thread/ })).toBeVisible();
      await expect(collections.groups(collections.items("Orders"))).toHaveCount(2);
      await expect(collections.groups(collections.entries("ByStatus"))).toHaveCount(2);
      await expect(capacity.cells("GSI ByStatus")).toHaveText([/.*/, /.*/, "0.5", "3"]);
      await workbench.show("Query");
      await queryOpenOrders(workbench);
      await expect(query.column(1)).toHaveText(["o-2", "o-1"]);
      await workbench.table("Orders").click();
      await workbench.show("Items");
      await expect(items.rows).toHaveCount(3);
      await expect(items.rows.filter({ hasText: "o-1" })).toContainText("paper");
      await items.showLastColumn();
      await expect(items.grid).toContainText("19.9");
      await workbench.show("Design");
      await expect(design.fact("Projection").first()).toHaveText("KEYS_ONLY");
      await expect(design.fact("Projection").last()).toHaveText(/INCLUDE: City, Total/);
    });
  });
});
