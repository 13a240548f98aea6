// The stage of a manually created table with a screen reader, and its contrast, in each of its states.

import { violations } from "./pages/access.mjs";
import { Clock } from "./pages/clock.mjs";
import { make, put } from "./pages/own-table.mjs";
import { Stage } from "./pages/stage.mjs";
import { expect, test } from "./pages/test.mjs";

for (const colorScheme of ["light", "dark"]) {
  test.describe(`in ${colorScheme}`, () => {
    test.beforeEach(async ({ page, workbench }) => {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await workbench.workspaces.begin();
      await expect(workbench.everyTable).toHaveCount(0);
    });

    async function check(page, place) {
      await test.step(place, async () => expect.soft(await violations(page, ".stage-pane"), place).toEqual([]));
    }

    test("a write followed, an item expired, a partition divided", async ({ page, workbench }) => {
      test.slow();
      const { settings } = workbench;
      const [stage, clock] = [new Stage(page), new Clock(page)];
      await make(workbench, "Sessions", { units: ["5", "5"] });
      await workbench.show("Settings");
      await settings.button(settings.stream, "Turn stream on").click();
      await expect(settings.stream).toContainText("On since");
      await expect(settings.status).toHaveText("ACTIVE");
      await workbench.show("Items");
      await put(workbench, "s-1", [["ExpiresAt", "N", String(Math.ceil((await clock.now()) / 1_000) + 60)]]);
      await stage.newest.getByRole("button", { name: /^PutItem s-1/ }).click();
      await expect(stage.journey).toContainText(/stream record \d+/);
      await check(page, "a write followed to its stream record");
      await stage.item(/^record \d+, INSERT/).click();
      await check(page, "a stream record");
      await workbench.show("Settings");
      await settings.button(settings.expiry, "Turn time to live on").click();
      await expect(settings.expiry).toContainText("ENABLED");
      await clock.pause.click();
      await clock.leap("1 minute");
      await expect(stage.expiry).toContainText("1 expired, still readable");
      await check(page, "an item that has expired");
      await settings.field(settings.capacity, "Write units per second").first().fill("1500");
      await settings.button(settings.capacity, "Change capacity").click();
      await expect(settings.status).toHaveText("UPDATING");
      for (let step = 0; (await stage.partitions.count()) === 1 && step < 40; step += 1) {
        await clock.step();
        await workbench.settled();
      }
      await stage.partition(1).click();
      await expect(stage.inspector).toContainText("half of");
      await check(page, "a partition that has divided");
    });

    test("an index that leaves an item out, and one that throttles its table", async ({ page, workbench }) => {
      test.slow();
      const { design, items, settings, workload } = workbench;
      const [stage, clock] = [new Stage(page), new Clock(page)];
      await make(workbench, "Events", { units: ["5", "400"] });
      await put(workbench, "a", [["Kind", "N", "1"]]);
      await workbench.show("Settings");
      await settings.button(settings.indexes, "Add global index").click();
      await design.fillKey(settings.indexes, "Partition key", ["Kind", "S"]);
      await settings.field(settings.index("Kind-index"), "Write units per second").fill("1");
      await clock.pause.click();
      await settings.button(settings.indexes, "Create index").click();
      // The tray exists while the index is built. Afterwards the index itself shows the omitted items.
      const leftOut = stage.picture.getByText(/left out: 1|1 left out/);
      for (let step = 0; (await leftOut.count()) === 0 && step < 60; step += 1) {
        await clock.step();
        await workbench.settled();
      }
      await expect(leftOut.first()).toBeVisible();
      await check(page, "an index with an item left out");
      await clock.resume.click();
      await expect(settings.liveIndex("Kind-index")).toContainText("ACTIVE", { timeout: 30_000 });
      await workbench.show("Workload");
      await workload.throttling.check();
      await workload.field("Item size in bytes").fill("100");
      await workload.field("Seconds").fill("60");
      await workload.field("Partition key values").fill("1000");
      await workload.start.click();
      await expect(stage.index("Kind-index")).toContainText("throttles its table", { timeout: 60_000 });
      await clock.pause.click();
      await check(page, "an index that throttles its table");
      await stage.newest.getByRole("button", { name: /refused by/ }).first().click();
      await check(page, "a refused request");
      await workbench.show("Items");
      await expect(items.panel).toBeVisible();
    });
  });
}
