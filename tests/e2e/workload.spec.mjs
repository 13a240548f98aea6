// The workload: a generated load is throttled on one hot key and succeeds with suffixes. Both runs are side by side.

import { Clock } from "./pages/clock.mjs";
import { expect, test } from "./pages/test.mjs";

test("one hot key against ten suffixes, side by side", async ({ workbench }) => {
  test.setTimeout(120_000);
  const { workload } = workbench;
  await workbench.choose(/^Invoices, random suffix/);
  await expect(workbench.table("InvoiceTransactionsSharded")).toHaveAttribute("aria-current", "true");
  await workbench.show("Workload");
  await workload.throttling.check();
  await workload.field("Seconds").fill("4");
  await workload.panel.getByRole("button", { name: "One hot key" }).click();
  await workload.start.click();
  await expect(workload.cell("Latest run", /^Sent/)).toHaveText("800", { timeout: 60_000 });
  await expect(workload.start).toBeEnabled({ timeout: 60_000 });
  await expect(workload.cell("Latest run", /^Throttled/)).not.toHaveText("0");
  await workload.panel.getByRole("button", { name: "Ten calculated suffixes" }).click();
  await workload.start.click();
  await expect(workload.cell("Latest run", /^Sent/)).toHaveText("800", { timeout: 60_000 });
  await expect(workload.start).toBeEnabled({ timeout: 60_000 });
  const number = async (run, row) => Number((await workload.cell(run, row).textContent()).replaceAll(",", ""));
  const throttled = (run) => number(run, /^Throttled/);
  expect(await throttled("Latest run")).toBeLessThan((await throttled("Previous run")) / 2);
  // The sentence and the table are one reading, and the parts add up.
  const previous = workload.panel.getByRole("region", { name: "Previous run" });
  const [sent, succeeded] = [await number("Previous run", /^Sent/), await number("Previous run", /^Succeeded/)];
  expect(succeeded + (await throttled("Previous run")) + (await number("Previous run", /^Other/))).toBe(sent);
  await expect(previous.getByRole("status").first()).toHaveText(new RegExp(`^${succeeded} of ${sent} succeeded`));
});

test("a load is stopped, what is no number is said, and suffixes are worked out", async ({ workbench }) => {
  const { workload } = workbench;
  await workbench.show("Workload");
  await workload.field("Requests a second").fill("many");
  await workload.start.click();
  await expect(workload.problem.first()).toContainText("a whole number from 1 to");
  await workload.field("Requests a second").fill("5000");
  await workload.field("Item size in bytes").fill("1024");
  await expect(workload.forecast).toContainText("Throttling is off, so the simulation accepts every request.");
  await workload.throttling.check();
  await expect(workload.forecast).toContainText("at least 5 suffixes");
  await workload.field("Seconds").fill("60");
  await workload.start.click();
  await workload.stop.click();
  await expect(workload.start).toBeEnabled();
});

test("a load runs and is paused with the clock, and a leap takes it along", async ({ page, workbench }) => {
  const { workload } = workbench;
  const clock = new Clock(page);
  await workbench.show("Workload");
  await workload.field("Requests a second").fill("20");
  await workload.field("Seconds").fill("30");
  await workload.start.click();
  await expect(clock.bar).not.toContainText("paused");
  await clock.pause.click();
  await expect(clock.bar).toContainText("paused");
  await expect(workload.start).toBeDisabled();
  await clock.leap("1 minute");
  await expect(workload.cell("Latest run", /^Sent/)).toHaveText("600", { timeout: 60_000 });
  await expect(workload.start).toBeEnabled();
  await expect(clock.bar).toContainText("paused");
});

test("a load goes on behind another tab, and its collections are found from the whole table down to one", async ({ page, workbench }) => {
  test.setTimeout(120_000);
  const { workload } = workbench;
  await workbench.show("Workload");
  await workload.field("Requests a second").fill("2000");
  await workload.field("Seconds").fill("2");
  await workload.field("Item size in bytes").fill("100");
  await workload.field("Partition key values").fill("5000");
  await workload.start.click();
  await workbench.show("Collections");
  const overview = page.getByRole("group", { name: /^Every collection in hash order/ });
  await expect(overview).toBeVisible();
  await workbench.show("Workload");
  await expect(workload.cell("Latest run", /^Sent/)).toHaveText("4,000", { timeout: 60_000 });
  await expect(workload.start).toBeEnabled({ timeout: 60_000 });
  await workbench.show("Collections");
  await expect(page.getByText(/^Collections 1–[\d,]+ of [\d,]+, by bytes/)).toBeVisible();
  await overview.press("End");
  await overview.press("Enter");
  await expect(page.getByText(/^Collection [\d,]+: \d+ items?, /)).toBeVisible();
  await overview.press("End");
  await overview.press("Enter");
  await expect(page.getByRole("status").filter({ hasText: /^[\d,]+–([\d,]+) of \1 collections$|^([\d,]+)–\2 of \2 collections$/ })).toBeVisible();
  await page.getByRole("button", { name: "Zoom out", exact: true }).click();
  await expect(page.getByText(/^Collections 1–/)).toBeVisible();
});
