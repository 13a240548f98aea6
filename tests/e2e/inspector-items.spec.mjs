// Pages of the inspector about items: their expiry, their replicas, and their records in the stream.

import { Clock } from "./pages/clock.mjs";
import { Inspector } from "./pages/inspector.mjs";
import { expect, test } from "./pages/test.mjs";

async function turnTimeToLiveOn(workbench) {
  const { settings } = workbench;
  await workbench.show("Settings");
  await settings.expiry.getByRole("combobox").fill("ExpirationTime");
  await settings.button(settings.expiry, "Turn time to live on").click();
}

test("sessions expire one after the other; one is found by a sweep and rescued, another is deleted", async ({
  page,
  workbench,
}) => {
  const clock = new Clock(page);
  const inspector = new Inspector(page);
  await workbench.choose(/Web sessions with a creation time/);
  await expect(workbench.table("SessionData")).toHaveAttribute("aria-current", "true");
  await turnTimeToLiveOn(workbench);
  await inspector.choose("Time to live", "Time to live");

  // The first session expires at 10:43:00.
  await clock.pause.click();
  await clock.goTo("2019-10-23 10:42:50");
  await expect(inspector.panel).toContainText("5 items will expire by ExpirationTime.");
  const rescue = inspector.button(/^Rescue user2 .* for an hour$/);
  while (!(await rescue.isVisible())) {
    await clock.next.click();
    await inspector.settle();
  }
  await expect(inspector.panel).toContainText("1 has expired: reads still return it");
  while (!(await inspector.row(/^user2 .* found by a sweep/).isVisible())) {
    await clock.next.click();
    await inspector.settle();
  }
  await rescue.click();
  await expect(inspector.row(/^user2 .* rescued by an update/)).toBeVisible();

  // Nobody rescues the next one. A scanner finds it, it stays readable for at least two minutes, and it is deleted
  // before the third expires.
  await clock.goTo("2019-10-23 10:48:00");
  await expect(inspector.row(/^user1 .* found by a sweep at 2019-10-23 10:47:\d\d, still readable$/)).toBeVisible();
  await expect(inspector.panel).toContainText("None deleted yet.");
  await clock.goTo("2019-10-23 10:51:20");
  await expect(inspector.row(/^user1 .* deleted at 2019-10-23 10:(49|50)/)).toBeVisible();
  await expect(inspector.panel).toContainText("1 was deleted.");
  await expect(inspector.panel).toContainText("The table has no stream, so no record reports deletions.");
});

test("a value in milliseconds never expires, and the page says why", async ({ page, workbench }) => {
  await workbench.choose(/Web sessions with a creation time/);
  await workbench.show("Items");
  const editor = await workbench.items.startNew();
  await editor.value("UserName").fill("user8");
  await editor.value("SessionId").fill("6d696c6c6973");
  await editor.add("ExpirationTime", "N", "1571827560000");
  await editor.finish();
  await turnTimeToLiveOn(workbench);
  const inspector = new Inspector(page);
  await inspector.choose("Time to live", "Time to live");
  await expect(inspector.panel).toContainText("it is probably in milliseconds, not seconds");
  await expect(inspector.button("user8 / 6d696c6c6973")).toBeVisible();
});

test("without lag both reads return the same; with lag the eventual one may miss the write", async ({ page, workbench }) => {
  const inspector = new Inspector(page);
  const write = async (user) => {
    await workbench.show("Items");
    const editor = await workbench.items.startNew();
    await editor.value("UserId").fill(user);
    await editor.value("GameTitle").fill("Comet Quest");
    await editor.add("TopScore", "N", "7");
    await editor.finish();
  };
  await workbench.choose(/turns a table of players into leaderboards/);
  await write("900");
  await inspector.choose("item 900 / Comet Quest", "Item of 900");
  await expect(inspector.panel).toContainText("Followers have no lag");
  const both = inspector.button("Read with both consistencies");
  await both.click();
  await expect(inspector.row(/^responded the leader/)).toBeVisible();
  await expect(inspector.row("cost 1 RCU 0.5 RCU")).toBeVisible();
  await expect(inspector.row("state up to date up to date")).toBeVisible();

  await inspector.button("Set a replication lag of 2 to 10 s").click();
  await expect(inspector.panel).toContainText("All three replicas are up to date: both reads return the same item.");
  await new Clock(page).pause.click();
  // The stage draws some items of each partition. The table's page has the selected one.
  await write("901");
  await inspector.choose(/^Table /, "Table");
  await expect(inspector.panel).toContainText("Selected item: Comet Quest, 901");
  await expect(inspector.panel).toContainText("Two of three replicas are behind: two eventually consistent reads in three are stale.");
  await expect(inspector.row(/^follower 2 1 no item in /)).toBeVisible();
  // Each read goes to one of three replicas. Two of them do not have the item.
  await expect(async () => {
    await both.click();
    await expect(inspector.row("state up to date stale: 1 write and 0 ms behind")).toBeVisible({ timeout: 500 });
  }).toPass();
  await expect(inspector.row("item found no item")).toBeVisible();
  await expect(inspector.row("≠ TopScore 7 –")).toBeVisible();
});

test("an iterator reads the stream, and a record shows its images", async ({ page, workbench }) => {
  const { items, settings } = workbench;
  await workbench.show("Settings");
  await settings.stream.getByRole("combobox").selectOption("NEW_AND_OLD_IMAGES");
  await settings.button(settings.stream, "Turn stream on").click();
  const inspector = new Inspector(page);
  await inspector.choose(/^Stream$/, "Stream");
  await expect(inspector.panel).toContainText("NEW_AND_OLD_IMAGES, ENABLED: 0 records; 1 shard open, 0 closed.");
  await expect(inspector.panel).toContainText("No GetRecords calls yet.");

  await workbench.show("Items");
  const editor = await items.startNew();
  await editor.value("ForumName").fill("EC2");
  await editor.value("Subject").fill("streamed");
  await editor.add("Replies", "N", "3");
  await editor.finish();
  await expect(inspector.panel).toContainText("1 record,");
  await inspector.button("TRIM_HORIZON").click();
  await expect(inspector.panel).toContainText("has returned no records yet");
  await inspector.button(/^GetRecords/).click();
  await expect(inspector.panel).toContainText("has returned 1 record");
  await expect(inspector.panel).toContainText("GetRecords was called 1 time and returned 1 record");
  await inspector.button(/^GetRecords/).click();
  await expect(inspector.panel).toContainText("the last response was empty");

  await inspector.subject(/^record \d+, INSERT/).click();
  await expect(inspector.title).toHaveText(/^Stream record \d+$/);
  await expect(inspector.panel).toContainText("new image");
  await expect(inspector.row("≠ Replies – 3")).toBeVisible();

  await workbench.show("Settings");
  await settings.button(settings.stream, "Turn stream off").click();
  await inspector.choose(/^Stream$/, "Stream");
  await expect(inspector.panel).toContainText("0 shards open, 1 closed.");
  await expect(inspector.table(/^Shards/).getByRole("row")).toHaveCount(2);
});
