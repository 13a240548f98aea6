// The Stream card: shards, records with their images as a difference, and a reader with an iterator.

import { LiveCard } from "./pages/live-card.mjs";
import { expect, test } from "./pages/test.mjs";

test("a write is in the stream with its image, and an iterator reads it", async ({ page, workbench }) => {
  const { items, settings } = workbench;
  const stream = new LiveCard(page, "Stream");
  await stream.open();
  await expect(stream.card).toContainText("This table has no stream");
  await workbench.show("Settings");
  await settings.stream.getByRole("combobox").selectOption("NEW_AND_OLD_IMAGES");
  await settings.button(settings.stream, "Turn stream on").click();
  await expect(stream.summary).toContainText("Thread, NEW_AND_OLD_IMAGES, ENABLED");
  await expect(stream.card).toContainText("No records; 1 shard open, 0 closed.");

  await workbench.show("Items");
  const editor = await items.startNew();
  await editor.value("ForumName").fill("EC2");
  await editor.value("Subject").fill("streamed");
  await editor.add("Replies", "N", "3");
  await editor.finish();
  const record = stream.card.getByRole("listitem").filter({ hasText: "INSERT" });
  await expect(record).toContainText("EC2 / streamed");
  await expect(record).toContainText("new image");
  await expect(record.getByRole("insertion").filter({ hasText: "Replies: 3" })).toBeVisible();
  await expect(stream.card).toContainText("1 record");

  await expect(stream.card).toContainText("No GetRecords calls yet.");
  await stream.button("TRIM_HORIZON").click();
  await expect(stream.card).toContainText("has returned no records yet");
  await stream.button(/^GetRecords/).click();
  await expect(stream.card).toContainText("has returned 1 record");
  await expect(stream.card).toContainText("GetRecords was called 1 time and returned 1 record");
  await stream.button(/^GetRecords/).click();
  await expect(stream.card).toContainText("the last response was empty");

  await settings.panel.page().getByRole("tab", { name: "Settings" }).click();
  await settings.button(settings.stream, "Turn stream off").click();
  await expect(stream.card).toContainText("1 record");
  await expect(stream.card).toContainText("0 shards open, 1 closed.");
  const shards = await stream.figures("Shards, as a table");
  await expect(shards.getByRole("row", { name: /^shardId-/ })).toHaveCount(1);
});
