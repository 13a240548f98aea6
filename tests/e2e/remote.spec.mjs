// Real endpoints beside the simulation: this project's server, and third-party ones. Tests tables, items, queries and
// writes of each, and copies in both directions. HASHRANGE_FULL=1 adds moto's server and dynoxide. The page leaves its
// origin here on purpose, so these tests do not check that.

import { expect, test } from "@playwright/test";
import { violations } from "./pages/access.mjs";
import { ENDPOINTS, endpoint, missing, relay } from "./pages/endpoint.mjs";
import { Remote } from "./pages/remote.mjs";
import { Workbench } from "./pages/workbench.mjs";

/** The number of items in an endpoint's table: some more than the page loads at a time. */
const ITEMS = 1_025;
const PAGE = 1_000;
/** The number of rows that are imported, and copied to an endpoint. */
const ROWS = 1_000;

/** Fills a table of an endpoint. */
async function fill({ ask }) {
  await ask("CreateTable", {
    TableName: "Readings",
    BillingMode: "PAY_PER_REQUEST",
    AttributeDefinitions: [
      { AttributeName: "Sensor", AttributeType: "S" },
      { AttributeName: "At", AttributeType: "N" },
    ],
    KeySchema: [
      { AttributeName: "Sensor", KeyType: "HASH" },
      { AttributeName: "At", KeyType: "RANGE" },
    ],
  });
  await expect.poll(async () => (await ask("DescribeTable", { TableName: "Readings" })).Table?.TableStatus).toBe("ACTIVE");
  for (let from = 0; from < ITEMS; from += 25) {
    const put = (at) => ({ PutRequest: { Item: { Sensor: { S: `s${at % 10}` }, At: { N: String(at) } } } });
    const requests = Array.from({ length: 25 }, (_, at) => put(from + at));
    await ask("BatchWriteItem", { RequestItems: { Readings: requests } });
  }
}

