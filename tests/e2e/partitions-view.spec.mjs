// The Partitions view: slices of the hash range, what each holds and serves, where a key lands, and the same as files.

import { createHash } from "node:crypto";
import { expect, test } from "./pages/test.mjs";
import { LiveCard, expectStandsAlone } from "./pages/live-card.mjs";

/** The first digits of where a string lands: the hash seen in production, in the order of a Scan. */
const hashOf = (text) => createHash("md5").update(`Outliers${text}`).digest("hex");

test("folded it draws nothing; unfolded it tells what each partition holds", async ({ page, workbench }) => {
  const partitions = new LiveCard(page, "Partitions");
  await expect(workbench.table("Thread")).toHaveAttribute("aria-current", "true");
  await expect(partitions.card.locator("svg")).toHaveCount(0);
  await partitions.open();
  await expect(partitions.subject).toHaveText(/^Thread, \d+ partitions?$/);
  await expect(partitions.sentence).toContainText("hash range");
  await expect(partitions.card.getByRole("note", { name: /^Model: / })).toBeVisible();
  await expect(partitions.card.getByRole("img", { name: /P\d+: [\d.]+ % of the hash range, \d+ items/ })).toBeVisible();
  await expect(partitions.card).toContainText("No splits yet.");
  await expect(partitions.card).toContainText("follower 2");

  await partitions.unfold("Partitions, as a table");
  const rows = partitions.card.getByRole("row", { name: /^P\d+ / });
  const items = await rows.locator("td:nth-of-type(2)").allTextContents();
  expect(items.map(Number).reduce((sum, count) => sum + count, 0)).toBe(11);
});

test("a key is shown where it lands", async ({ page, workbench }) => {
  await expect(workbench.table("Thread")).toHaveAttribute("aria-current", "true");
  const partitions = new LiveCard(page, "Partitions");
  await partitions.open();
  const field = partitions.card.getByRole("textbox", { name: "Which partition holds a value of ForumName?" });
  await expect(partitions.card).toContainText("Enter a partition key value or select an item.");
  for (const forum of ["EC2", "S3", "a forum that is not there"]) {
    await field.fill(forum);
    const hash = hashOf(forum);
    const share = ((Number.parseInt(hash.slice(0, 8), 16) / 2 ** 32) * 100).toFixed(1);
    await expect(partitions.card).toContainText(`ForumName = ${forum} hashes to ${hash.slice(0, 8)}…, ${share} % of the way`);
    await expect(partitions.card.locator(".range-mark")).toHaveCount(1);
  }
  await field.fill("");
  await expect(partitions.card.locator(".range-mark")).toHaveCount(0);
});

test("traffic is heat: a read is seen in its second, and its key among the most accessed", async ({ page, workbench }) => {
  const { query } = workbench;
  const partitions = new LiveCard(page, "Partitions");
  await partitions.open();
  await workbench.show("Query");
  await query.partition.fill("EC2");
  await query.run.click();
  await expect(partitions.sentence).toContainText(/P\d+ is busiest: .* RCU\/s\./);
  const accessed = partitions.card.getByRole("table", { name: "Most accessed keys" });
  await expect(accessed.getByRole("row").nth(1)).toContainText(/P\d+$/);
  await expect(partitions.card.getByRole("table", { name: "Most throttled keys" })).toContainText("none so far");

  const map = partitions.card.getByRole("group", { name: /^Load of every partition/ });
  await map.focus();
  await map.press("End");
  const told = partitions.card.locator(".heat-told");
  await expect(told).toHaveText(/^P\d+ at \d\d:\d\d:\d\d: [\d.,]+ RCU, [\d.,]+ WCU, \d+ % of the ceiling/);
  await map.press("Home");
  await expect(told).toHaveText(/: 0 RCU, 0 WCU, 0 % of the ceiling$/);
});

test("a global index has partitions of its own, and its lag", async ({ page, workbench }) => {
  await workbench.choose(/turns a table of players into leaderboards/);
  await expect(workbench.table("GameScores")).toHaveAttribute("aria-current", "true");
  const partitions = new LiveCard(page, "Partitions");
  await partitions.open();
  await expect(partitions.subject).toContainText("GameScores");
  await workbench.index("GSI", "GameTitleIndex").click();
  await expect(partitions.subject).toContainText("GameTitleIndex");
  await expect(partitions.card.getByRole("textbox", { name: "Which partition holds a value of GameTitle?" })).toBeVisible();
  await expect(partitions.card).toContainText(/\d+ changes behind/);
});

test("picture and figures can be taken along", async ({ page, workbench }) => {
  await expect(workbench.table("Thread")).toHaveAttribute("aria-current", "true");
  const partitions = new LiveCard(page, "Partitions");
  await partitions.open();
  const picture = await partitions.download("SVG");
  expect(picture.name).toBe("partitions-Thread.svg");
  expectStandsAlone(picture.text);
  const figures = await partitions.download("CSV");
  expect(figures.name).toBe("partitions-Thread.csv");
  expect(figures.text).toMatch(/^table,index,partition,second,read units,write units,throttled,items,bytes\r\n/);
  expect(figures.text).toMatch(/\r\nThread,,P\d+,/);
});
