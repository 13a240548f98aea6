// The two sections: the start of a new visitor, the address that switches between them, and the space for the stage.

import { expect, test } from "@playwright/test";
import { PhysicsDialog } from "./pages/physics.mjs";
import { Workbench } from "./pages/workbench.mjs";

const home = (page) => page.getByRole("heading", { name: "A DynamoDB you can see inside" });

test("a newcomer lands on Learn, where a service moves that is kept nowhere", async ({ page }) => {
  const workbench = new Workbench(page);
  await page.goto("./");
  await expect(home(page)).toBeVisible();
  await expect(workbench.section("Learn")).toHaveAttribute("aria-current", "page");
  await expect(page.locator(".learn-stage")).toHaveAttribute("aria-busy", "false");
  await page.getByRole("link", { name: "Open the workbench" }).click();
  await expect(workbench.table("Thread")).toHaveText(/Thread\s*11/);
  await workbench.workspaces.show();
  await expect(workbench.workspaces.rows).toHaveCount(1);
});

test("the address leads through the sections, back and forward, and when it is typed", async ({ page }) => {
  const workbench = new Workbench(page);
  await page.goto("./#learn");
  await workbench.section("Workbench").click();
  await expect(page).toHaveURL(/#workbench/);
  await expect(workbench.table("Thread")).toHaveText(/Thread\s*11/);
  await page.goBack();
  await expect(home(page)).toBeVisible();
  await page.goForward();
  await expect(workbench.table("Thread")).toBeVisible();
  await page.evaluate(() => (location.hash = "#learn"));
  await expect(home(page)).toBeVisible();
  await page.evaluate(() => (location.hash = "#lesson=keys-2"));
  await workbench.lesson.at(1);
  await expect(workbench.section("Learn")).toHaveAttribute("aria-current", "page");
});

test("a reader goes on where they left off: in the workbench, or in a lesson", async ({ page }) => {
  const workbench = new Workbench(page);
  await workbench.open();
  await workbench.saved();
  await page.goto("about:blank");
  await page.goto("./");
  await workbench.ready();
  const { lesson } = workbench;
  await lesson.begin("keys-2");
  await lesson.on(lesson.next);
  await workbench.saved();
  await page.goto("about:blank");
  await page.goto("./");
  await lesson.at(2);
  await lesson.all.click();
  await expect(home(page)).toBeVisible();
  await workbench.enter();
  await expect(workbench.table("Thread")).toBeVisible();
});

test("the first button begins the first lesson, and leaving it returns to Learn", async ({ page }) => {
  const workbench = new Workbench(page);
  await page.goto("./");
  const { lesson } = workbench;
  await page.getByRole("button", { name: "Start the first lesson" }).click();
  await lesson.at(1);
  await expect(lesson.title).toHaveText("A key decides where an item goes");
  await lesson.leave.click();
  await expect(home(page)).toBeVisible();
  await expect(lesson.panel).toBeHidden();
});

test("Back returns from the workbench to the end of the lesson; it names the step of the link", async ({ page }) => {
  const workbench = new Workbench(page);
  const { lesson } = workbench;
  await page.goto("./#lesson=keys-2/order");
  await expect(lesson.panel).toBeVisible();
  await lesson.hurry(() => expect(lesson.place).toHaveText(/^Step/, { timeout: 500 }));
  await lesson.toTheEnd();
  await expect(lesson.panel).toContainText(/A link led to step \d+\./);
  await expect(page).toHaveURL(/#learn\/keys-2$/);
  await lesson.panel.getByRole("button", { name: "Open this workspace in the workbench" }).click();
  await expect(lesson.panel).toBeHidden();
  await page.goBack();
  await expect(lesson.learned).toBeVisible();
  await page.goForward();
  await expect(lesson.panel).toBeHidden();
  await workbench.workspaces.show();
  await expect(workbench.workspaces.rows, "the lesson has no copy").toHaveCount(1);
});

test("a lesson whose file does not come says so, and can be tried again", async ({ page }) => {
  const { lesson } = new Workbench(page);
  await page.route("**/lessons/keys-2.txt", (route) => route.abort());
  await page.goto("./#lesson=keys-2");
  const alert = page.getByRole("alert").filter({ hasText: "The lesson did not load" });
  await expect(alert).toContainText("Check the connection");
  await page.unroute("**/lessons/keys-2.txt");
  await alert.getByRole("button", { name: "Try again" }).click();
  await lesson.at(1);
});

test("a link to a lesson that is not there leads to the list", async ({ page }) => {
  const { lesson } = new Workbench(page);
  await page.goto("./#lesson=none");
  const alert = page.getByRole("alert").filter({ hasText: "There is no lesson none" });
  await alert.getByRole("button", { name: "All lessons" }).click();
  await expect(lesson.list).toBeVisible();
});

test("the stage is made wider and fills the page by keyboard, and its width is remembered", async ({ page }) => {
  const workbench = new Workbench(page);
  await workbench.open();
  const stage = page.getByRole("region", { name: "Stage" });
  const separator = page.getByRole("separator", { name: "Width of the stage" });
  const before = (await stage.boundingBox()).width;
  await separator.press("ArrowLeft");
  await separator.press("ArrowLeft");
  await expect.poll(async () => (await stage.boundingBox()).width).toBe(before + 48);
  await workbench.reload();
  await expect.poll(async () => (await stage.boundingBox()).width).toBe(before + 48);
  await page.getByRole("main").press("s");
  await expect(page.getByRole("button", { name: /^Stage/ })).toHaveAttribute("aria-pressed", "true");
  await expect.poll(async () => (await stage.boundingBox()).width).toBe(1440);
  await page.keyboard.press("s");
  await expect(workbench.tab("Items")).toBeVisible();
  await workbench.show("Query");
  await workbench.query.partition.fill("s3");
  await workbench.query.partition.press("s");
  await expect(workbench.query.partition).toHaveValue("s3s");
  await page.getByRole("button", { name: "Present" }).click();
  await expect(page.getByRole("button", { name: /^Exit/ })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Present" })).toBeVisible();
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test("a result and the stage are in sight together, and physics is in reach", async ({ page }) => {
    const workbench = new Workbench(page);
    // Without the Capacity card, which would scroll the pane of the stage.
    await page.goto("./#workbench");
    await workbench.ready();
    await workbench.show("Query");
    await workbench.query.partition.fill("EC2");
    await workbench.query.run.click();
    await expect(workbench.query.banner).toBeInViewport();
    await expect(page.locator(".stage-place")).toBeInViewport();
    await new PhysicsDialog(page).open();
    await expect(page.getByRole("dialog", { name: "Physics and limits" })).toBeVisible();
  });
});
