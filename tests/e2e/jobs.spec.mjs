// The number of presses, keys and typed values of everyday jobs, starting from an empty workspace. Each number is the
// maximum for a job.

import { Assignment } from "./pages/assignment.mjs";
import { Clock } from "./pages/clock.mjs";
import { Counter } from "./pages/counter.mjs";
import { Palette } from "./pages/palette.mjs";
import { PhysicsDialog } from "./pages/physics.mjs";
import { ShareDialog } from "./pages/share.mjs";
import { Stage } from "./pages/stage.mjs";
import { expect, test } from "./pages/test.mjs";

/** The maximum for each job. */
const MOST = { table: 13, items: 25, query: 13, index: 4, expiry: 14, throttle: 4, import: 14, find: 3, settings: 4, physics: 2, assignment: 4, pattern: 1, code: 1, month: 2, projection: 3 };

test.beforeEach(async ({ workbench }) => {
  await workbench.workspaces.begin();
  await expect(workbench.everyTable).toHaveCount(0);
});

function report(job, hand) {
  test.info().annotations.push({ type: "count", description: `${job}: ${hand.count}` });
  console.log(`${job}: ${hand.count}`);
  expect(hand.count, job).toBeLessThanOrEqual(MOST[job]);
}

/** Orders by customer, with a local index by total and a global one by status. */
async function defineOrders(hand, { design, tables }) {
  const [local, global] = ["Local", "Global"].map((kind) => design.form.getByRole("group", { name: `${kind} secondary indexes` }));
  await hand.press(tables.getByRole("button", { name: "New table" }));
  await hand.type(design.name, "Orders");
  await hand.fill(design.table.getByRole("combobox", { name: "Partition key", exact: true }), "CustomerId");
  await hand.fill(design.table.getByRole("combobox", { name: "Sort key", exact: true }), "OrderId");
  await hand.press(local.getByRole("button", { name: "Add local index" }));
  await hand.type(local.getByRole("combobox", { name: "Sort key", exact: true }), "Total");
  await hand.choose(local.getByRole("combobox", { name: "Type of sort key" }), "N");
  await hand.press(global.getByRole("button", { name: "Add global index" }));
  await hand.type(global.getByRole("combobox", { name: "Partition key", exact: true }), "Status");
  await hand.choose(global.getByRole("combobox", { name: "Projection" }), "KEYS_ONLY");
  await hand.press(design.create);
}

const orders = [
  ["c-7", "o-1", "19.90", "open"],
  ["c-7", "o-2", "250", "open"],
  ["c-8", "o-3", "7", "shipped"],
];

async function writeOrders(hand, { items }) {
  const editor = items.editor();
  await hand.press(items.button("New item"));
  for (const [at, [customer, order, total, status]] of orders.entries()) {
    await hand.type(editor.value("CustomerId"), customer);
    await hand.fill(editor.value("OrderId"), order);
    await hand.fill(editor.value("Total"), total);
    await hand.fill(editor.value("Status"), status);
    await hand.press(at < orders.length - 1 ? editor.another : editor.create);
  }
  await expect(items.rows).toHaveCount(3);
}

test("a table with a local and a global index", async ({ page, workbench }) => {
  const hand = new Counter(page);
  await defineOrders(hand, workbench);
  await expect(workbench.index("LSI", "Total-index")).toBeVisible();
  await expect(workbench.index("GSI", "Status-index")).toBeVisible();
  report("table", hand);
});

test("three items, and several more as JSON at once", async ({ page, workbench }) => {
  const { items } = workbench;
  await defineOrders(new Counter(page), workbench);
  const hand = new Counter(page);
  await items.ready();
  await writeOrders(hand, workbench);
  report("items", hand);
  await expect(workbench.index("GSI", "Status-index")).not.toContainText("behind");

  const editor = await items.startNew();
  await editor.face("JSON");
  await editor.json.write('[{"CustomerId": "c-9", "OrderId": "o-1"}, {"CustomerId": "c-9"}]');
  await expect(editor.dialog).toContainText("Item 2: A key cannot be empty.");
  await editor.json.write('[{"CustomerId": "c-9", "OrderId": "o-1"}, {"CustomerId": "c-7", "OrderId": "o-2"}]');
  await editor.dialog.getByRole("button", { name: "Create 2 items" }).click();
  await expect(editor.refusal).toContainText("1 of 2 items are written. Item 2 has the key of another item.");
  await editor.json.write('{"CustomerId": "c-9", "OrderId": "o-2"}\n{"CustomerId": "c-9", "OrderId": "o-3", "Total": 5}');
  await editor.dialog.getByRole("button", { name: "Create 2 items" }).click();
  await expect(editor.dialog).toBeHidden();
  await expect(items.rows).toHaveCount(6);
});

