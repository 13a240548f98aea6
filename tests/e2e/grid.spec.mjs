// The grid of items: columns as the reader arranges them, a filter that is no request, and changes of many items at once.

import { violations } from "./pages/access.mjs";
import { Clock } from "./pages/clock.mjs";
import { Grid } from "./pages/grid.mjs";
import { walkTo } from "./pages/keyboard.mjs";
import { expect, test } from "./pages/test.mjs";

test.beforeEach(async ({ workbench }) => {
  await workbench.holds({ Thread: 11 });
});

test("columns are hidden, pinned and moved, and stay so after a reload", async ({ page, workbench }) => {
  const grid = new Grid(page, workbench.items.panel);
  const before = await grid.shown();
  expect(before.slice(0, 2)).toEqual(["ForumName", "Subject"]);
  const [third, fourth, fifth] = before.slice(2);
  await grid.columns.click();
  await grid.list.getByRole("checkbox", { name: third, exact: true }).uncheck();
  await grid.list.getByRole("button", { name: `Pin ${fifth}`, exact: true }).click();
  const pin = grid.list.getByRole("button", { name: `Unpin ${fifth}`, exact: true });
  await expect(pin, "the focus follows the moved column").toBeFocused();
  await grid.list.getByRole("button", { name: `Move earlier: ${fifth}`, exact: true }).click();
  await page.keyboard.press("Escape");
  const after = ["ForumName", fifth, "Subject", fourth];
  await expect.poll(async () => (await grid.shown()).slice(0, 4)).toEqual(after);

  // A pinned column stays where it is when the others move.
  const place = async () => (await grid.headings.filter({ hasText: fifth }).boundingBox()).x;
  const at = await place();
  await workbench.items.showLastColumn();
  await expect.poll(place).toBe(at);

  await workbench.saved();
  await workbench.reload();
  await expect.poll(async () => (await grid.shown()).slice(0, 4)).toEqual(after);
  await grid.columns.click();
  await grid.list.getByRole("button", { name: "Reset columns" }).click();
  await expect.poll(async () => (await grid.shown()).slice(0, 5)).toEqual(before.slice(0, 5));
});

test("a filter hides rows, and says that it is no request", async ({ page, workbench }) => {
  const grid = new Grid(page, workbench.items.panel);
  await grid.filter.fill("ec2");
  await expect(grid.note).toContainText(/^\d of 11 items shown\. This filters what is on the page; it is not a Query and consumes no capacity\.$/);
  const count = Number((await grid.note.innerText()).split(" ")[0]);
  await expect(grid.rows).toHaveCount(count);
  for (const row of await grid.rows.all()) await expect(row).toContainText(/ec2/i);
  await grid.all.click();
  await expect(grid.selected).toHaveText(`${count} of 11 items selected`);
  await grid.filter.fill("no such text");
  await expect(grid.note).toContainText("0 of 11 items shown");
  await expect(grid.selected, "a row out of sight is not selected").toHaveCount(0);
  await expect(grid.rows).toHaveCount(0);
  await grid.filter.fill("");
  await expect(grid.rows).toHaveCount(11);
  await expect(grid.note).toHaveCount(0);
});

test("one attribute of several items is changed after a preview, and one undo takes it back", async ({ page, workbench }) => {
  const grid = new Grid(page, workbench.items.panel);
  const clock = new Clock(page);
  await grid.check(0).click();
  await grid.check(2).click({ modifiers: ["Shift"] });
  await expect(grid.selected).toHaveText("3 of 11 items selected");
  await grid.rows.nth(1).click({ modifiers: ["ControlOrMeta"] });
  await expect(grid.selected).toHaveText("2 of 11 items selected");
  await expect(grid.grid).toHaveAttribute("aria-multiselectable", "true");
  await expect(grid.rows.nth(0)).toHaveAttribute("aria-selected", "true");
  await expect(grid.rows.nth(1)).toHaveAttribute("aria-selected", "false");

  await grid.button("Edit selected…").click();
  await grid.set("Subject", "S", "x");
  await expect(grid.dialog.getByText("Subject is a key attribute of the table: UpdateItem cannot change it.")).toBeVisible();
  await expect(grid.dialog.getByRole("button", { name: "Change items" })).toBeDisabled();
  await grid.set("AReview", "S", "checked");
  await expect(grid.preview).toHaveText("Sets AReview of 2 items with 2 UpdateItem requests.");
  await expect(grid.dialog.getByRole("listitem")).toHaveText([/: no attribute → checked$/, /: no attribute → checked$/]);
  await grid.dialog.getByRole("button", { name: "Change items" }).click();
  await expect(grid.toasts).toContainText("2 items changed: 2 UpdateItem requests, ");
  await expect(grid.dialog).toBeHidden();
  // The filter also searches columns that are out of sight.
  await grid.filter.fill("checked");
  await expect(grid.rows).toHaveCount(2);

  await clock.undo.click();
  await expect(grid.rows).toHaveCount(0);
  await clock.redo.click();
  await expect(grid.rows).toHaveCount(2);
});

