// A manually created table, without a sample or a lesson: the stage shows what DynamoDB does with it.

import { Clock } from "./pages/clock.mjs";
import { make, put } from "./pages/own-table.mjs";
import { PhysicsDialog } from "./pages/physics.mjs";
import { Stage } from "./pages/stage.mjs";
import { expect, test } from "./pages/test.mjs";

test.beforeEach(async ({ workbench }) => {
  await workbench.workspaces.begin();
  await expect(workbench.everyTable).toHaveCount(0);
});

test("a PutItem is followed from the request to its stream record", async ({ page, workbench }) => {
  const { settings } = workbench;
  const stage = new Stage(page);
  // One partition has one shard, which fits on the stage.
  await make(workbench, "Orders", { index: { name: "ByStatus", partition: ["Status", "S"] }, units: ["5", "5"] });
  await workbench.show("Settings");
  await settings.button(settings.stream, "Turn stream on").click();
  // A stream that is being enabled has no shard yet, and records nothing.
  await expect(settings.stream).toContainText("On since");
  await expect(settings.status).toHaveText("ACTIVE");
  await workbench.show("Items");
  await put(workbench, "o-1", [["Status", "S", "open"]]);
  await stage.newest.getByRole("button", { name: /^PutItem o-1/ }).click();
  for (const stop of [/sent by the client/, /served by the leader of P\d/, /in the global index: ByStatus G\d/]) {
    await expect(stage.journey).toContainText(stop);
  }
  const sequence = (await stage.journey.getByText(/stream record \d+$/).innerText()).match(/\d+$/)[0];
  await stage.item(new RegExp(`^record ${sequence}, INSERT`)).click();
  await expect(stage.inspector.getByRole("heading")).toHaveText(`Stream record ${sequence}`);
  await expect(stage.inspector).toContainText("Id = o-1");
});

test("a global index with too few write units backs up and throttles its table", async ({ page, workbench }) => {
  const { workload } = workbench;
  const stage = new Stage(page);
  const index = { name: "ByKind", partition: ["Kind", "S"], units: ["5", "1"] };
  await make(workbench, "Events", { index, units: ["5", "400"] });
  await workbench.show("Workload");
  await workload.throttling.check();
  await workload.field("Requests a second").fill("100");
  await workload.field("Seconds").fill("60");
  await workload.field("Item size in bytes").fill("100");
  await workload.field("Partition key values").fill("1000");
  await workload.start.click();
  await expect(stage.pipe("ByKind")).toContainText("queue");
  await expect(stage.index("ByKind")).toContainText("throttles its table", { timeout: 60_000 });
  await expect(stage.sentence).toContainText("ByKind throttles its table");
  const refused = stage.newest.getByRole("button", { name: /refused by (the index ByKind|ByKind G\d)/ }).first();
  await refused.click();
  await expect(stage.journey).toContainText(/refused by (the index ByKind|ByKind G\d)/);
  await workload.stop.click();
});

test("a partition divides when a higher throughput is provisioned", async ({ page, workbench }) => {
  const { settings } = workbench;
  const [stage, clock] = [new Stage(page), new Clock(page)];
  await make(workbench, "Growing", { units: ["5", "5"] });
  await put(workbench, "a");
  await expect(stage.partitions).toHaveCount(1);
  await workbench.show("Settings");
  await settings.field(settings.capacity, "Write units per second").first().fill("1500");
  await clock.pause.click();
  await settings.button(settings.capacity, "Change capacity").click();
  await expect(settings.status).toHaveText("UPDATING");
  for (let step = 0; (await stage.partitions.count()) === 1 && step < 40; step += 1) {
    await clock.step();
    await workbench.settled();
  }
  await expect(stage.partition(1)).toContainText("new after a split");
  await expect(stage.partition(2)).toContainText("new after a split");
  await expect(stage.partition(0)).toHaveCount(0);
  await stage.partition(1).click();
  await expect(stage.inspector).toContainText("half of");
  await expect(stage.inspector).toContainText("P0");
  await clock.resume.click();
  await expect(settings.capacity).toContainText("1,500 WCU per second");
});

test("an item expires, can still be read, and is deleted within 48 hours at AWS's pace", async ({ page, workbench }) => {
  const { items, settings } = workbench;
  const [stage, clock, physics] = [new Stage(page), new Clock(page), new PhysicsDialog(page)];
  await make(workbench, "Sessions");
  await physics.open();
  await physics.choice("AWS").check();
  await physics.close();
  const now = await clock.now();
  await put(workbench, "s-1", [["ExpiresAt", "N", String(Math.ceil(now / 1_000) + 3_600)]]);
  await workbench.show("Settings");
  await expect(settings.expiry.getByRole("combobox")).toHaveValue("ExpiresAt");
  await settings.button(settings.expiry, "Turn time to live on").click();
  await expect(settings.expiry).toContainText("ENABLED");
  await clock.pause.click();
  await expect(stage.expiry).toContainText("1 will expire");
  await clock.leap("1 hour");
  await clock.leap("1 minute");
  await expect(stage.expiry).toContainText("1 expired, still readable");
  await workbench.show("Items");
  await items.rows.first().click();
  await items.button("Query collection").click();
  await expect(workbench.query.banner).toContainText("1 item returned");
  await clock.leap("48 hours");
  await expect(stage.expiry).toContainText("1 deleted");
  await workbench.query.run.click();
  await expect(workbench.query.banner).toContainText("0 items returned");
  expect((await clock.now()) - now).toBeLessThan(50 * 3_600_000);
});

test("an index is built although an item is of the wrong type; the item lies in the tray", async ({ page, workbench }) => {
  const { design, settings } = workbench;
  const [stage, clock] = [new Stage(page), new Clock(page)];
  await make(workbench, "Scores");
  await put(workbench, "a", [["Score", "N", "1"]]);
  await put(workbench, "b", [["Score", "S", "high"]]);
  await put(workbench, "c", [["Score", "N", "3"]]);
  await workbench.show("Settings");
  await settings.button(settings.indexes, "Add global index").click();
  await design.fillKey(settings.indexes, "Partition key", ["Score", "N"]);
  await clock.pause.click();
  await settings.button(settings.indexes, "Create index").click();
  await expect(stage.index("Score-index")).toContainText("CREATING");
  const tray = stage.item("Left out of Score-index");
  for (let step = 0; (await tray.count()) === 0 && step < 60; step += 1) {
    await clock.step();
    await workbench.settled();
  }
  await expect(tray).toContainText("left out: 1");
  await expect(tray).toContainText("b:");
  await clock.resume.click();
  await expect(settings.liveIndex("Score-index")).toContainText("ACTIVE", { timeout: 30_000 });
  await workbench.index("GSI", "Score-index").click();
  await workbench.show("Items");
  await expect(workbench.items.rows).toHaveCount(2);
});
