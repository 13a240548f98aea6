// The Stale read card: with followers that lag, the same read is answered by the leader and by a replica that is behind.

import { Clock } from "./pages/clock.mjs";
import { LiveCard } from "./pages/live-card.mjs";
import { expect, test } from "./pages/test.mjs";

async function write({ items }, user) {
  const editor = await items.startNew();
  await editor.value("UserId").fill(user);
  await editor.value("GameTitle").fill("Comet Quest");
  await editor.add("TopScore", "N", "7");
  await editor.finish();
}

test("without lag both reads answer the same; with lag the eventual one may miss the write", async ({ page, workbench }) => {
  await workbench.choose(/turns a table of players into leaderboards/);
  await workbench.show("Items");
  await write(workbench, "900");
  const stale = new LiveCard(page, "Stale read");
  await stale.open();
  await expect(stale.summary).toContainText("900 / Comet Quest");
  await expect(stale.card).toContainText("Followers have no lag in the physics in force");
  const strong = stale.card.getByRole("region", { name: "strongly consistent" });
  const eventual = stale.card.getByRole("region", { name: "eventually consistent" });
  await stale.button("Read with both consistencies").click();
  await expect(strong).toContainText("answered by the leader");
  await expect(strong).toContainText("1 RCU");
  await expect(eventual).toContainText("up to date");
  await expect(eventual).toContainText("0.5 RCU");

  await stale.button("Set a replication lag of 2 to 10 s").click();
  await expect(stale.card).toContainText("All three replicas are up to date: both reads return the same item.");
  await new Clock(page).pause.click();
  await write(workbench, "901");
  await expect(stale.summary).toContainText("901 / Comet Quest");
  await expect(stale.card).toContainText("Two of three replicas are behind: two eventually consistent reads in three are stale.");
  // Each read asks one of three replicas; two of them do not have the item.
  await expect(async () => {
    await stale.button("Read with both consistencies").click();
    await expect(eventual).toContainText("stale: 1 write and 0 ms behind", { timeout: 500 });
  }).toPass();
  await expect(eventual).toContainText("no item");
  await expect(strong).toContainText("TopScore: 7");
  await expect(strong).toContainText("up to date");
});