test("several items are deleted by keyboard, and one undo brings them back", async ({ page, workbench }) => {
  const grid = new Grid(page, workbench.items.panel);
  await walkTo(grid.grid);
  await page.keyboard.press("Space");
  await page.keyboard.press("Shift+ArrowDown");
  await page.keyboard.press("Shift+ArrowDown");
  await expect(grid.selected).toHaveText("3 of 11 items selected");
  await page.keyboard.press("ControlOrMeta+a");
  await expect(grid.selected).toHaveText("11 of 11 items selected");
  await walkTo(grid.button("Delete selected…"), "Shift+Tab");
  await page.keyboard.press("Enter");
  await expect(grid.preview).toHaveText("Deletes 11 items with 11 DeleteItem requests.");
  await walkTo(grid.dialog.getByRole("button", { name: "Delete items" }));
  await page.keyboard.press("Enter");
  await expect(grid.toasts).toContainText("11 items deleted: 11 DeleteItem requests, ");
  await expect(workbench.table("Thread")).toHaveText(/Thread\s*0/);
  await page.keyboard.press("ControlOrMeta+z");
  await expect(workbench.table("Thread")).toHaveText(/Thread\s*11/);
  await expect(grid.rows).toHaveCount(11);
});

test("refused requests are listed by item, and their items stay selected", async ({ page, workbench }) => {
  const grid = new Grid(page, workbench.items.panel);
  await grid.check(0).click();
  await grid.check(1).click();
  await grid.button("Edit selected…").click();
  // A key of an index has the type of its definition.
  await grid.set("LastPostDateTime", "N", "5");
  await expect(grid.preview).toHaveText(/^Sets LastPostDateTime of 2 items/);
  await grid.dialog.getByRole("button", { name: "Change items" }).click();
  await expect(grid.preview).toHaveText("0 items changed: 0 UpdateItem requests, 0 WCU. 2 requests refused.");
  await expect(grid.dialog.getByRole("listitem")).toHaveText([/Subject = .*ValidationException/, /Subject = .*ValidationException/]);
  await grid.dialog.getByRole("button", { name: "Try the rest again" }).click();
  await expect(grid.preview).toHaveText(/^Sets LastPostDateTime of 2 items/);
  await page.keyboard.press("Escape");
  await expect(grid.selected).toHaveText("2 of 11 items selected");
});

test("the value of a cell is copied", async ({ page, context, workbench }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const grid = new Grid(page, workbench.items.panel);
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  const cell = await grid.cell(0, "Subject");
  await cell.click();
  await page.keyboard.press("ControlOrMeta+c");
  await expect(grid.toasts).toContainText("Copied.");
  expect(await copied()).toBe(await cell.innerText());
});

for (const colorScheme of ["light", "dark"]) {
  test.describe(`in ${colorScheme}`, () => {
    test.use({ colorScheme, reducedMotion: "reduce" });

    test("columns, a selection and its dialog break no rule of WCAG 2.2 AA", async ({ page, workbench }) => {
      const grid = new Grid(page, workbench.items.panel);
      const check = (place) => test.step(place, async () => expect.soft(await violations(page), place).toEqual([]));
      await grid.columns.click();
      await expect(grid.list.getByRole("button", { name: "Reset columns" })).toBeVisible();
      await check("Columns");
      await page.keyboard.press("Escape");
      await grid.filter.fill("s3");
      await grid.all.click();
      await expect(grid.selected).toBeVisible();
      await check("Selected rows");
      await grid.button("Edit selected…").click();
      await grid.set("AReview", "S", "checked");
      await expect(grid.preview).toHaveText(/^Sets AReview/);
      await check("Edit");
      await page.keyboard.press("Escape");
      await grid.button("Delete selected…").click();
      await expect(grid.preview).toHaveText(/^Deletes/);
      await check("Delete");
    });
  });
}
