// The everyday jobs with the keyboard alone, on a new table: the focus follows the reader, and nothing traps it.

import { Clock } from "./pages/clock.mjs";
import { PhysicsDialog } from "./pages/physics.mjs";
import { press, walkTo, write } from "./pages/keyboard.mjs";
import { Stage } from "./pages/stage.mjs";
import { expect, test } from "./pages/test.mjs";

test.beforeEach(async ({ workbench }) => {
  await workbench.workspaces.begin();
  await expect(workbench.everyTable).toHaveCount(0);
});

const key = (scope, name) => scope.getByRole("combobox", { name, exact: true });

/** Creates a table. The focus starts on the form's first field, and ends on the Items tab. */
async function make(page, workbench, name, more = async () => {}) {
  const { design, items, tables } = workbench;
  await press(tables.getByRole("button", { name: "New table" }));
  await expect(design.name).toBeFocused();
  await page.keyboard.type(name);
  await write(key(design.table, "Partition key"), "Id");
  await more();
  await page.keyboard.press("Control+Enter");
  await expect(workbench.tab("Items")).toBeFocused();
  await items.ready();
}

/** Switches to a tab with the arrow keys. */
async function turn(page, workbench, from, steps, name) {
  await walkTo(workbench.tab(from), "Shift+Tab");
  for (let at = 0; at < Math.abs(steps); at += 1) await page.keyboard.press(steps > 0 ? "ArrowRight" : "ArrowLeft");
  await expect(workbench.tab(name)).toBeFocused();
}

test("a table with indexes, items one after the other, and a query with its cost", async ({ page, workbench }) => {
  const { design, items, query } = workbench;
  await make(page, workbench, "Orders", async () => {
    await walkTo(key(design.table, "Sort key"));
    await page.keyboard.type("At");
    const [local, global] = ["Local", "Global"].map((kind) => design.form.getByRole("group", { name: `${kind} secondary indexes` }));
    await press(local.getByRole("button", { name: "Add local index" }));
    await expect(key(local, "Sort key")).toBeFocused();
    await page.keyboard.type("Total");
    await page.keyboard.press("Tab");
    await page.keyboard.press("N");
    await press(global.getByRole("button", { name: "Add global index" }));
    await expect(key(global, "Partition key")).toBeFocused();
    await page.keyboard.type("Status");
  });
  await press(items.button("New item"));
  const editor = items.editor();
  for (const [at, [id, when, total]] of [["c-1", "1", "20"], ["c-1", "2", "30"], ["c-2", "1", "7"]].entries()) {
    await expect(editor.value("Id"), "a new item begins with its key").toBeFocused();
    await page.keyboard.type(id);
    await write(editor.value("At"), when);
    await write(editor.value("Total"), total);
    await press(at < 2 ? editor.another : editor.create);
  }
  await expect(editor.dialog).toBeHidden();
  await expect(items.button("New item")).toBeFocused();

  await walkTo(items.grid);
  await page.keyboard.press("Space");
  await walkTo(items.button("Query collection"), "Shift+Tab");
  await page.keyboard.press("Enter");
  await expect(query.banner).toContainText(/items? returned/);
  await expect(workbench.tab("Query")).toBeFocused();
  await walkTo(query.panel.getByRole("tab", { name: "Result", exact: true }));
  for (const name of ["Request JSON", "Code", "Why this cost"]) {
    await page.keyboard.press("ArrowRight");
    await expect(query.panel.getByRole("tab", { name, exact: true })).toBeFocused();
  }
  await expect(query.sum.getByRole("row").last()).toContainText("0.5 RCU");
});

test("a write is followed from its request to its stream record", async ({ page, workbench }) => {
  const { items, settings } = workbench;
  const stage = new Stage(page);
  await make(page, workbench, "Notes", async () => {
    await walkTo(page.getByRole("combobox", { name: "Capacity mode" }));
    await page.keyboard.press("P");
  });
  await turn(page, workbench, "Items", 6, "Settings");
  await press(settings.button(settings.stream, "Turn stream on"));
  await expect(settings.stream).toContainText("On since");
  await expect(settings.status).toHaveText("ACTIVE");
  await turn(page, workbench, "Settings", -6, "Items");
  await press(items.button("New item"));
  await expect(items.editor().value("Id")).toBeFocused();
  await page.keyboard.type("n-1");
  await page.keyboard.press("Control+Enter");
  await expect(items.editor().dialog).toBeHidden();
  await press(stage.newest.getByRole("button", { name: /^PutItem n-1/ }));
  await expect(stage.journey).toContainText(/stream record \d+/);
  const record = stage.item(/^record \d+, INSERT/);
  await walkTo(stage.partition(0), "Shift+Tab");
  for (let steps = 0; steps < 12 && !(await stage.focused())?.startsWith("record"); steps += 1) {
    await page.keyboard.press("ArrowDown");
  }
  await expect(record).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(stage.inspector).toContainText("Id = n-1");
});

