// The page without a mouse, with a screen reader, and on a phone.

import { violations } from "./pages/access.mjs";
import { Clock } from "./pages/clock.mjs";
import { press, walkTo, write } from "./pages/keyboard.mjs";
import { expect, test } from "./pages/test.mjs";
import { Workbench } from "./pages/workbench.mjs";

test("the main job is done with the keyboard alone", async ({ page, workbench }) => {
  const { design, items, query, tables } = workbench;

  await test.step("skip to the workspace, and walk along its tabs", async () => {
    await press(page.getByRole("link", { name: "Skip to the workspace" }));
    await expect(workbench.main).toBeFocused();
    await walkTo(workbench.tab("Items"));
    for (const name of ["Query", "Patterns", "Collections", "Workload", "Design", "Settings", "Request", "Items"]) {
      await page.keyboard.press("ArrowRight");
      await expect(workbench.tab(name)).toBeFocused();
      await expect(page.getByRole("tabpanel", { name, exact: true })).toBeVisible();
    }
    await page.keyboard.press("ArrowLeft");
    await expect(workbench.tab("Request")).toHaveAttribute("aria-selected", "true");
  });

  await test.step("define a table with an index", async () => {
    await walkTo(tables.getByRole("button", { name: "New table" }), "Shift+Tab");
    await page.keyboard.press("Enter");
    await write(design.name, "Notes");
    await write(design.table.getByRole("combobox", { name: "Partition key", exact: true }), "Who");
    await write(design.table.getByRole("combobox", { name: "Sort key", exact: true }), "When");
    await press(design.form.getByRole("button", { name: "Add global index" }));
    const card = design.form.getByRole("group", { name: "Global secondary indexes" }).getByRole("region");
    await expect(card.getByRole("combobox", { name: "Partition key", exact: true })).toBeFocused();
    await page.keyboard.type("Topic");
    await walkTo(card.getByRole("textbox", { name: "Index name" }));
    await expect(card.getByRole("textbox", { name: "Index name" })).toHaveValue("Topic-index");
    await page.keyboard.press("Control+a");
    await page.keyboard.type("ByTopic");
    await press(design.create);
    await expect(workbench.table("Notes")).toHaveText(/Notes\s*0/);
  });

  await test.step("write two items", async () => {
    for (const when of ["morning", "evening"]) {
      await expect(items.panel.getByText("is CREATING")).toBeHidden();
      await press(items.button("New item"));
      const dialog = page.getByRole("dialog", { name: "New item in Notes" });
      await write(dialog.getByRole("textbox", { name: "Value of Who" }), "Ada");
      await write(dialog.getByRole("textbox", { name: "Value of When" }), when);
      await write(dialog.getByRole("textbox", { name: "Value of Topic" }), "engines");
      await press(dialog.getByRole("button", { name: "Create item" }));
      await expect(dialog).toBeHidden();
    }
  });

  await test.step("run a query from inside its form", async () => {
    await workbench.caughtUp("ByTopic");
    await walkTo(workbench.tab("Items"), "Shift+Tab");
    await page.keyboard.press("ArrowRight");
    await walkTo(query.target);
    await page.keyboard.type("GSI");
    await expect(query.target).toHaveValue("ByTopic");
    await write(query.partition, "engines");
    await page.keyboard.press("Enter");
    await expect(query.banner).toContainText("2 items returned");
  });

  await test.step("walk through the grid, open a row, and come back", async () => {
    await walkTo(query.grid);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowRight");
    const active = query.rows.nth(1).getByRole("gridcell").nth(1);
    await expect(query.grid).toHaveAttribute("aria-activedescendant", await active.getAttribute("id"));
    await page.keyboard.press("Space");
    await expect(query.rows.nth(1)).toHaveAttribute("aria-selected", "true");
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog");
    await expect(dialog).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await expect(query.grid).toBeFocused();
  });

  await test.step("walk through the collections, and follow an item to its entry", async () => {
    const { collections } = workbench;
    await walkTo(workbench.tab("Query"), "Shift+Tab");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    await expect(workbench.tab("Collections")).toBeFocused();
    await walkTo(collections.items("Notes").getByRole("button", { name: "evening" }));
    await page.keyboard.press("ArrowDown");
    await expect(collections.items("Notes").getByRole("button", { name: "morning" })).toBeFocused();
    await page.keyboard.press("ArrowRight");
    await expect(collections.entries("ByTopic").getByRole("button").locator(":scope:focus")).toHaveCount(1);
    await page.keyboard.press("Enter");
    await expect(collections.items("Notes").getByRole("button", { name: "morning" })).toHaveAttribute("aria-pressed", "true");
  });
});

test("a slow frame does not take the focus from a field that is being filled in", async ({ page }) => {
  // Holds frames until the test releases them. The page focuses the first field of a new form one frame later.
  await page.addInitScript(() => {
    const real = window.requestAnimationFrame.bind(window);
    let held;
    window.requestAnimationFrame = (draw) => (held ? held.push(draw) : real(draw));
    window.holdFrames = () => (held = []);
    window.releaseFrames = () => {
      const waiting = held;
      held = undefined;
      for (const draw of waiting) real(draw);
      return new Promise((done) => real(() => real(() => real(done))));
    };
  });
  const workbench = new Workbench(page);
  await workbench.open();
  const { design } = workbench;
  const key = design.table.getByRole("combobox", { name: "Partition key", exact: true });
  await page.evaluate(() => window.holdFrames());
  await workbench.newTable();
  await design.name.fill("Notes");
  await key.pressSequentially("Who");
  await page.evaluate(() => window.releaseFrames());
  await expect(key).toBeFocused();
  await expect(key).toHaveValue("Who");
  await expect(design.name).toHaveValue("Notes");
});

