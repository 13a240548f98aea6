// Lessons: two of them to their ends, with right and wrong answers, with undo and redo. With HASHRANGE_FULL set, plays
// all of them, on a wide screen and on a phone. By keyboard, by a link, over a reload. A reader's own work stays
// unchanged.

import { Clock } from "./pages/clock.mjs";
import { LESSONS, LessonPanel } from "./pages/lesson.mjs";
import { Stage } from "./pages/stage.mjs";
import { expect, test } from "./pages/test.mjs";
import { atWidths } from "./pages/widths.mjs";
import { Workbench } from "./pages/workbench.mjs";

const full = Boolean(process.env.HASHRANGE_FULL);

atWidths(full ? [1440, 390] : [1440], () => {
  for (const id of full ? LESSONS : ["keys-2", "ttl-2"]) {
    test(`${id} is played to its end, and is the same back and forth`, async ({ page }) => {
      test.setTimeout(600_000);
      const lesson = new LessonPanel(page);
      await page.goto("./#learn");
      await lesson.begin(id);
      const seen = await lesson.toTheEnd();
      await expect(lesson.next).toBeDisabled();
      await expect(lesson.panel).toContainText(/predictions? (were|was) right/);
      for (let at = seen.length - 2; at >= 0; at -= 1) {
        await lesson.on(lesson.back);
        expect(await lesson.stop(), `back at stop ${at + 1}`).toBe(seen[at]);
      }
      await expect(lesson.back).toBeDisabled();
      for (let at = 1; at < seen.length; at += 1) {
        await lesson.on(lesson.next);
        expect(await lesson.stop(), `again at stop ${at + 1}`).toBe(seen[at]);
      }
      await lesson.all.click();
      await expect(lesson.row(id)).toContainText("✓ finished");
    });
  }
});

test("every lesson is listed, with how far the learner is", async ({ page }) => {
  const lesson = new LessonPanel(page);
  await page.goto("./#learn");
  await expect(lesson.list.locator("[data-lesson]")).toHaveCount(LESSONS.length);
  await lesson.begin("keys-2");
  await lesson.on(lesson.next);
  await lesson.home();
  await expect(lesson.row("keys-2")).toContainText("continue");
  await lesson.row("keys-2").click();
  await lesson.at(2);
  await expect(lesson.title).toHaveText("One key, one ceiling");
});

test("a lesson is presented with its words, and goes on there", async ({ page }) => {
  const lesson = new LessonPanel(page);
  await page.goto("./#lesson=keys-1");
  await lesson.at(1);
  await page.getByRole("button", { name: "Present" }).click();
  await expect(page.getByRole("banner")).toBeHidden();
  await expect(page.getByRole("region", { name: "Virtual clock" })).toBeHidden();
  await expect(lesson.say).toBeInViewport();
  await expect(new Stage(page).partition(0)).toBeInViewport();
  await lesson.on(lesson.next);
  await lesson.at(2);
  await expect(lesson.say).toBeInViewport();
  await page.getByRole("button", { name: /^Exit/ }).click();
  await expect(page.getByRole("banner")).toBeVisible();
  await lesson.at(2);
});

test("a wrong pick is marked in words and by its border, and another can be made", async ({ page }) => {
  const lesson = new LessonPanel(page);
  await page.goto("./#lesson=keys-2/ceiling");
  await lesson.at(2);
  await expect(lesson.next).toBeDisabled();
  const wrong = lesson.picks.filter({ hasText: "the table has enough units" });
  await wrong.click();
  await lesson.hurry(() => expect(lesson.reply).toBeVisible({ timeout: 500 }));
  await expect(wrong).toContainText("✗ your pick, not right");
  await expect(lesson.panel.locator(".lesson-pick-right")).toContainText("✓ right");
  await expect(lesson.reply).toContainText("one partition takes only 1000");
  await lesson.on(lesson.pickAgain);
  const right = lesson.picks.filter({ hasText: "the ceiling of one partition" });
  await right.click();
  await expect(right).toContainText("✓ your pick, right");
  await expect(lesson.next).toBeEnabled();
  await expect(new Stage(page).inspector.getByRole("heading", { level: 2 })).toHaveText("P3");
});