for (const name of ENDPOINTS) {
  test.describe(name, () => {
    test.skip(Boolean(missing(name)), `${name}: ${missing(name)}`);
    let server;
    test.beforeAll(async ({ baseURL }) => {
      test.setTimeout(300_000);
      server = await endpoint(name, new URL(baseURL).origin);
      await fill(server);
    });
    test.afterAll(() => server?.end());

    test("tables and items are read, queried and written; writes need the switch", async ({ page }) => {
      const workbench = new Workbench(page);
      const remote = new Remote(page);
      await workbench.open();
      await remote.connect(server.url);
      await expect(remote.banner).toContainText(`Requests to ${server.url} (us-east-1) are real.`);
      await expect(remote.dialog).toBeHidden();
      await expect(remote.loaded).toHaveText(`The first ${PAGE.toLocaleString("en-US")} items are loaded.`);
      await expect(workbench.main).toContainText("1,000 items of the table are loaded.");
      await expect(workbench.main).toContainText("Loading items consumes read capacity.");
      await remote.more.click();
      await expect(remote.loaded).toHaveText(`All ${ITEMS.toLocaleString("en-US")} items are loaded.`);
      await expect(workbench.table("Readings")).toHaveText(/1,025$/);
      await expect(page.getByRole("region", { name: "Virtual clock" })).toBeHidden();
      await expect(page.getByRole("button", { name: "Physics" })).toBeHidden();

      // The description comes from the endpoint, and what needs a simulation says so.
      const { Table: table } = await server.ask("DescribeTable", { TableName: "Readings" });
      await workbench.show("Design");
      await expect(page.getByRole("term").filter({ hasText: /^ARN$/ }).locator("+ dd")).toHaveText(table.TableArn);
      await workbench.show("Workload");
      await expect(workbench.main).toContainText("Only in a simulation");
      await workbench.show("Settings");
      await expect(workbench.main).toContainText("of an endpoint are not shown here");

      await workbench.show("Query");
      await workbench.query.partition.fill("s3");
      await workbench.query.run.click();
      await expect(workbench.query.banner).toContainText("103 items returned");

      await workbench.show("Request");
      await workbench.request.operation.selectOption("PutItem");
      await workbench.request.body.area.write('{"TableName":"Readings","Item":{"Sensor":{"S":"new"},"At":{"N":"1"}}}');
      await workbench.request.send.click();
      await expect(workbench.request.answer).toContainText("Writes to this endpoint are off");
      await remote.sends.check();
      await workbench.request.send.click();
      await expect(workbench.table("Readings")).toHaveText(/1,026$/);
      const key = { Sensor: { S: "new" }, At: { N: "1" } };
      expect(await server.ask("GetItem", { TableName: "Readings", Key: key })).toEqual({ Item: key });
      await server.ask("DeleteItem", { TableName: "Readings", Key: key });

      await remote.disconnect.click();
      await expect(remote.banner).toBeHidden();
      await expect(page.getByRole("region", { name: "Virtual clock" })).toBeVisible();
    });

    test("a workspace is copied to it and back, and compared item by item", async ({ page }) => {
      test.setTimeout(180_000);
      const workbench = new Workbench(page);
      const remote = new Remote(page);
      await workbench.open();
      await workbench.holds({ Thread: 11 });
      const rows = Array.from({ length: ROWS }, (_, row) => `part ${row},${row}.5,words of part ${row}`);
      await workbench.import.opener.click();
      await workbench.import.file.setInputFiles({
        name: "Parts.csv",
        mimeType: "text/csv",
        buffer: Buffer.from(["Part,Price,Words", ...rows].join("\n")),
      });
      await workbench.import.into.selectOption({ label: "New table" });
      await workbench.import.dialog.getByRole("button", { name: "Create Parts and import" }).click();
      await expect(workbench.import.figure("items written")).toHaveText("1,000");
      await page.keyboard.press("Escape");

      await remote.open("Copy to or from an endpoint…");
      await remote.url.fill(server.url);
      await remote.out.click();
      await expect(remote.progress).toContainText("Copied and compared: 2 tables.", { timeout: 120_000 });
      const out = await remote.copied.allInnerTexts();
      const line = (lines, table) => lines.find((line) => line.startsWith(`${table}:`));
      expect(line(out, "Thread")).toMatch(/^Thread: 11 items, digest [0-9a-f]{12}… on both sides\./);
      expect(line(out, "Parts")).toMatch(/^Parts: 1,000 items, digest [0-9a-f]{12}… on both sides\./);
      expect(await violations(page, "dialog[open]")).toEqual([]);
      for (const [table, items] of [["Thread", 11], ["Parts", ROWS]]) {
        expect((await server.ask("Scan", { TableName: table, Select: "COUNT" })).Count).toBe(items);
      }

      // The same reads on both sides, with their units.
      await page.keyboard.press("Escape");
      await workbench.table("Thread").click();
      await workbench.show("Query");
      await workbench.query.run.click();
      await expect(workbench.query.banner).toBeVisible();
      await remote.open("Compare with an endpoint…");
      await remote.compare.click();
      // The header, and the query. The reads of the copy are left out.
      await expect(remote.compared).toHaveCount(2);
      const differs = remote.compared.nth(1).getByRole("cell").last();
      await expect(differs).toHaveText(server.ownUnits ? /^The units differ: / : "No difference.");
      expect(await violations(page, "dialog[open]")).toEqual([]);
      await page.keyboard.press("Escape");

      await remote.open("Copy to or from an endpoint…");
      await remote.into.click();
      await expect(remote.copied).toHaveCount(3, { timeout: 120_000 });
      const back = await remote.copied.allInnerTexts();
      const digest = (text) => /digest [0-9a-f]{12}/.exec(text)[0];
      for (const table of ["Thread", "Parts"]) expect(digest(line(back, table))).toBe(digest(line(out, table)));
      expect(line(back, "Readings")).toContain(`${ITEMS.toLocaleString("en-US")} items`);
      await page.keyboard.press("Escape");
      await workbench.holds({ Parts: "1,000", Readings: "1,025", Thread: 11 });
    });
  });
}

test("an endpoint behind a relay is read and written as one that browsers may ask", async ({ page, baseURL }) => {
  const { origin } = new URL(baseURL);
  const server = await endpoint("dynalite", origin);
  const passing = await relay(server.url, origin);
  try {
    await fill(server);
    const workbench = new Workbench(page);
    const remote = new Remote(page);
    await workbench.open();
    await remote.connect(passing.url);
    await expect(remote.loaded).toHaveText(`The first ${PAGE.toLocaleString("en-US")} items are loaded.`);
    await remote.sends.check();
    await workbench.show("Request");
    await workbench.request.operation.selectOption("DeleteItem");
    await workbench.request.body.area.write('{"TableName":"Readings","Key":{"Sensor":{"S":"s3"},"At":{"N":"3"}}}');
    await workbench.request.send.click();
    await expect.poll(async () => (await server.ask("Scan", { TableName: "Readings", Select: "COUNT" })).Count).toBe(ITEMS - 1);
  } finally {
    passing.end();
    server.end();
  }
});

test("an endpoint that does not answer says what may be wrong", async ({ page }) => {
  const remote = new Remote(page);
  await page.goto("./#workbench");
  await remote.connect("http://127.0.0.1:9");
  await expect(remote.trouble).toContainText("did not respond");
  await expect(remote.trouble).toContainText("hashrange-server relay --to http://127.0.0.1:9");
});
