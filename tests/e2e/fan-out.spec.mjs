// The Write fan-out card: the newest write, in the table at once and in its global index after a while.

import { LiveCard } from "./pages/live-card.mjs";
import { expect, test } from "./pages/test.mjs";

test("a new score is in the table at once, in the index a little later, and each arm tells its units", async ({
  page,
  workbench,
}) => {
  await workbench.choose(/turns a table of players into leaderboards/);
  const fan = new LiveCard(page, "Write fan-out");
  await fan.open();
  await workbench.show("Items");
  const editor = await workbench.items.startNew();
  await editor.value("UserId").fill("900");
  await editor.value("GameTitle").fill("Comet Quest");
  await editor.add("TopScore", "N", "7");
  await editor.finish();
  await expect(fan.summary).toContainText("PutItem 900 / Comet Quest");
  await expect(fan.card).toContainText("One global index follows within");
  await expect(fan.picture(/1 update in the same step, 1 global index later$/)).toBeVisible();
  await expect(fan.card).toContainText("All indexes are up to date.");
  const arms = await fan.figures("All updates, as a table");
  await expect(arms.getByRole("row", { name: /^table GameScores put 1 / })).toBeVisible();
  await expect(arms.getByRole("row", { name: /^GSI GameTitleIndex put 1 .* ms$/ })).toBeVisible();
  await expect(fan.row(/^in all .*2(\.0)? WCU$/)).toBeVisible();
});

test("an item that lacks the index's key leaves the index as it is", async ({ page, workbench }) => {
  await workbench.choose(/turns a table of players into leaderboards/);
  const fan = new LiveCard(page, "Write fan-out");
  await fan.open();
  await workbench.show("Items");
  const editor = await workbench.items.startNew();
  await editor.value("UserId").fill("901");
  await editor.value("GameTitle").fill("Comet Quest");
  await editor.finish();
  await expect(fan.card).toContainText("No global index needs a change.");
  const arms = await fan.figures("All updates, as a table");
  await expect(arms.getByRole("row", { name: /^GSI GameTitleIndex nothing changed 0 / })).toBeVisible();
});

test("whoever asks for less motion sees no line move", async ({ page, workbench }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await workbench.choose(/turns a table of players into leaderboards/);
  const fan = new LiveCard(page, "Write fan-out");
  await fan.open();
  await expect(fan.card.locator(".fan-link").first()).toHaveCSS("animation-name", "none");
});