test("a goal says what holds, what there is now, and what is amiss", async ({ page }) => {
  const lesson = new LessonPanel(page);
  await page.goto("./#lesson=keys-2/give");
  await lesson.at(7);
  await expect(lesson.conditions).toHaveCount(3);
  await expect(lesson.conditions.first()).toContainText("now: 100");
  await expect(lesson.operation).toHaveValue("UpdateTable");
  const units = (write) =>
    `{"TableName":"Small","ProvisionedThroughput":{"ReadCapacityUnits":100,"WriteCapacityUnits":${write}}}`;
  await lesson.request.write(units(120));
  await lesson.run.click();
  await expect(lesson.goal.locator(".lesson-miss")).toContainText("need 150 units a second");
  await expect(lesson.verdict).toHaveText(/^Not reached yet: \d of 3 conditions\.$/);
  await expect(lesson.verdict).toBeInViewport();
  await lesson.hint.click();
  await expect(lesson.goal).toContainText("Use UpdateTable with TableName Small");
  await lesson.again.click();
  await expect(lesson.goal.locator(".lesson-miss")).toHaveCount(0);
  await lesson.solution.click();
  await lesson.run.click();
  await expect(lesson.done).toContainText("150 write units", { timeout: 30_000 });
  await expect(lesson.next).toBeEnabled();
});

test("a Query task is answered with pills alone, and its JSON follows them", async ({ page }) => {
  const lesson = new LessonPanel(page);
  const { query } = lesson;
  await page.goto("./#lesson=keys-1/your-query");
  await lesson.at(7);
  await expect(lesson.operation).toHaveValue("Query");
  await expect(lesson.request.textbox).toBeHidden();
  await query.partition.fill("101");
  await query.sortTest.selectOption("begins_with");
  await query.sortFirst.fill("G");
  await query.sortFirst.press("ControlOrMeta+Enter");
  await expect(lesson.done).toBeVisible({ timeout: 30_000 });
  await lesson.openJson();
  await lesson.request.has("begins_with(#GameTitle, :GameTitle)");
  await query.partition.fill("");
  await expect(lesson.operation).toHaveValue("Scan");
  // A test on the sort key needs a partition key value, which the pills say instead of sending another request.
  await lesson.run.click();
  await expect(query.row("Keys")).toContainText("needs a partition key value");
});

test("the pills of a task follow its JSON, and its solution", async ({ page }) => {
  const lesson = new LessonPanel(page);
  const { query } = lesson;
  await page.goto("./#lesson=keys-1/your-query");
  await lesson.at(7);
  const body = {
    TableName: "Players",
    KeyConditionExpression: "UserId = :u",
    ExpressionAttributeValues: { ":u": { S: "102" } },
    Limit: 2,
    ScanIndexForward: false,
  };
  await lesson.write("Query", JSON.stringify(body));
  await expect(query.partition).toHaveValue("102");
  await expect(query.limit).toHaveValue("2");
  await expect(query.order).toHaveValue("descending");
  // Run sends the JSON as it is shown: nothing is added to it.
  await lesson.run.click();
  await expect(lesson.response).toContainText("Query succeeded.");
  await expect(lesson.response).not.toContainText("ConsumedCapacity");
  const legacy = { UserId: { ComparisonOperator: "EQ", AttributeValueList: [{ S: "101" }] } };
  await lesson.request.write(JSON.stringify({ TableName: "Players", KeyConditions: legacy }));
  await expect(lesson.panel.getByRole("status").filter({ hasText: "legacy parameters" })).toBeVisible();
  await lesson.solution.click();
  await expect(query.partition).toHaveValue("101");
  await expect(query.sortTest).toHaveValue("begins_with");
  await expect(query.sortFirst).toHaveValue("G");
  await lesson.json.click();
  await expect(lesson.request.textbox).toBeHidden();
  await lesson.run.click();
  await expect(lesson.done).toBeVisible({ timeout: 30_000 });
});

test("a Scan task is answered with a filter", async ({ page }) => {
  const lesson = new LessonPanel(page);
  const { query } = lesson;
  await page.goto("./#lesson=ttl-1/eleven");
  await lesson.at(7);
  await expect(lesson.operation).toHaveValue("Scan");
  const filter = query.row("Filter");
  await filter.getByRole("button", { name: "+ filter" }).click();
  await filter.getByRole("combobox", { name: "Attribute or path" }).fill("ExpirationTime");
  await filter.getByRole("combobox", { name: "Test" }).selectOption(">");
  await filter.getByRole("combobox", { name: "Type of the value" }).selectOption("N");
  await filter.getByRole("textbox", { name: "Value 1" }).fill("1571828400");
  await filter.getByRole("textbox", { name: "Value 1" }).press("Enter");
  await expect(lesson.done).toBeVisible({ timeout: 30_000 });
});

