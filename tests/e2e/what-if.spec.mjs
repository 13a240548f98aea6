// What if: runs the last request or load again with one change, in a second engine, side by side.

import { make, put } from "./pages/own-table.mjs";
import { expect, test } from "./pages/test.mjs";
import { Trial } from "./pages/trial.mjs";

/** A Scan of the forum's threads, and the tab that tries changes of it. */
async function scanned(workbench) {
  await workbench.table("Thread").click();
  await workbench.show("Query");
  await workbench.query.run.click();
  await expect(workbench.query.banner).toContainText("Read to the end.");
  await workbench.query.face("What if");
  return new Trial(workbench.query.panel);
}

/** A load of 40 writes a second on one key of a manually created table. */
async function loaded(workbench, units, fields = {}) {
  await make(workbench, "Orders", { units });
  await workbench.show("Workload");
  const { workload } = workbench;
  await workload.throttling.check();
  for (const [label, value] of Object.entries({
    "Requests a second": "40",
    Seconds: "10",
    "Item size in bytes": "100",
    "Partition key values": "1",
    ...fields,
  })) {
    await workload.field(label).fill(value);
  }
  await workload.start.click();
  await expect(workload.cell("Latest run", /^Sent/)).toHaveText(/^(399|400)$/, { timeout: 60_000 });
  await expect(workload.start).toBeEnabled({ timeout: 60_000 });
  const run = workload.panel.getByRole("region", { name: "Latest run" });
  await run.getByRole("button", { name: "What if" }).click();
  return new Trial(run);
}

test("a Scan again with strongly consistent reads costs twice as much", async ({ workbench }) => {
  const trial = await scanned(workbench);
  await trial.try("strongly consistent reads");
  await expect(trial.outcome).toContainText("With strongly consistent reads");
  await expect(trial.row("Read units")).toHaveText(["0.5", "1", "+0.5"]);
  await expect(trial.row("Items read")).toHaveText(["11", "11", "0"]);
});

test("a Scan without a filter cannot become a Query, and the page says so", async ({ workbench }) => {
  const trial = await scanned(workbench);
  await trial.choice("Where the Query reads").selectOption("on the table");
  await trial.try("a Query instead of the Scan");
  await expect(trial.panel).toContainText("Does not apply. A Query needs an equality on the partition key ForumName");
});

test("DAX returns the same Scan from its cache", async ({ workbench }) => {
  const trial = await scanned(workbench);
  await trial.try("DAX");
  await expect(trial.outcome).toContainText("With DAX");
  await expect(trial.row("Read units")).toHaveText(["0.5", "0", "−0.5"]);
  await expect(trial.row("DAX cache hits")).toHaveText(["0", "1", "+1"]);
});

test("items half the size are tried, and the tables stay as they are", async ({ workbench }) => {
  const trial = await scanned(workbench);
  await trial.try("items half the size");
  await expect(trial.outcome).toContainText("With items half the size");
  await expect(trial.outcome).toContainText("The trial first writes each stored item again at half the size.");
  await expect(workbench.table("Thread")).toHaveText(/Thread\s*11$/);
});

test("a write again with a different projection of an index", async ({ workbench }) => {
  const { request } = workbench;
  await make(workbench, "Orders", { index: { name: "ByTag", partition: ["Tag", "S"] } });
  await workbench.show("Request");
  await request.operation.selectOption("PutItem");
  const note = "x".repeat(2_000);
  await request.body.area.write(`{"TableName": "Orders", "Item": {"Id": {"S": "a"}, "Tag": {"S": "t"}, "Note": {"S": "${note}"}}}`);
  await request.send.click();
  await expect(request.answer).toContainText("200 OK");
  await request.panel.getByRole("tab", { name: "What if" }).click();
  const trial = new Trial(request.panel);
  await expect(trial.not).toContainText("Consistency applies to reads");
  await trial.choice("Projection").selectOption("KEYS_ONLY");
  await trial.try("a different projection");
  await expect(trial.outcome).toContainText("With projection KEYS_ONLY for the index ByTag");
  await expect(trial.row("Write units")).toHaveText(["4", "3", "−1"]);
});

test("a Scan with a filter becomes a Query on a new index", async ({ workbench }) => {
  const { request } = workbench;
  await make(workbench, "Orders");
  await put(workbench, "a", [["Tag", "S", "red"]]);
  await put(workbench, "b", [["Tag", "S", "blue"]]);
  await workbench.show("Request");
  await request.operation.selectOption("Scan");
  await request.body.area.write(
    '{"TableName": "Orders", "FilterExpression": "Tag = :t", "ExpressionAttributeValues": {":t": {"S": "red"}}}',
  );
  await request.send.click();
  await expect(request.answer).toContainText("200 OK");
  await request.panel.getByRole("tab", { name: "What if" }).click();
  const trial = new Trial(request.panel);
  await trial.choice("Where the Query reads").selectOption("on a new index");
  await trial.field("Partition key of the new index").fill("Tag");
  await trial.try("a Query instead of the Scan");
  await expect(trial.outcome).toContainText("With a Query on a new index by-Tag");
  await expect(trial.row("Items read")).toHaveText(["2", "1", "−1"]);
});

test("a load again with more units succeeds, and ten suffixes do not help it", async ({ workbench }) => {
  test.setTimeout(120_000);
  const trial = await loaded(workbench, ["5", "10"]);
  await trial.field("WCU").fill("40");
  await trial.try("different provisioned units");
  await expect(trial.outcome).toContainText("With 40 WCU for the table", { timeout: 60_000 });
  await expect(trial.row("Throttled").nth(1)).toHaveText("0");
  await trial.try("write sharding");
  await expect(trial.outcome).toContainText("With 10 suffixes", { timeout: 60_000 });
  await expect(trial.outcome).toContainText("Suffixes do not help");
  await expect(trial.outcome).toContainText("the 10 WCU of the table");
});

test("a number that is none is said", async ({ workbench }) => {
  test.setTimeout(120_000);
  const trial = await loaded(workbench, ["5", "10"]);
  await trial.field("Number of suffixes").fill("none");
  await trial.try("write sharding");
  await expect(trial.panel.getByRole("alert")).toHaveText("Suffixes: a whole number from 1 to 1,000.");
});

test("an index is previewed before it is created", async ({ workbench }) => {
  const { design, settings } = workbench;
  await make(workbench, "Scores");
  await put(workbench, "a", [["Score", "N", "1"]]);
  await put(workbench, "b", [["Score", "S", "high"]]);
  await put(workbench, "c");
  await workbench.show("Settings");
  await settings.button(settings.indexes, "Add global index").click();
  await design.fillKey(settings.indexes, "Partition key", ["Score", "N"]);
  const preview = settings.indexes.getByRole("region", { name: "Before the index is created" });
  await expect(preview).toContainText("The index would contain 1 of 3 items and leave out 2.");
  await expect(preview).toContainText("The item has no such attribute. For example Id c.");
  await expect(preview).toContainText("The attribute is of type S, and the key is of type N. For example Id b.");
  await expect(preview).toContainText(/A PutItem of the median item .* uses \d+ WCU instead of 1\./);
  await expect(preview).toContainText("The journal has no Scan of this table.");
});
