// The samples: Thread exists on the first visit, others are one click away, in this workspace or a new one, and none
// changes the reader's own work.

import { expect, test } from "./pages/test.mjs";

test("the page opens on Thread and runs its query, with Tags fetched from the table", async ({ workbench }) => {
  const { capacity, query } = workbench;
  await expect(workbench.table("Thread")).toHaveAttribute("aria-current", "true");
  await expect(workbench.table("Thread")).toHaveText(/Thread\s*11/);
  await workbench.show("Query");
  await query.target.selectOption("LSI LastPostIndex");
  await query.partition.fill("EC2");
  await query.sortTest.selectOption("between");
  await query.sortFirst.fill("2015-08-31T00:00:00.000Z");
  await query.sortSecond.fill("2015-11-31T00:00:00.000Z");
  await query.pick(["Subject", "LastPostDateTime", "Replies", "Tags"]);
  await expect(query.row("Return")).toContainText("↑ base: fetched from the table, at its own cost");
  await query.run.click();
  await expect(query.banner).toContainText("2 items returned");
  await expect(query.banner).toContainText("2 items read");
  await expect(query.banner).toContainText("1.5 RCU");
  const [first, second] = [query.rows.nth(0), query.rows.nth(1)];
  for (const words of ["xxx", "18", "2015-09-10T11:07:56.000Z", "network", "vpc"]) await expect(first).toContainText(words);
  for (const words of ["yyy", "0", "2015-10-05T07:33:42.000Z", "ebs"]) await expect(second).toContainText(words);
  await expect(query.entry(/Subject xxx.*returned, base item of 144 bytes fetched$/)).toBeVisible();
  await expect(query.entry(/Subject vvv.*not reached$/)).toBeVisible();
  await expect(query.entry(/Subject zzz.*not reached$/)).toBeVisible();
  await query.face("Why this cost");
  await expect(query.sum.getByRole("row", { name: /^base items fetched 2 .* each rounded separately 2\.0$/ })).toBeVisible();
  await expect(query.sum.getByRole("row", { name: "eventually consistent 3.0 × ½ 1.5 RCU" })).toBeVisible();
  await expect(capacity.cells("LSI LastPostIndex")).toHaveText([/.*/, /.*/, "0.5", /.*/]);
  await query.order.selectOption("descending");
  await query.run.click();
  await expect(query.rows.first()).toContainText("yyy");
});

test("GameScores answers through its index: ties at one score, highest first, item 400 left out", async ({ workbench }) => {
  const { query } = workbench;
  await workbench.choose(/turns a table of players into leaderboards/);
  await expect(workbench.table("GameScores")).toHaveAttribute("aria-current", "true");
  await workbench.show("Query");
  await workbench.caughtUp("GameTitleIndex");
  await query.target.selectOption("GSI GameTitleIndex");
  await query.partition.fill("Comet Quest");
  await query.order.selectOption("descending");
  await query.run.click();
  await expect(query.banner).toContainText("3 items returned");
  await expect(query.rows).toHaveCount(3);
  for (const user of ["123", "201", "301"]) await expect(query.rows.filter({ hasText: user })).toHaveText(/Comet Quest/);
  await expect(query.rows.filter({ hasText: "400" })).toHaveCount(0);
  await query.partition.fill("Meteor Blasters");
  await query.pick(["UserId", "TopScore"]);
  await query.run.click();
  await expect(query.headings).toHaveCount(2);
  await expect(query.rows.nth(0)).toContainText("4200");
  await expect(query.rows.nth(1)).toContainText("1000");
  await expect(query.rows.nth(2)).toContainText("723");
});

test("a question that comes with a sample takes the form's place", async ({ workbench }) => {
  const { query } = workbench;
  await workbench.choose(/turns a table of players into leaderboards/);
  await workbench.show("Query");
  await query.question.selectOption("Leaderboard of Meteor Blasters, highest first");
  await expect(query.partition).toHaveValue("Meteor Blasters");
  await expect(query.order).toHaveValue("descending");
  await query.run.click();
  await expect(query.headings).toHaveText([/TopScore/, /UserId/]);
  await query.order.selectOption("ascending");
  await expect(query.question).toHaveValue("");
});

test("choosing another table shows that table in the view that is open", async ({ workbench }) => {
  const { query } = workbench;
  await workbench.choose(/turns a table of players into leaderboards/);
  await workbench.show("Query");
  await expect(query.target).toContainText("GSI GameTitleIndex");
  await workbench.table("Thread").click();
  await expect(query.target).toContainText("LSI LastPostIndex");
  await workbench.table("GameScores").click();
  await expect(query.target).toContainText("GSI GameTitleIndex");
});

test("an empty workspace stays empty, and a sample comes beside one's own tables or into a workspace of its own", async ({ workbench }) => {
  const { design, workspaces } = workbench;

  await test.step("begin empty", async () => {
    await workspaces.begin();
    await expect(workbench.main.getByRole("heading", { name: "No table yet" })).toBeVisible();
    await expect(workbench.table("Thread")).toHaveCount(0);
    await workbench.saved();
    await workbench.reload();
    await expect(workbench.main.getByRole("heading", { name: "No table yet" })).toBeVisible();
  });

  await test.step("make something of one's own", async () => {
    await workbench.main.getByRole("button", { name: "New table" }).click();
    await design.name.fill("Mine");
    await design.fillKeys(design.table, { partition: ["Id", "S"] });
    await design.create.click();
    await expect(workbench.table("Mine")).toBeVisible();
  });

  await test.step("add a sample beside it", async () => {
    await workbench.choose(/turns a table of players into leaderboards/);
    await expect(workbench.table("GameScores")).toHaveAttribute("aria-current", "true");
    await expect(workbench.table("Mine")).toBeVisible();
  });

  await test.step("open a sample in a workspace of its own", async () => {
    await workbench.choose("New workspace: Forum threads");
    await expect(workbench.table("Thread")).toHaveText(/Thread\s*11/);
    await expect(workbench.table("Mine")).toHaveCount(0);
    await expect(workbench.table("GameScores")).toHaveCount(0);
  });

  await test.step("go back to one's own", async () => {
    await workspaces.goBack();
    await expect(workbench.table("Mine")).toBeVisible();
    await expect(workbench.table("GameScores")).toBeVisible();
    await expect(workbench.table("Thread")).toHaveCount(0);
  });
});