test.describe("texts for assistive technology, and contrast", () => {
  for (const colorScheme of ["light", "dark"]) {
    test(`no tab breaks a rule of WCAG 2.2 AA in ${colorScheme}`, async ({ page, workbench }) => {
      // The checker reads the whole page twelve times.
      test.slow();
      const { items, query } = workbench;
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      const check = async (place) => {
        await test.step(place, async () => expect.soft(await violations(page), place).toEqual([]));
      };
      await items.rows.first().click();
      await check("Items");
      await workbench.show("Query");
      await query.target.selectOption("LSI LastPostIndex");
      await query.partition.fill("EC2");
      await query.row("Filter").getByRole("button", { name: "+ filter" }).click();
      await query.row("Filter").getByRole("combobox", { name: "Attribute or path" }).fill("Subject");
      await query.row("Filter").getByRole("textbox", { name: "Value 1" }).fill("yyy");
      await query.returned.selectOption("all attributes");
      await query.run.click();
      await expect(query.banner).toContainText("1 item returned");
      await check("Query");
      await query.json("Query");
      await check("Query as JSON");
      await query.face("Why this cost");
      await check("What a query costs");
      await workbench.show("Collections");
      await check("Collections");
      await workbench.show("Design");
      await check("Design");
      await workbench.newTable();
      await workbench.design.addIndex("global", { name: "ByState", partition: ["state", "S"], projection: ["city"] });
      await workbench.design.create.click();
      await check("Design of a new table, with messages");
      await workbench.table("Thread").click();
      await workbench.show("Items");
      const editor = await items.startNew();
      await editor.add("Tags", "SS", ["a", "b"]);
      await editor.add("Nested", "M");
      await check("New item");
      await page.keyboard.press("Escape");
      await workbench.import.opener.click();
      await workbench.import.paste("ForumName,Subject,Replies\nS3,new,1");
      await expect(workbench.import.preview).toContainText("new");
      await check("Import");
      await page.keyboard.press("Escape");
      await page.getByRole("button", { name: /^Samples/ }).click();
      await check("Samples");
      await page.keyboard.press("Escape");
      await workbench.section("Learn").click();
      await expect(page.locator(".learn-stage")).toHaveAttribute("aria-busy", "false");
      await check("Learn");
      const { lesson } = workbench;
      await lesson.begin("keys-2");
      await check("A lesson on the stage");
      await lesson.on(lesson.next);
      await lesson.pick(0);
      await lesson.pickAgain.scrollIntoViewIfNeeded();
      await check("A question with its reply");
      await page.goto("./#lesson=keys-2/give");
      await lesson.at(7);
      await lesson.hint.click();
      await lesson.solution.click();
      await lesson.run.click();
      await expect(lesson.done).toBeVisible({ timeout: 30_000 });
      await check("A goal that is reached");
    });
  }
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test("the job is done at 390 pixels, and no tab scrolls sideways", async ({ page, workbench }) => {
    const { design, items, query } = workbench;
    const drawer = page.getByRole("dialog", { name: "Tables" });
    const fits = async (place) => {
      const width = await page.evaluate(() => document.scrollingElement.scrollWidth);
      expect.soft(width, `${place} is no wider than the screen`).toBeLessThanOrEqual(390);
    };

    await page.getByRole("button", { name: "Tables and indexes" }).click();
    await drawer.getByRole("button", { name: "New table" }).click();
    await expect(drawer).toBeHidden();
    await design.name.fill("Notes");
    await design.fillKeys(design.table, { partition: ["Who", "S"], sort: ["When", "S"] });
    await design.addIndex("global", { name: "ByTopic", partition: ["Topic", "S"], projection: "ALL" });
    await fits("Design of a new table");
    await design.create.click();
    await expect(page.getByRole("button", { name: "Tables and indexes" })).toContainText("Notes");

    const editor = await items.startNew();
    await editor.value("Who").fill("Ada");
    await editor.value("When").fill("morning");
    await editor.add("Topic", "S", "engines");
    await fits("New item");
    await editor.finish();
    await expect(items.rows).toHaveCount(1);
    await fits("Items");

    // The clock takes one line. A button shows the rest of it.
    const clock = new Clock(page);
    expect((await clock.bar.boundingBox()).height).toBeLessThan(60);
    await expect(clock.speed).toBeHidden();
    await clock.fold.click();
    await expect(clock.speed).toBeVisible();
    await expect(clock.line).toBeVisible();
    await fits("The clock");
    await clock.fold.click();

    await workbench.show("Query");
    await expect(query.run).toBeInViewport({ ratio: 1 });
    await page.getByRole("button", { name: "Tables and indexes" }).click();
    await workbench.caughtUp("ByTopic");
    await drawer.getByRole("button", { name: /^GSI ?ByTopic/ }).click();
    await expect(query.target).toHaveValue("ByTopic");
    await query.partition.fill("engines");
    await query.run.click();
    await expect(query.banner).toContainText("1 item returned");
    await query.json("Query");
    await fits("Query");

    await workbench.show("Collections");
    await expect(workbench.collections.items("Notes")).toContainText("morning");
    await fits("Collections");
    await workbench.show("Design");
    await fits("Design");
    await expect(workbench.capacity.card).toContainText("last request: Query on Notes");
  });
});
