// Pages of the inspector about keys, indexes and requests: the partition of a value, the build of an index, the updates
// of a write.

import { createHash } from "node:crypto";
import { Clock } from "./pages/clock.mjs";
import { Inspector } from "./pages/inspector.mjs";
import { expect, test } from "./pages/test.mjs";

/** The first digits of the hash of a string, as seen in production, in the order of a Scan. */
const hashOf = (text) => createHash("md5").update(`Outliers${text}`).digest("hex");

test("a value is shown with its partition, and a button chooses that partition", async ({ page, workbench }) => {
  await expect(workbench.table("Thread")).toHaveAttribute("aria-current", "true");
  const inspector = new Inspector(page);
  await inspector.choose(/^Table /, "Table");
  await expect(inspector.panel).toContainText("Enter a partition key value or select an item.");
  await expect(inspector.panel).toContainText("No splits yet.");
  const field = inspector.landing("ForumName");
  for (const forum of ["EC2", "a forum that is not there"]) {
    await field.fill(forum);
    const hash = hashOf(forum).slice(0, 8);
    const share = ((Number.parseInt(hash, 16) / 2 ** 32) * 100).toFixed(1);
    await expect(inspector.panel).toContainText(`ForumName = ${forum} hashes to ${hash}…, ${share} % of the hash range`);
  }
  await inspector.button("Show P0").click();
  await expect(inspector.title).toHaveText("P0");
  await expect(inspector.panel).toContainText("follower");
  await expect(field).toHaveValue("a forum that is not there");
});

test("a key that is read is among the most accessed", async ({ page, workbench }) => {
  const { query } = workbench;
  const inspector = new Inspector(page);
  await workbench.show("Query");
  await query.partition.fill("EC2");
  await query.run.click();
  await inspector.choose(/^P0$/, "P0");
  await expect(inspector.table(/^Most accessed keys/).getByRole("row", { name: /^EC2/ }).first()).toContainText(/P0$/);
  await expect(inspector.panel).toContainText("No key throttled yet.");
});

test("a global index has keys and a queue of its own", async ({ page, workbench }) => {
  await workbench.choose(/turns a table of players into leaderboards/);
  await expect(workbench.table("GameScores")).toHaveAttribute("aria-current", "true");
  const inspector = new Inspector(page);
  await inspector.choose("Index GameTitleIndex", "Index GameTitleIndex");
  await expect(inspector.panel).toContainText(/GameTitleIndex is ACTIVE and holds \d+ of \d+ items/);
  await expect(inspector.table(/^Changes waiting for the index/).getByRole("row").nth(1)).toContainText(/^0/);
  await inspector.landing("GameTitle").fill("Comet Quest");
  await expect(inspector.panel).toContainText(/GameTitle = Comet Quest hashes to .* in G\d/);
});

test("an index is filled, says what it allows, and names the item it leaves out with its remedy", async ({ page, workbench }) => {
  const { design, settings } = workbench;
  const clock = new Clock(page);
  await workbench.choose(/Scores to create an index on/);
  await expect(workbench.table("GameScoresBuild")).toHaveAttribute("aria-current", "true");
  await workbench.show("Settings");
  await settings.button(settings.indexes, "Add global index").click();
  const card = settings.indexes.getByRole("region", { name: "unnamed index" });
  await settings.field(card, "Index name").fill("ByScore");
  await design.fillKeys(settings.index("ByScore"), { partition: ["GameTitle", "S"], sort: ["TopScore", "N"] });
  await clock.pause.click();
  await settings.button(settings.indexes, "Create index").click();

  const inspector = new Inspector(page);
  await inspector.choose("Index ByScore", "Index ByScore");
  await expect(inspector.panel).toContainText("DynamoDB allocates resources for ByScore.");
  await expect(inspector.row(/^delete this index/)).toContainText("✕ no");
  await expect(inspector.row(/^create or delete another index/)).toContainText("Subscriber limit exceeded");
  while (!(await inspector.panel.textContent()).includes("Backfilling has passed")) {
    await clock.next.click();
    await inspector.settle();
  }
  await expect(inspector.row(/^delete this index/)).toContainText("✓ yes");
  await clock.resume.click();

  const violations = inspector.table("Violations: 1");
  await expect(violations).toContainText("TopScore: Type Violation: Expected: N Found: S");
  await expect(violations).toContainText("Give TopScore a value of type N, or remove it.");
  await expect(inspector.panel).toContainText("ByScore is ACTIVE", { timeout: 20_000 });
  await expect(inspector.row(/^OnlineIndexPercentageProgress/)).toContainText("100 %");
  await expect(inspector.row(/^OnlineIndexThrottleEvents/)).toBeVisible();
  await violations.getByRole("button", { name: "105 / Galaxy Invaders" }).click();
  await workbench.show("Items");
  await expect(workbench.items.rows.and(page.locator("[aria-current=true]"))).toContainText("105");
});

test("a write is followed into its index, and its cost names the index without an entry", async ({ page, workbench }) => {
  await workbench.choose(/turns a table of players into leaderboards/);
  const inspector = new Inspector(page);
  const write = async (user, score) => {
    await workbench.show("Items");
    const editor = await workbench.items.startNew();
    await editor.value("UserId").fill(user);
    await editor.value("GameTitle").fill("Comet Quest");
    if (score) await editor.add("TopScore", "N", score);
    await editor.finish();
    await inspector.newest.getByRole("button", { name: new RegExp(`^PutItem ${user}`) }).click();
  };
  await write("900", "7");
  await expect(inspector.journey).toContainText(/\+\d+ ms in the global index: GameTitleIndex G\d/);
  await expect(inspector.cost).toContainText("GameTitleIndex: entry put");
  await expect(inspector.cost).toContainText(/in all: .*2(\.0)? WCU/);
  await inspector.button("Back to the latest requests").click();
  await write("901");
  await expect(inspector.cost).toContainText("GameTitleIndex: no entry");
});