test("a query with its cost", async ({ page, workbench }) => {
  const { items, query } = workbench;
  await defineOrders(new Counter(page), workbench);
  await items.ready();
  await writeOrders(new Counter(page), workbench);
  const hand = new Counter(page);
  await hand.press(items.rows.first());
  await hand.press(items.button("Query collection"));
  await hand.choose(query.target, "LSI Total-index");
  await hand.choose(query.sortTest, ">=");
  await hand.fill(query.sortFirst, "20");
  await hand.press(query.row("Filter").getByRole("button", { name: "+ filter" }));
  await hand.type(query.row("Filter").getByRole("combobox", { name: "Attribute or path" }), "Status");
  await hand.fill(query.row("Filter").getByRole("textbox", { name: "Value 1" }), "open");
  await hand.choose(query.order, "descending");
  await hand.key("Enter");
  await expect(query.banner).toContainText("0.5 RCU");
  await hand.press(query.panel.getByRole("tab", { name: "Why this cost", exact: true }));
  await expect(query.sum.getByRole("row").last()).toContainText("0.5 RCU");
  report("query", hand);
});

test("a request becomes a pattern, is seen as code, and has a month", async ({ page, workbench }) => {
  const { items, query } = workbench;
  await defineOrders(new Counter(page), workbench);
  await items.ready();
  await writeOrders(new Counter(page), workbench);
  await workbench.show("Query");
  const keeping = new Counter(page);
  await keeping.press(query.panel.getByRole("button", { name: "Keep as a pattern" }));
  await expect(page.getByText("Kept as the pattern “Scan Orders”.")).toBeVisible();
  report("pattern", keeping);
  const seeing = new Counter(page);
  await seeing.press(query.panel.getByRole("tab", { name: "Code", exact: true }));
  await expect(query.panel.getByRole("region", { name: "Program" })).toContainText("boto3");
  report("code", seeing);
  const looking = new Counter(page);
  await looking.press(workbench.tab("Patterns"));
  await expect(page.getByRole("complementary", { name: "A month of this" })).toContainText("$");
  report("month", looking);
});

test("another projection is tried, and what it breaks is said", async ({ page, workbench }) => {
  const { request } = workbench;
  const send = async (operation, body) => {
    await request.operation.selectOption(operation);
    await request.body.area.write(JSON.stringify(body));
  };
  await workbench.show("Request");
  await send("CreateTable", {
    TableName: "Games",
    BillingMode: "PAY_PER_REQUEST",
    AttributeDefinitions: [{ AttributeName: "Id", AttributeType: "S" }, { AttributeName: "Player", AttributeType: "S" }],
    KeySchema: [{ AttributeName: "Id", KeyType: "HASH" }],
    GlobalSecondaryIndexes: [{ IndexName: "ByPlayer", KeySchema: [{ AttributeName: "Player", KeyType: "HASH" }], Projection: { ProjectionType: "ALL" } }],
  });
  await request.send.click();
  await expect(workbench.table("Games")).toBeVisible();
  await send("Query", { TableName: "Games", IndexName: "ByPlayer", KeyConditionExpression: "Player = :p", ProjectionExpression: "Score", ExpressionAttributeValues: { ":p": { S: "ann" } } });
  await request.panel.getByRole("button", { name: "Keep as a pattern" }).click();
  const hand = new Counter(page);
  await hand.press(workbench.tab("Patterns"));
  const board = page.getByRole("tabpanel", { name: "Patterns", exact: true });
  await expect(board).toContainText("1 of 1 pass against the present design.");
  await hand.choose(board.getByRole("combobox", { name: "What if" }), "Games / ByPlayer projects KEYS_ONLY");
  await expect(board).toContainText("With this change: 1 broke");
  report("projection", hand);
});

test("a global index on a table that is there", async ({ page, workbench }) => {
  const { items, settings } = workbench;
  await defineOrders(new Counter(page), workbench);
  await items.ready();
  const hand = new Counter(page);
  await hand.press(workbench.tab("Settings"));
  await hand.press(settings.button(settings.indexes, "Add global index"));
  await hand.type(settings.indexes.getByRole("combobox", { name: "Partition key", exact: true }), "City");
  await hand.press(settings.button(settings.indexes, "Create index"));
  await expect(settings.liveIndex("City-index")).toContainText(/CREATING|ACTIVE/);
  await expect(settings.button(settings.indexes, "Add global index"), "the focus goes on").toBeFocused();
  report("index", hand);
});

test("time to live, watched at AWS's pace", async ({ page, workbench }) => {
  const { design, items, settings } = workbench;
  const clock = new Clock(page);
  await workbench.newTable();
  await design.name.fill("Sessions");
  await design.fillKeys(design.table, { partition: ["Id", "S"] });
  await design.create.click();
  await items.ready();
  const expires = Math.ceil((await clock.now()) / 1_000) + 3_600;
  const hand = new Counter(page);
  const editor = items.editor();
  await hand.press(items.button("New item"));
  await hand.type(editor.value("Id"), "s-1");
  await hand.fill(editor.newName, "ExpiresAt");
  await hand.key("Enter");
  await hand.type(editor.value("ExpiresAt"), String(expires));
  await hand.press(editor.create);
  await hand.press(workbench.tab("Settings"));
  await hand.press(settings.button(settings.expiry, "Turn time to live on"));
  await expect(settings.expiry).toContainText("ENABLED");
  const physics = new PhysicsDialog(page);
  await hand.press(page.getByRole("banner").getByRole("button", { name: "Physics" }));
  await hand.press(physics.choice("AWS"));
  await hand.press(physics.dialog.getByRole("button", { name: "Close" }));
  await hand.press(workbench.tab("Items"));
  await hand.press(clock.proposed);
  await expect(items.panel).toContainText("The table is empty", { timeout: 60_000 });
  report("expiry", hand);
});

