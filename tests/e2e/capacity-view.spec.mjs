// The Capacity view: the reader chooses a second by keyboard or click and sees its requests. Exports figures and
// picture as files.

import { expect, test } from "./pages/test.mjs";
import { LiveCard, expectStandsAlone } from "./pages/live-card.mjs";

async function runQuery({ query, ...workbench }, page) {
  await page.getByRole("tab", { name: "Query", exact: true }).click();
  await query.partition.fill("EC2");
  await query.run.click();
  await expect(workbench.capacity.card).toContainText("last request: Query on Thread");
}

test("the requests behind a second are one key away", async ({ page, workbench }) => {
  const capacity = new LiveCard(page, "Capacity");
  await runQuery(workbench, page);
  // Viewing items consumes nothing, so the view shows only the query.
  await expect(capacity.card.getByRole("cell", { name: "0.5", exact: true }).first()).toBeVisible();
  const curve = capacity.card.getByRole("group", { name: /^reads: choose a second/ });
  await curve.focus();
  await curve.press("ArrowLeft");
  const heading = capacity.card.getByRole("heading", { name: /^Requests at \d\d:\d\d:\d\d$/ });
  const shown = capacity.card.getByRole("listitem").filter({ hasText: "Query" });
  await expect(heading).toBeVisible();
  const listed = capacity.card.getByRole("listitem").or(capacity.card.getByText("No requests to this table.")).first();
  for (;;) {
    // The requests of a second follow its heading.
    await expect(listed).toBeVisible();
    if (await shown.isVisible()) break;
    const second = await heading.textContent();
    await curve.press("ArrowLeft");
    await expect(heading).not.toHaveText(second);
  }
  await expect(shown).toContainText("RCU");
  await curve.press("Escape");
  await expect(capacity.card.getByRole("heading", { name: /^Requests at/ })).toHaveCount(0);
  await curve.click({ position: { x: 60, y: 20 } });
  await expect(capacity.card).toContainText(/Requests at|No request was made/);
});

test("the last minute can be taken along", async ({ page, workbench }) => {
  const capacity = new LiveCard(page, "Capacity");
  await runQuery(workbench, page);
  await capacity.unfold("Second by second, as a table");
  await expect(capacity.card.getByRole("columnheader", { name: "throttled" })).toBeVisible();
  const picture = await capacity.download("SVG");
  expectStandsAlone(picture.text);
  const raster = await capacity.download("PNG");
  expect(raster.name).toBe("capacity.png");
  expect(raster.text.slice(1, 4)).toBe("PNG");
  const { text } = await capacity.download("CSV");
  const [headings, ...lines] = text.trim().split("\r\n");
  expect(headings).toMatch(/^second,read units,write units,throttled reads,throttled writes/);
  expect(lines).toHaveLength(60);
  expect(lines.map((line) => Number(line.split(",")[1])).reduce((sum, units) => sum + units, 0)).toBeGreaterThan(0);
});