test("a goal is reached in the workbench as well", async ({ page }) => {
  const workbench = new Workbench(page);
  const { lesson, request } = workbench;
  await page.goto("./#lesson=keys-2/give");
  await lesson.at(7);
  await lesson.work.click();
  await workbench.ready();
  await workbench.show("Request");
  await request.operation.selectOption("UpdateTable");
  await request.body.area.write(
    '{"TableName":"Small","ProvisionedThroughput":{"ReadCapacityUnits":100,"WriteCapacityUnits":160}}',
  );
  await request.send.click();
  await expect(lesson.done).toBeVisible({ timeout: 30_000 });
});

test("the request of a goal becomes a pattern", async ({ page }) => {
  await page.goto("./#lesson=keys-2/give");
  const runner = page.getByRole("form", { name: "Your request" });
  await runner.getByRole("button", { name: "Show a solution" }).click();
  await runner.getByRole("button", { name: "Run", exact: true }).click();
  await runner.getByRole("button", { name: "Keep as a pattern" }).click();
  await expect(page.getByText(/^Kept as the pattern “UpdateTable/)).toBeVisible();
});

test("a slider runs the load at each turn", async ({ page }) => {
  const lesson = new LessonPanel(page);
  await page.goto("./#lesson=keys-2/turn");
  await lesson.at(5);
  const rate = lesson.sliders.first();
  await expect(rate).toHaveAttribute("max", "100");
  await rate.fill("80");
  await lesson.hurry(() => expect(lesson.goal.locator(".lesson-miss").first()).toBeVisible({ timeout: 500 }));
  await rate.fill("50");
  await lesson.hurry(() => expect(lesson.done).toBeVisible({ timeout: 500 }));
});

test("fifty ways back and forth along a lesson end in the same state", async ({ page, workbench }) => {
  test.setTimeout(120_000);
  const { lesson } = workbench;
  const clock = new Clock(page);
  await lesson.begin("keys-2");
  await lesson.on(lesson.next);
  await lesson.pick(0);
  const before = await workbench.stateHash();
  for (let way = 0; way < 50; way += 1) {
    await clock.line.press("Home");
    await expect(clock.bar).toContainText(/the past: step \d+ of/);
    await clock.line.press("End");
    await expect(clock.bar).not.toContainText("the past");
  }
  expect(await workbench.stateHash()).toBe(before);
});

test("a lesson is played by keyboard: arrows, digits and Space", async ({ page }) => {
  const lesson = new LessonPanel(page);
  await page.goto("./#learn");
  await lesson.begin("keys-2");
  await page.keyboard.press("ArrowRight");
  await lesson.at(2);
  await page.keyboard.press("2");
  await lesson.hurry(() => expect(lesson.reply).toBeVisible({ timeout: 500 }));
  await page.keyboard.press("ArrowLeft");
  await expect(lesson.reply).toBeHidden();
  await page.keyboard.press("1");
  await expect(lesson.reply).toBeVisible();
  await page.getByRole("main").press(" ");
  await lesson.at(3);
});

test("a lesson opens in a workspace of its own, and the reader's own stays as it is", async ({ workbench }) => {
  const { design, lesson, workspaces } = workbench;
  await workspaces.begin();
  await workbench.main.getByRole("button", { name: "New table" }).click();
  await design.name.fill("Mine");
  await design.fillKeys(design.table, { partition: ["Id", "S"] });
  await design.create.click();
  await expect(workbench.table("Mine")).toBeVisible();
  await lesson.begin("keys-2");
  await workbench.enter();
  await expect(workspaces.inFront("One key, one ceiling")).toBeVisible();
  await expect(workbench.table("Mine")).toHaveCount(0);
  await workspaces.goBack();
  await expect(workbench.table("Mine")).toBeVisible();
  await expect(lesson.panel).toBeHidden();
  await workspaces.open("One key, one ceiling");
  await lesson.at(1);
  await workbench.enter();
  await expect(workbench.table("Invoices")).toBeVisible();
});

test("a lesson is where it was after a reload, and gone when it was left", async ({ page, workbench }) => {
  const { lesson } = workbench;
  await lesson.begin("keys-2");
  await lesson.on(lesson.next);
  await lesson.pick(0);
  const shown = await lesson.stop();
  await workbench.saved();
  await page.reload();
  await expect.poll(() => lesson.stop()).toBe(shown);
  await lesson.on(lesson.back);
  await expect(lesson.reply).toBeHidden();
  // It was begun in Learn, so leaving it returns there, and the workbench has the workspace before it.
  await lesson.leave.click();
  await expect(lesson.panel).toBeHidden();
  await expect(lesson.list).toBeVisible();
  await page.reload();
  await expect(lesson.list).toBeVisible();
  await expect(lesson.panel).toBeHidden();
  await workbench.enter();
  await expect(workbench.table("Invoices")).toBeHidden();
});

