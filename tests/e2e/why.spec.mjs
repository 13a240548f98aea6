// Why: five questions, each answered on a new table within two clicks.

import { Clock } from "./pages/clock.mjs";
import { make, put } from "./pages/own-table.mjs";
import { expect, test } from "./pages/test.mjs";
import { Trial } from "./pages/trial.mjs";

/** Selects the first item in Items and asks why. */
async function ask(page, workbench) {
  await workbench.show("Items");
  await workbench.items.rows.first().click();
  await workbench.items.panel.getByRole("button", { name: "Why is this item here, or why not?" }).click();
  return page.getByRole("dialog").getByRole("region", { name: "About this item" });
}

test("why a load was throttled: the chain, what helps and what does not, each tried first", async ({ workbench }) => {
  test.setTimeout(120_000);
  await make(workbench, "Orders", { units: ["5", "10"] });
  await workbench.show("Workload");
  const { workload } = workbench;
  await workload.throttling.check();
  await workload.field("Requests a second").fill("40");
  await workload.field("Seconds").fill("10");
  await workload.field("Item size in bytes").fill("100");
  await workload.field("Partition key values").fill("1");
  await workload.start.click();
  await expect(workload.cell("Latest run", /^Sent/)).toHaveText(/^(399|400)$/, { timeout: 60_000 });
  await expect(workload.start).toBeEnabled({ timeout: 60_000 });

  const trial = new Trial(workload.panel.getByRole("region", { name: "Latest run" }));
  await trial.whyButton.click();
  await expect(trial.why).toContainText("they need more than the 10 WCU of the table");
  await expect(trial.vain).toContainText("With 10 suffixes", { timeout: 60_000 });
  await expect(trial.helps).toContainText(/With \d+ WCU for the table/);
  await expect(trial.chain).toContainText("10 WCU/s provisioned for the table");
  await expect(trial.chain).toContainText("Id = ");
});

test("why a throttled request failed, from the refusal itself", async ({ workbench }) => {
  const { request } = workbench;
  await make(workbench, "Orders", { units: ["1", "1"] });
  await workbench.show("Workload");
  await workbench.workload.throttling.check();
  await workbench.show("Request");
  await request.operation.selectOption("PutItem");
  // The first write leaves the table in debt for 19 seconds.
  const note = "x".repeat(20_000);
  await request.body.area.write(`{"TableName": "Orders", "Item": {"Id": {"S": "a"}, "Note": {"S": "${note}"}}}`);
  await request.send.click();
  await expect(request.answer).toContainText(/returned \d+/);
  await request.send.click();
  await expect(request.answer).toContainText("ProvisionedThroughputExceededException");
  const trial = new Trial(request.panel);
  await trial.whyButton.click();
  await expect(trial.why).toContainText("The PutItem is throttled");
});

test("why an item is missing from an index", async ({ page, workbench }) => {
  await make(workbench, "Orders", { index: { name: "ByTag", partition: ["Tag", "S"] } });
  await put(workbench, "a");
  const answers = await ask(page, workbench);
  await expect(answers).toContainText("ByTag does not contain the item: the item has no attribute Tag, a key of the index.");
});

test("what a write cost and why", async ({ workbench }) => {
  const { request } = workbench;
  await make(workbench, "Orders", { index: { name: "ByTag", partition: ["Tag", "S"] } });
  await workbench.show("Request");
  await request.operation.selectOption("PutItem");
  await request.body.area.write('{"TableName": "Orders", "Item": {"Id": {"S": "a"}, "Tag": {"S": "t"}}}');
  await request.send.click();
  await expect(request.answer).toContainText("200 OK");
  await request.panel.getByRole("tab", { name: "Why this cost" }).click();
  const cost = request.panel.getByRole("region", { name: "What the request cost" });
  await expect(cost).toContainText("PutItem consumed 2 WCU of Orders.");
  await expect(cost.getByRole("row", { name: /ByTag/ })).toBeVisible();
});

test("when an item goes", async ({ page, workbench }) => {
  const { settings } = workbench;
  const clock = new Clock(page);
  await make(workbench, "Sessions");
  const now = await clock.now();
  await put(workbench, "s-1", [["ExpiresAt", "N", String(Math.ceil(now / 1_000) + 3_600)]]);
  const before = await ask(page, workbench);
  await expect(before).toContainText("TTL is off on this table: DynamoDB deletes no item automatically.");
  await page.keyboard.press("Escape");
  await workbench.show("Settings");
  await settings.button(settings.expiry, "Turn time to live on").click();
  await expect(settings.expiry).toContainText("ENABLED");
  const after = await ask(page, workbench);
  await expect(after).toContainText(/By ExpiresAt it expires at \d{4}-\d\d-\d\d \d\d:\d\d:\d\d, in /);
});

test("why a read was stale: an index is behind its table", async ({ page, workbench }) => {
  const { request } = workbench;
  const clock = new Clock(page);
  await make(workbench, "Orders", { index: { name: "ByTag", partition: ["Tag", "S"] } });
  await workbench.settled();
  await clock.pause.click();
  await put(workbench, "a", [["Tag", "S", "t"]]);
  await workbench.show("Request");
  await request.operation.selectOption("Scan");
  await request.body.area.write('{"TableName": "Orders", "IndexName": "ByTag"}');
  await request.send.click();
  await expect(request.answer).toContainText("200 OK");
  await expect(request.panel).toContainText("Perhaps stale: 1 write had not reached the index ByTag");
  const answers = await ask(page, workbench);
  await expect(answers).toContainText("ByTag is behind: the item was written");
});