test("throttling and its reason", async ({ page, workbench }) => {
  const { design, items, workload } = workbench;
  const stage = new Stage(page);
  await workbench.newTable();
  await design.name.fill("Hot");
  await design.fillKeys(design.table, { partition: ["Id", "S"] });
  await design.create.click();
  await items.ready();
  const hand = new Counter(page);
  await hand.press(workbench.tab("Workload"));
  await hand.press(workload.panel.getByRole("button", { name: "One hot key" }));
  await hand.press(workload.start);
  await hand.press(stage.newest.getByRole("button", { name: /refused by P0/ }).first());
  await expect(stage.journey).toContainText("refused by P0");
  report("throttle", hand);
});

test("an import, and a query of what came", async ({ page, workbench }) => {
  const { import: dialog, items, query, settings } = workbench;
  const text = "1,Ada,Rome\n2,Bo,Rome\n3,Cy,Bonn\n";
  const hand = new Counter(page);
  await hand.press(dialog.opener);
  await hand.give(dialog.file, { name: "staff.csv", mimeType: "text/csv", buffer: Buffer.from(text) });
  await expect(dialog.into).toHaveValue("+");
  await hand.fill(dialog.names, "Id, Name, City");
  await hand.press(dialog.dialog.getByRole("button", { name: "Create staff and import" }));
  await hand.press(dialog.dialog.getByRole("button", { name: "Show staff" }));
  await expect(items.rows).toHaveCount(3);
  await hand.press(workbench.tab("Settings"));
  await hand.press(settings.button(settings.indexes, "Add global index"));
  await hand.type(settings.indexes.getByRole("combobox", { name: "Partition key", exact: true }), "City");
  await hand.press(settings.button(settings.indexes, "Create index"));
  await expect(settings.liveIndex("City-index")).toContainText("ACTIVE", { timeout: 20_000 });
  await hand.press(workbench.index("GSI", "City-index"));
  await hand.press(workbench.tab("Items"));
  await hand.press(items.rows.filter({ hasText: "Ada" }));
  await hand.press(items.button("Query collection"));
  await expect(query.banner).toContainText("2 items returned");
  await expect(query.banner).toContainText("0.5 RCU");
  report("import", hand);
});

test("the lesson about a hot partition is found by these words", async ({ page, workbench }) => {
  const palette = new Palette(page);
  const hand = new Counter(page);
  await hand.key("Control+k");
  await hand.type(palette.field, "hot partition");
  await expect(palette.active).toContainText(/partition/i);
  await hand.key("Enter");
  await expect(workbench.lesson.panel).toBeVisible();
  report("find", hand);
});

test("time to live and a stream are turned on without scrolling", async ({ page, workbench }) => {
  const { design, items, settings } = workbench;
  await workbench.newTable();
  await design.name.fill("Sessions");
  await design.fillKeys(design.table, { partition: ["Id", "S"] });
  await design.create.click();
  await items.ready();
  const editor = await items.startNew();
  await editor.face("JSON");
  await editor.json.write('{"Id": "s-1", "ExpiresAt": 4102444800}');
  await editor.create.click();
  await expect(items.rows).toHaveCount(1);
  const hand = new Counter(page);
  await hand.press(workbench.tab("Settings"));
  for (const [part, name] of [[settings.expiry, "Turn time to live on"], [settings.stream, "Turn stream on"]]) {
    await expect(settings.button(part, name)).toBeInViewport();
    await hand.press(settings.button(part, name));
  }
  await expect(settings.expiry).toContainText("ENABLED");
  await expect(settings.stream).toContainText("On since");
  report("settings", hand);
});

test("throttling is turned on", async ({ page }) => {
  const physics = new PhysicsDialog(page);
  const hand = new Counter(page);
  await hand.press(page.getByRole("banner").getByRole("button", { name: "Physics" }));
  await hand.press(physics.choice("Adaptive"));
  await expect(page.getByRole("contentinfo")).toContainText("throttling on");
  report("physics", hand);
});

test("the workspace and its latest Query become an assignment", async ({ page, workbench }) => {
  const { items, query } = workbench;
  await defineOrders(new Counter(page), workbench);
  await items.ready();
  await writeOrders(new Counter(page), workbench);
  await items.rows.first().click();
  await items.button("Query collection").click();
  await expect(query.banner).toContainText("2 items returned");
  const [share, assignment] = [new ShareDialog(page), new Assignment(page)];
  const hand = new Counter(page);
  await hand.press(page.getByRole("banner").getByRole("button", { name: "Share" }));
  await hand.press(share.assignment);
  await hand.press(assignment.makeLink);
  await expect(assignment.link).toHaveValue(/#assignment=/);
  await hand.press(page.getByRole("button", { name: "Copy the link" }));
  report("assignment", hand);
});
