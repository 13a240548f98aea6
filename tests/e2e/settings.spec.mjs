// Changes of an existing table: every control sends a real request, and a change that the service would refuse shows
// the service's text.

import { Clock } from "./pages/clock.mjs";
import { expect, test } from "./pages/test.mjs";

test.beforeEach(async ({ workbench }) => {
  await workbench.table("Thread").click();
  await workbench.show("Settings");
});

test("capacity mode and throughput are changed, and the same rate once more is no change", async ({ page, workbench }) => {
  const { settings } = workbench;
  const clock = new Clock(page);
  const { capacity } = settings;
  const change = settings.button(capacity, "Change capacity");
  await expect(change).toBeDisabled();
  await capacity.getByRole("radio", { name: "Provisioned" }).check();
  await settings.field(capacity, "Read units per second").first().fill("7");
  await clock.pause.click();
  await change.click();
  await expect(settings.status).toHaveText("UPDATING");
  await clock.resume.click();
  await expect(capacity).toContainText("Provisioned: 7 RCU, 10 WCU per second");
  await expect(settings.status).toHaveText("ACTIVE");
  await expect(change).toBeDisabled();

  await settings.field(capacity, "Read units per second").fill("none");
  await expect(capacity).toContainText("A whole number of units per second, 1 or more.");
  await settings.field(capacity, "Read units per second").fill("9");
  await change.click();
  await expect(capacity).toContainText("Provisioned: 9 RCU, 10 WCU per second");
  await expect(capacity).toContainText("Last increase");
});

test("auto scaling is turned on, changed and turned off", async ({ workbench }) => {
  const { settings } = workbench;
  await expect(settings.status).toHaveText("ACTIVE");
  const scaling = workbench.page.getByRole("group", { name: "Auto scaling" }).locator("summary");
  await expect(scaling).toHaveText("Off");
  await scaling.click();
  const writes = settings.rate("Table: writes");
  await settings.field(writes, "Maximum").fill("40");
  await settings.button(writes, "Turn on").click();
  await expect(writes).toContainText("on: 1 to 40 units, target 70 %");
  await expect(scaling).toHaveText("On for 1 rate");
  await settings.field(writes, "Target utilization").fill("95");
  await settings.button(writes, "Change").click();
  await expect(writes.getByRole("alert").filter({ hasText: /\S/ })).toContainText("ValidationException");
  await settings.button(writes, "Turn off").click();
  await expect(writes.getByRole("heading")).toContainText("off");
});

test("an index is added to the live table; meanwhile another is refused in the service's words", async ({ page, workbench }) => {
  const { settings, design } = workbench;
  const clock = new Clock(page);
  await settings.button(settings.indexes, "Add global index").click();
  await settings.button(settings.indexes, "Create index").click();
  const card = settings.indexes.getByRole("region", { name: "unnamed index" });
  await expect(card).toContainText("Give the index a name.");
  await settings.field(card, "Index name").fill("ByPoster");
  await design.fillKey(settings.index("ByPoster"), "Partition key", ["LastPostedBy", "S"]);
  await clock.pause.click();
  await settings.button(settings.indexes, "Create index").click();
  await expect(settings.liveIndex("ByPoster")).toContainText("CREATING, Backfilling false");
  await expect(settings.index("ByPoster")).toContainText("ResourceInUseException");
  await expect(settings.button(settings.index("ByPoster"), "Delete index")).toBeDisabled();
  await settings.button(settings.indexes, "Add global index").click();
  await expect(settings.button(settings.indexes, "Create index")).toBeDisabled();
  await expect(settings.indexes).toContainText("LimitExceededException");
  await clock.resume.click();
  await expect(settings.liveIndex("ByPoster")).toContainText(/ACTIVE/, { timeout: 20_000 });
  await settings.button(settings.index("ByPoster"), "Delete index").click();
  await workbench.page.getByRole("dialog").getByRole("button", { name: "Delete index" }).press("Enter");
  await expect(settings.index("ByPoster")).toHaveCount(0);
  await expect(settings.indexes, "the index and its button are gone, their group has the focus").toBeFocused();
});

test("time to live, stream and protection are turned on and off; a protected table cannot be deleted", async ({ workbench }) => {
  const { settings } = workbench;
  const { expiry, stream, protection, deletion } = settings;
  await expect(settings.button(expiry, "Turn time to live on")).toBeDisabled();
  await expiry.getByRole("combobox").fill("Until");
  await settings.button(expiry, "Turn time to live on").click();
  await expect(expiry).toContainText("ENABLED: DynamoDB deletes items some time after the epoch second in Until");
  await settings.button(expiry, "Turn time to live off").click();
  await expect(expiry).toContainText("DISABLED");

  await stream.getByRole("combobox").selectOption("KEYS_ONLY");
  await settings.button(stream, "Turn stream on").click();
  await expect(stream).toContainText("On since");
  await expect(settings.button(stream, "Turn stream off")).toBeEnabled();

  await settings.button(protection, "Turn protection on").click();
  await expect(protection).toContainText("On: DynamoDB refuses DeleteTable.");
  const remove = settings.button(deletion, "Delete table");
  await expect(remove).toBeDisabled();
  await expect(deletion).toContainText("ValidationException");
  await settings.button(protection, "Turn protection off").click();
  await settings.field(deletion, "Type Thread to delete it").fill("Thread");
  await remove.click();
  await expect(workbench.table("Thread")).toHaveCount(0);
});

test("a backup and a moment are restored as tables of their own; what cannot be restored now says so", async ({ workbench }) => {
  const { settings } = workbench;
  const { backups, recovery } = settings;
  await expect(settings.button(backups, "Create backup")).toBeDisabled();
  await settings.field(backups, "Name of a new backup").fill("before");
  await settings.button(backups, "Create backup").click();
  const card = backups.getByRole("region", { name: "before", exact: true });
  await expect(card).toContainText(/^before AVAILABLE .*1\.3 KB/);
  await settings.field(card, "New table's name").fill("Thread");
  await expect(card).toContainText("TableAlreadyExistsException");
  await expect(settings.button(card, "Restore")).toBeDisabled();
  await settings.field(card, "New table's name").fill("ThreadAgain");
  await settings.button(card, "Restore").click();
  await expect(workbench.table("ThreadAgain")).toHaveText(/11/, { timeout: 30_000 });
  await settings.button(card, "Delete backup").click();
  await workbench.page.getByRole("dialog").getByRole("button", { name: "Delete backup" }).press("Enter");
  await expect(card).toHaveCount(0);
  await expect(backups, "what had the focus is gone, what held it has it").toBeFocused();

  await settings.button(recovery, "Turn recovery on").click();
  await expect(recovery).toContainText("On, up to 35 days back");
  await settings.field(recovery, "New table's name").fill("ThreadThen");
  await settings.field(recovery, "Time").fill("2019-01-01");
  await expect(recovery).toContainText("InvalidRestoreTimeException");
  await settings.field(recovery, "Time").fill("");
  await settings.button(recovery, "Restore to this time").click();
  await expect(workbench.table("ThreadThen")).toHaveText(/11/, { timeout: 30_000 });
  await settings.button(recovery, "Turn recovery off").click();
  await expect(recovery).toContainText("Off.");
});