test("an index is built, and the item that violates it lies in the tray", async ({ page, workbench }) => {
  const { items, settings } = workbench;
  const [stage, clock] = [new Stage(page), new Clock(page)];
  await make(page, workbench, "Scores");
  await press(items.button("New item"));
  const editor = items.editor();
  await expect(editor.value("Id")).toBeFocused();
  await page.keyboard.type("a");
  await write(editor.newName, "Score");
  await page.keyboard.press("Enter");
  await expect(editor.value("Score"), "the name is typed already").toBeFocused();
  await page.keyboard.type("high");
  await page.keyboard.press("Control+Enter");
  await expect(editor.dialog).toBeHidden();
  await turn(page, workbench, "Items", 6, "Settings");
  await press(settings.button(settings.indexes, "Add global index"));
  await expect(key(settings.indexes, "Partition key")).toBeFocused();
  await page.keyboard.type("Score");
  await page.keyboard.press("Tab");
  await page.keyboard.press("N");
  await walkTo(clock.pause);
  await page.keyboard.press("Enter");
  await walkTo(settings.button(settings.indexes, "Create index"), "Shift+Tab");
  await page.keyboard.press("Enter");
  await expect(settings.liveIndex("Score-index")).toContainText("CREATING");
  await expect(settings.button(settings.indexes, "Add global index"), "the focus goes on").toBeFocused();
  await walkTo(clock.next);
  const tray = stage.item("Left out of Score-index");
  for (let step = 0; (await tray.count()) === 0 && step < 60; step += 1) {
    await clock.step(() => page.keyboard.press("Enter"));
    await workbench.settled();
  }
  await expect(tray).toContainText("left out: 1");
  await press(clock.resume, "Enter", "Shift+Tab");
  await expect(settings.liveIndex("Score-index")).toContainText("ACTIVE", { timeout: 30_000 });
});

test("time to live at AWS's pace, throttling, and an import", async ({ page, workbench }) => {
  const { import: dialog, items, settings, tables, workload } = workbench;
  const [stage, clock, physics] = [new Stage(page), new Clock(page), new PhysicsDialog(page)];
  await press(tables.getByRole("button", { name: "Import…" }));
  await expect(dialog.file).toBeFocused();
  const expires = Math.ceil((await clock.now()) / 1_000) + 3_600;
  // A key would open the browser's own file dialog, so the test sets the file directly.
  await dialog.file.setInputFiles({ name: "visits.csv", mimeType: "text/csv", buffer: Buffer.from(`Id,Until\nv-1,${expires}\n`) });
  await press(dialog.dialog.getByRole("button", { name: "Create visits and import" }));
  await press(dialog.dialog.getByRole("button", { name: "Show visits" }));
  await expect(items.rows).toHaveCount(1);

  await press(page.getByRole("banner").getByRole("button", { name: "Physics" }), "Enter", "Shift+Tab");
  await walkTo(physics.choice("Classroom"));
  await page.keyboard.press("ArrowRight");
  await expect(physics.choice("AWS")).toBeChecked();
  await page.keyboard.press("Escape");
  await walkTo(workbench.tab("Items"));
  await turn(page, workbench, "Items", 6, "Settings");
  await expect(settings.expiry.getByRole("combobox")).toHaveValue("Until");
  await press(settings.button(settings.expiry, "Turn time to live on"));
  await expect(settings.expiry).toContainText("ENABLED");
  await turn(page, workbench, "Settings", -6, "Items");
  await press(clock.proposed);
  await expect(items.panel).toContainText("The table is empty", { timeout: 60_000 });

  await turn(page, workbench, "Items", 4, "Workload");
  await press(workload.panel.getByRole("button", { name: "One hot key" }));
  await press(workload.start, "Enter", "Shift+Tab");
  await press(stage.newest.getByRole("button", { name: /refused by P0/ }).first());
  await expect(stage.journey).toContainText("refused by P0");
});
