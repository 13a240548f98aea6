// The Index build card: an index comes to be beside a table in use, and what violates its key is kept in the tray.

import { Clock } from "./pages/clock.mjs";
import { LiveCard } from "./pages/live-card.mjs";
import { expect, test } from "./pages/test.mjs";

test("an index is filled item by item, and the item whose score is text lands in the tray with its fix", async ({
  page,
  workbench,
}) => {
  const { design, settings } = workbench;
  const clock = new Clock(page);
  await workbench.choose(/Scores to build an index on/);
  await expect(workbench.table("GameScoresBuild")).toHaveAttribute("aria-current", "true");
  const build = new LiveCard(page, "Index build");
  await build.open();
  await expect(build.card).toContainText("Choose a table with a global secondary index");

  await workbench.show("Settings");
  await settings.button(settings.indexes, "Add global index").click();
  const card = settings.indexes.getByRole("region", { name: "unnamed index" });
  await settings.field(card, "Index name").fill("ByScore");
  await design.fillKeys(settings.index("ByScore"), { partition: ["GameTitle", "S"], sort: ["TopScore", "N"] });
  await clock.pause.click();
  await settings.button(settings.indexes, "Create index").click();

  await expect(build.summary).toContainText("ByScore, CREATING, Backfilling false");
  await expect(build.row(/^delete this index/)).toContainText("✕ no");
  await expect(build.row(/^create or delete another index/)).toContainText("Subscriber limit exceeded");
  while (!(await build.summary.textContent()).includes("ByScore, CREATING, Backfilling true")) {
    await clock.next.click();
    await build.settle();
  }
  await expect(build.row(/^delete this index/)).toContainText("✓ yes");
  await clock.resume.click();

  await expect(build.card).toContainText("Violations: 1");
  await expect(build.card).toContainText("TopScore: Type Violation: Expected: N Found: S");
  await expect(build.card).toContainText("Give TopScore a value of type N, or remove it.");
  await expect(build.summary).toContainText("ByScore, ACTIVE", { timeout: 20_000 });
  await expect(build.row(/^OnlineIndexPercentageProgress/)).toContainText("100 %");
  await expect(build.row(/^OnlineIndexThrottleEvents/)).toBeVisible();
  await expect(build.picture(/1 violations$/)).toBeVisible();
  await expect(build.row(/^ByScore 0 /)).toBeVisible();
  const cells = await build.figures("Backfill, as a table");
  await expect(cells.getByRole("row", { name: /^105 \/ Galaxy Invaders no entry: violates the key schema$/ })).toBeVisible();
});

test("a folded card has nothing in it, and stays as it was left", async ({ page, workbench }) => {
  await workbench.choose(/turns a table of players into leaderboards/);
  const build = new LiveCard(page, "Index build");
  await expect(build.card.getByRole("table")).toHaveCount(0);
  await build.open();
  await expect(build.card).toContainText(/GameTitleIndex holds \d+ of \d+ items/);
  await workbench.reload();
  await expect(build.card).toContainText(/GameTitleIndex holds \d+ of \d+ items/);
  await build.fold();
  await expect(build.card.getByRole("table")).toHaveCount(0);
});
