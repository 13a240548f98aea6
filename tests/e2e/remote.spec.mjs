// A real endpoint beside the simulation: the project's own server. Its tables, items, queries and writes, and copies both ways.
// The page leaves its origin here on purpose, so these tests do not watch for it.

import { expect, test } from "@playwright/test";
import { violations } from "./pages/access.mjs";
import { ownServer } from "./pages/endpoint.mjs";
import { Remote } from "./pages/remote.mjs";
import { Workbench } from "./pages/workbench.mjs";

const ITEMS = 1_000;

let server;
test.beforeAll(async () => {
  test.setTimeout(300_000);
  server = await ownServer();
  await server.ask("CreateTable", {
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
  for (let from = 0; from < ITEMS; from += 25) {
    const put = (at) => ({ PutRequest: { Item: { Sensor: { S: `s${at % 10}` }, At: { N: String(at) } } } });
    const requests = Array.from({ length: 25 }, (_, at) => put(from + at));
    await server.ask("BatchWriteItem", { RequestItems: { Readings: requests } });
  }
});
test.afterAll(() => server?.end());

test("tables and items of an endpoint are read, queried and written; writes need the switch", async ({ page }) => {
  const workbench = new Workbench(page);
  const remote = new Remote(page);
  await workbench.open();
  await remote.connect(server.url);
  await expect(remote.banner).toContainText(`Requests to ${server.url} (us-east-1) are real.`);
  await expect(remote.dialog).toBeHidden();
  await expect(remote.loaded).toHaveText(`The first ${ITEMS} items are loaded.`);
  await remote.more.click();
  await expect(remote.loaded).toHaveText(`All ${ITEMS} items are loaded.`);
  await expect(workbench.table("Readings")).toHaveText(/1,000$/);
  await expect(page.getByRole("region", { name: "Virtual clock" })).toBeHidden();

  await workbench.show("Query");
  await workbench.query.partition.fill("s3");
  await workbench.query.run.click();
  await expect(workbench.query.banner).toContainText("100 items returned");

  await workbench.show("Request");
  await workbench.request.operation.selectOption("PutItem");
  await workbench.request.body.area.write('{"TableName":"Readings","Item":{"Sensor":{"S":"new"},"At":{"N":"1"}}}');
  await workbench.request.send.click();
  await expect(workbench.request.answer).toContainText("Writes to this endpoint are off");
  await remote.sends.check();
  await workbench.request.send.click();
  await expect(workbench.table("Readings")).toHaveText(/1,001$/);
  const key = { Sensor: { S: "new" }, At: { N: "1" } };
  expect(await server.ask("GetItem", { TableName: "Readings", Key: key })).toEqual({ Item: key });
  await server.ask("DeleteItem", { TableName: "Readings", Key: key });

  await remote.disconnect.click();
  await expect(remote.banner).toBeHidden();
  await expect(page.getByRole("region", { name: "Virtual clock" })).toBeVisible();
});

test("a workspace is copied to an endpoint and back, and compared item by item", async ({ page }) => {
  test.setTimeout(120_000);
  const workbench = new Workbench(page);
  const remote = new Remote(page);
  await workbench.open();
  await workbench.holds({ Thread: 11 });
  await remote.open("Copy to or from an endpoint…");
  await remote.url.fill(server.url);
  await remote.out.click();
  await expect(remote.progress).toContainText("Copied and compared: 1 table.", { timeout: 60_000 });
  const [out] = await remote.copied.allInnerTexts();
  expect(out).toMatch(/^Thread: 11 items, digest [0-9a-f]{12}… on both sides\./);
  expect((await server.ask("Scan", { TableName: "Thread", Select: "COUNT" })).Count).toBe(11);

  // The same reads on both sides, with their units.
  await page.keyboard.press("Escape");
  await workbench.show("Query");
  await workbench.query.run.click();
  await expect(workbench.query.banner).toBeVisible();
  await remote.open("Compare with an endpoint…");
  await remote.compare.click();
  await expect(remote.compared.nth(1).getByRole("cell").last()).toHaveText("Nothing.");
  expect(await violations(page, "dialog[open]")).toEqual([]);
  await page.keyboard.press("Escape");

  await remote.open("Copy to or from an endpoint…");
  await remote.into.click();
  await expect(remote.copied).toHaveCount(2, { timeout: 60_000 });
  const lines = await remote.copied.allInnerTexts();
  expect(lines.find((line) => line.startsWith("Thread:")).slice(0, 45)).toBe(out.slice(0, 45));
  expect(lines.find((line) => line.startsWith("Readings:"))).toContain(`${ITEMS} items`);
  await page.keyboard.press("Escape");
  await workbench.holds({ Readings: "1,000", Thread: 11 });
});

test("an endpoint that does not answer says what may be wrong", async ({ page }) => {
  const remote = new Remote(page);
  await page.goto("./#workbench");
  await remote.connect("http://127.0.0.1:9");
  await expect(remote.trouble).toContainText("did not answer");
  await expect(remote.trouble).toContainText("hashrange-server relay --to http://127.0.0.1:9");
});