test("a link leads to a lesson or a step of it", async ({ page }) => {
  const { lesson, workspaces } = new Workbench(page);
  await page.goto("./#lesson=keys-2/ceiling");
  await lesson.at(2);
  await expect(lesson.stepTitle).toHaveText("One busy key");
  await expect(page).toHaveURL(/#learn\/keys-2\/ceiling$/);
  await page.goto("about:blank");
  await page.goto("./#lesson=gsi-2");
  await lesson.at(1);
  await expect(lesson.title).toHaveText("No key, no entry");
  // A link that is followed while the page is open.
  await page.evaluate(() => (location.hash = "#lesson=keys-2"));
  await expect(lesson.title).toHaveText("One key, one ceiling");
  await workspaces.goBack();
  await expect(lesson.title).toHaveText("No key, no entry");
});

test("a link to a lesson in progress leads to its step, and makes no copy", async ({ page }) => {
  const workbench = new Workbench(page);
  const { lesson, workspaces } = workbench;
  const follow = (hash) => page.evaluate((hash) => (location.hash = hash), hash);
  await page.goto("./#lesson=keys-2/ceiling");
  await lesson.at(2);
  await follow("#lesson=keys-2/give");
  await lesson.at(7);
  await expect(page).toHaveURL(/#learn\/keys-2\/give$/);
  await follow("#learn/keys-2/ceiling");
  await lesson.at(2);
  await expect(page).toHaveURL(/#learn\/keys-2\/ceiling$/);
  // A link to the step that is shown, from the workbench.
  await workbench.enter();
  await follow("#lesson=keys-2/ceiling");
  await lesson.at(2);
  await expect(workbench.section("Learn")).toHaveAttribute("aria-current", "page");
  await expect(page).toHaveURL(/#learn\/keys-2\/ceiling$/);
  await workbench.saved();
  await page.goto("about:blank");
  await page.goto("./#lesson=keys-2/give");
  await lesson.at(7);
  await workbench.enter();
  await workspaces.show();
  await expect(workspaces.rows).toHaveCount(1);
});

test("after the first lesson was left, a reload does not make its tables the reader's", async ({ page }) => {
  const workbench = new Workbench(page);
  const { lesson } = workbench;
  await page.goto("./#lesson=keys-2");
  await lesson.at(1);
  await lesson.leave.click();
  await expect(lesson.list).toBeVisible();
  await page.reload();
  await expect(lesson.list).toBeVisible();
  await workbench.enter();
  await workbench.holds({ Thread: 11 });
});

test("a lesson is read in the language of the page where there is one", async ({ page }) => {
  const lesson = new LessonPanel(page);
  await page.goto("./#learn");
  await lesson.begin("keys-1");
  await lesson.at(1);
  await page.getByRole("button", { name: "English: language of the page" }).click();
  await page.getByRole("menuitemradio", { name: "español" }).click();
  await page.getByRole("button", { name: "Empezar de nuevo en español" }).click();
  await expect(page.locator(".lesson-title")).toHaveText("La clave decide dónde va un elemento");
  await expect(page.locator(".lesson-step-title")).toHaveText("Una tabla tiene particiones");
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test("the pills of a task fit, and Run stays in view", async ({ page }) => {
    const lesson = new LessonPanel(page);
    const { query } = lesson;
    await page.goto("./#lesson=keys-1/your-query");
    await lesson.at(7);
    await query.partition.fill("101");
    await query.sortTest.selectOption("between");
    await query.sortFirst.fill("A long name of a game");
    await query.sortSecond.fill("Galaxy Invaders");
    await query.row("Filter").getByRole("button", { name: "+ filter" }).click();
    await query.limit.fill("5");
    await expect(lesson.run).toBeInViewport();
    const main = page.getByRole("main");
    expect(await main.evaluate((main) => main.scrollWidth - main.clientWidth)).toBe(0);
  });

  test("the partition that refuses is in sight", async ({ page }) => {
    const lesson = new LessonPanel(page);
    const stage = new Stage(page);
    for (const [link, number, part] of [
      ["keys-2/ceiling", 2, stage.partition(3)],
      ["keys-5/hot", 3, stage.partition(0, "CountryIndex")],
    ]) {
      await page.goto("about:blank");
      await page.goto(`./#lesson=${link}`);
      await lesson.at(number);
      await lesson.pick(0);
      await expect(part).toBeInViewport();
    }
  });
});
