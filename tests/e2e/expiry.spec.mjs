// The Expiry card: sessions expire, can still be read, are found, rescued or deleted.

import { Clock } from "./pages/clock.mjs";
import { LiveCard } from "./pages/live-card.mjs";
import { expect, test } from "./pages/test.mjs";

test("sessions expire one after the other; one is found by a scanner and rescued, another is deleted", async ({
  page,
  workbench,
}) => {
  const { settings } = workbench;
  const clock = new Clock(page);
  await workbench.choose(/Web sessions with a creation time/);
  await expect(workbench.table("SessionData")).toHaveAttribute("aria-current", "true");
  const expiry = new LiveCard(page, "Expiry");
  await expiry.open();
  await expect(expiry.card).toContainText("TTL is off for this table");

  await workbench.show("Settings");
  await settings.expiry.getByRole("combobox").fill("ExpirationTime");
  await settings.button(settings.expiry, "Turn time to live on").click();
  await expect(expiry.summary).toContainText("SessionData.ExpirationTime");
  await expect(expiry.card).toContainText("5 items will expire by ExpirationTime.");

  // The first session expires at 10:43:00.
  await clock.pause.click();
  await clock.goTo("2019-10-23 10:42:50");
  await expect(expiry.card).toContainText("5 items will expire by ExpirationTime.");
  const rescue = expiry.button(/^Rescue user2 .* for an hour$/);
  while (!(await rescue.isVisible())) {
    await clock.next.click();
    await expiry.settle();
  }
  await expect(expiry.card).toContainText("1 has expired: reads still return it");
  const dots = await expiry.figures("Items by expiry, as a table");
  await expect(dots.getByRole("row", { name: /^user2 .* found by a scanner/ })).toBeVisible();
  await rescue.click();
  await expect(dots.getByRole("row", { name: /^user2 .* rescued by an update/ })).toBeVisible();

  // The next one nobody rescues. It is found, can be read for two minutes at least, and is gone before the third expires.
  await clock.goTo("2019-10-23 10:48:00");
  await expect(dots.getByRole("row", { name: /^user1 .* expired, found by a scanner at 2019-10-23 10:47:\d\d, still readable$/ })).toBeVisible();
  await expect(expiry.card).toContainText("None deleted yet.");
  await clock.goTo("2019-10-23 10:51:20");
  await expect(dots.getByRole("row", { name: /^user1 .* deleted at 2019-10-23 10:(49|50)/ })).toBeVisible();
  await expect(expiry.card).toContainText("1 was deleted.");
  await expect(expiry.card).toContainText("The table has no stream, so no record reports deletions.");
  await expect(expiry.row(/^partition 0 1 found/)).toBeVisible();
});

test("a value in milliseconds never expires, and the card says why", async ({ page, workbench }) => {
  const { items, settings } = workbench;
  await workbench.choose(/Web sessions with a creation time/);
  await workbench.show("Items");
  const editor = await items.startNew();
  await editor.value("UserName").fill("user8");
  await editor.value("SessionId").fill("6d696c6c6973");
  await editor.add("ExpirationTime", "N", "1571827560000");
  await editor.finish();
  await workbench.show("Settings");
  await settings.expiry.getByRole("combobox").fill("ExpirationTime");
  await settings.button(settings.expiry, "Turn time to live on").click();
  const expiry = new LiveCard(page, "Expiry");
  await expiry.open();
  await expect(expiry.card).toContainText("most likely it is in milliseconds, not seconds");
  await expect(expiry.button(/^user8 \/ 6d696c6c6973$/)).toBeVisible();
});
