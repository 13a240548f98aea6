// The workspace lasts: over reloads, against a second tab, during changes by the engine, and at any place on a host.

import { Clock } from "./pages/clock.mjs";
import { expect, test } from "./pages/test.mjs";
import { Workbench } from "./pages/workbench.mjs";

async function createTable({ design }, name) {
  await design.name.fill(name);
  await design.fillKeys(design.table, { partition: ["Id", "S"] });
  await design.create.click();
}

test("what was done just before leaving is there on the return, theme and tab included", async ({ page, workbench }) => {
  await workbench.newTable();
  await createTable(workbench, "Lasting");
  const editor = await workbench.items.startNew();
  await editor.value("Id").fill("12345678901234567890");
  await editor.add("Exact", "N", "0.12345678901234567890123456789012345678");
  await editor.finish();
  await page.getByRole("button", { name: "Theme" }).click();
  await page.getByRole("menuitemradio", { name: "Dark" }).click();
  await workbench.show("Query");
  // It does not wait for the footer to report that everything is saved, because a reader who closes a tab does not wait
  // either.
  await workbench.reload();
  await expect(workbench.tab("Query")).toHaveAttribute("aria-selected", "true");
  await expect(workbench.table("Lasting")).toHaveText(/Lasting\s*1/);
  await expect(page.locator("html")).toHaveCSS("color-scheme", "dark");
  await workbench.query.run.click();
  await expect(workbench.query.rows).toContainText(["0.12345678901234567890123456789012345678"]);
});

test("results, sent requests, forms and the tab come back with their workspace, and nothing is read again", async ({ page, workbench }) => {
  const { capacity, query, request, workload } = workbench;
  await workbench.table("Thread").click();
  await workbench.show("Workload");
  await workload.field("Seconds").fill("7");
  await workbench.show("Query");
  await query.partition.fill("EC2");
  await query.run.click();
  await expect(query.banner).toContainText("0.5 RCU");
  await expect(query.rows.first()).toBeVisible();
  const rows = await query.rows.allTextContents();
  await workbench.show("Request");
  await request.operation.selectOption("DescribeTimeToLive");
  await request.send.click();
  await expect(request.answer).toContainText("DescribeTimeToLive returned 200 OK");
  const readUnits = capacity.cells(/^Thread/).nth(2);
  await expect(readUnits).toHaveText("0.5");

  await test.step("after a reload", async () => {
    await workbench.reload();
    await expect(workbench.tab("Request")).toHaveAttribute("aria-selected", "true");
    await expect(request.operation).toHaveValue("DescribeTimeToLive");
    await expect(request.answer).toContainText("DescribeTimeToLive returned 200 OK");
    await expect(request.answer).toContainText("DISABLED");
    await expect(request.history.getByRole("listitem")).toHaveCount(1);
    await workbench.show("Query");
    await expect(query.partition).toHaveValue("EC2");
    await expect(query.banner).toContainText("0.5 RCU");
    await expect.poll(() => query.rows.allTextContents()).toEqual(rows);
    await expect(query.explained).toBeVisible();
    await workbench.show("Workload");
    await expect(workload.field("Seconds")).toHaveValue("7");
    await expect(readUnits).toHaveText("0.5");
  });

  await test.step("another workspace has its own, and the first one is as it was", async () => {
    const list = page.getByRole("button", { name: /^Workspaces; / });
    const dialog = page.getByRole("dialog", { name: "Workspaces" });
    await list.click();
    await dialog.getByRole("button", { name: "New workspace" }).click();
    await expect(workbench.tab("Items")).toHaveAttribute("aria-selected", "true");
    await workbench.show("Request");
    await expect(request.answer).toContainText("No request sent yet.");
    await list.click();
    await dialog.getByRole("button", { name: "Back to the previous one" }).click();
    await expect(workbench.tab("Workload")).toHaveAttribute("aria-selected", "true");
    await expect(workload.field("Seconds")).toHaveValue("7");
    await workbench.show("Request");
    await expect(request.history.getByRole("listitem")).toHaveCount(1);
    await workbench.show("Query");
    await expect.poll(() => query.rows.allTextContents()).toEqual(rows);
    await expect(readUnits).toHaveText("0.5");
  });
});

test("what is being typed stays while an index catches up with the item before", async ({ workbench }) => {
  const { design, items } = workbench;
  await workbench.newTable();
  await design.name.fill("Moving");
  await design.fillKeys(design.table, { partition: ["Id", "S"] });
  await design.addIndex("global", { name: "ByKind", partition: ["Kind", "S"], projection: "ALL" });
  await design.create.click();
  const first = await items.startNew();
  await first.value("Id").fill("1");
  await first.add("Kind", "S", "a");
  await first.finish();
  const second = await items.startNew();
  await second.value("Id").fill("2");
  await expect(workbench.tables.getByText("1 behind")).toBeHidden();
  await expect(second.value("Id")).toHaveValue("2");
  await expect(second.value("Id")).toBeFocused();
});

test("a text can be left in the moment its editor arrives", async ({ page, workbench }) => {
  const { query } = workbench;
  let release;
  const held = new Promise((resolve) => (release = resolve));
  await page.route("**/vendor/editor.js", async (route) => {
    await held;
    await route.continue();
  });
  await workbench.show("Query");
  const pane = await query.json("Scan");
  await pane.area.textbox.click();
  release();
  await page.evaluate(() => import(new URL("vendor/editor.js", document.querySelector("script[data-module]").src).href));
  await workbench.show("Items");
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  await expect(workbench.tables).toBeVisible();
});

test("a workspace that cannot be read is kept aside until it is discarded, after a question", async ({ page, workbench }) => {
  await expect(page.getByText("saved in this browser")).toBeVisible();
  await page.evaluate(damageJournal);
  await workbench.reload();
  const discard = page.getByRole("button", { name: "Discard", exact: true });
  await expect(page.getByText(/^A stored workspace \(.* was set aside: /)).toBeVisible();
  const question = page.getByRole("dialog", { name: "Discard the stored workspace?" });
  await discard.press("Enter");
  await question.getByRole("button", { name: "Cancel" }).press("Enter");
  await expect(discard).toBeFocused();
  await discard.press("Enter");
  // A reader who asks again before the browser reports that the dialog closed.
  await discard.evaluate((button) => button.addEventListener("focus", () => button.click(), { once: true }));
  await question.getByRole("button", { name: "Cancel" }).press("Enter");
  await question.getByRole("button", { name: "Discard it" }).press("Enter");
  await expect(discard).toHaveCount(0);
  await expect(page.getByRole("main")).toBeFocused();
  await workbench.reload();
  await expect(workbench.tables).toBeVisible();
  await expect(discard).toHaveCount(0);
});

/** Runs in the page: replaces the first chunk of every journal with invalid bytes. */
function damageJournal() {
  return new Promise((resolve, reject) => {
    const opened = indexedDB.open("hashrange");
    opened.onerror = () => reject(opened.error);
    opened.onsuccess = () => {
      const database = opened.result;
      const transaction = database.transaction("journal", "readwrite");
      transaction.onabort = () => reject(transaction.error);
      transaction.oncomplete = () => {
        database.close();
        resolve();
      };
      const journal = transaction.objectStore("journal");
      const keys = journal.getAllKeys();
      keys.onsuccess = () => {
        const first = new Map(keys.result.toReversed().map((key) => [key[0], key]));
        for (const key of first.values()) journal.put(new Uint8Array([1, 2, 3]), key);
      };
    };
  });
}

test("a second tab reports that another owns the workspace, and can take it over", async ({ context, page, workbench }) => {
  await workbench.saved();
  const second = new Workbench(await context.newPage());
  const owned = /Another tab owns this workspace/;
  await second.open();
  await expect(second.main.getByText(owned)).toBeVisible();
  await expect(second.status).toContainText("in memory only");
  await expect(second.table("Thread")).toHaveText(/Thread\s*11/);
  await expect(workbench.main.getByText(owned)).toBeHidden();

  await test.step("it follows what the first tab does", async () => {
    await workbench.newTable();
    await createTable(workbench, "Followed");
    await expect(second.table("Followed")).toBeVisible();
  });

  await test.step("what the second tab does is its own", async () => {
    await second.newTable();
    await createTable(second, "Passing");
    await expect(second.table("Passing")).toBeVisible();
    await expect(workbench.table("Followed")).toBeVisible();
    await expect(workbench.table("Passing")).toHaveCount(0);
  });

  await test.step("taken over, it shows what is kept, keeps what it does, and the first tab reports it", async () => {
    await second.main.getByRole("button", { name: "Take over" }).click();
    await expect(workbench.main.getByText(/Another tab has taken over this workspace/)).toBeVisible();
    await second.saved();
    await expect(second.main.getByText(owned)).toBeHidden();
    await expect(second.table("Followed")).toBeVisible();
    await expect(second.table("Passing")).toHaveCount(0);
    await second.newTable();
    await createTable(second, "Kept");
    await expect(second.table("Kept")).toBeVisible();
    await second.saved();
    await page.close();
    await second.reload();
    await expect(second.table("Kept")).toBeVisible();
  });
});

test("when the tab that owns the workspace is closed, the other one keeps what it did", async ({ context, page, workbench }) => {
  await workbench.saved();
  const second = new Workbench(await context.newPage());
  await second.open();
  await expect(second.main.getByText(/Another tab owns this workspace/)).toBeVisible();
  await second.newTable();
  await createTable(second, "Mine");
  await expect(second.table("Mine")).toBeVisible();

  await test.step("while the other tab owns it, leaving is asked for", async () => {
    const asked = second.page.waitForEvent("dialog");
    await second.page.evaluate(() => setTimeout(() => location.reload()));
    const dialog = await asked;
    expect(dialog.type()).toBe("beforeunload");
    await dialog.dismiss();
    await expect(second.table("Mine")).toBeVisible();
  });

  await test.step("when it is closed, this tab owns the workspace and stores what it has", async () => {
    await page.close();
    await expect(second.main.getByText(/Another tab owns this workspace/)).toBeHidden();
    await second.saved();
    await second.reload();
    await expect(second.table("Mine")).toBeVisible();
    await expect(second.main.getByText(/Another tab/)).toHaveCount(0);
  });
});

test("a tab whose changes another tab has overtaken says that they are not saved", async ({ context, page, workbench }) => {
  await workbench.saved();
  const second = new Workbench(await context.newPage());
  await second.open();
  await second.newTable();
  await createTable(second, "Mine");
  await expect(second.table("Mine")).toBeVisible();
  await workbench.newTable();
  await createTable(workbench, "Theirs");
  await workbench.saved();
  await page.close();
  await expect(second.main.getByText(/Your changes here are not saved/)).toBeVisible();
  await expect(second.status).toContainText("in memory only");
  await second.main.getByRole("button", { name: "Take over" }).click();
  await expect(second.table("Theirs")).toBeVisible();
  await expect(second.table("Mine")).toHaveCount(0);
});

test("the page works below any path of a static host", async ({ page, baseURL }) => {
  const place = new URL("/deep/below/any~path/", baseURL);
  const strays = [];
  await page.route(
    (url) => url.origin === place.origin,
    async (route) => {
      const asked = new URL(route.request().url());
      if (!asked.pathname.startsWith(place.pathname)) {
        strays.push(asked.pathname);
        return route.abort();
      }
      const there = new URL(asked.pathname.slice(place.pathname.length) || "./", baseURL);
      return route.fulfill({ response: await route.fetch({ url: there.href }) });
    },
  );
  const workbench = new Workbench(page);
  await workbench.open(`${place.href}#workbench`);
  await expect(workbench.table("Thread")).toHaveText(/Thread\s*11/);
  await workbench.show("Design");
  await expect(page.getByRole("textbox", { name: /JSON$/ })).toContainText("KeySchema");
  await workbench.saved();
  await workbench.reload();
  await expect(workbench.table("Thread")).toHaveText(/Thread\s*11/);
  // The rest of the program may still be loading.
  await page.waitForLoadState("networkidle");
  await page.unrouteAll({ behavior: "wait" });
  expect(strays).toEqual([]);
});

test("a large workspace opens from its checkpoint, and its past is read when somebody goes there", async ({ page, workbench }) => {
  const { import: dialog } = workbench;
  const clock = new Clock(page);
  const text = ["Id,Words", ...Array.from({ length: 20_000 }, (_, row) => `row ${row},some words of row ${row}`)].join("\n");
  await workbench.newTable();
  await createTable(workbench, "Many");
  await expect(workbench.table("Many")).toBeVisible();
  await dialog.opener.click();
  await dialog.file.setInputFiles({ name: "many.csv", mimeType: "text/csv", buffer: Buffer.from(text) });
  await dialog.begin.click();
  await expect(dialog.dialog).toContainText("was read to its end", { timeout: 60_000 });
  await page.keyboard.press("Escape");
  // A checkpoint is complete when its text exists.
  const documents = () =>
    page.evaluate(async () => {
      const asked = (request) => new Promise((done) => (request.onsuccess = () => done(request.result)));
      const database = await asked(indexedDB.open("hashrange"));
      const keys = await asked(database.transaction("documents").objectStore("documents").getAllKeys());
      database.close();
      return keys.filter(([, document, part]) => document.endsWith("checkpoint") && part === 0).length;
    });
  await expect.poll(documents, { timeout: 30_000 }).toBeGreaterThan(0);
  await clock.pause.click();
  await workbench.saved();
  const steps = page.getByRole("contentinfo").getByRole("button", { name: /^[\d,]+ steps?/ });
  const before = (await steps.textContent()).match(/^[\d,]+/)[0];

  await workbench.reload();
  await expect(workbench.table("Many")).toHaveText(/Many\s*20,000/);
  await expect(steps).toContainText(before);
  await clock.line.focus();
  await page.keyboard.press("Home");
  await expect(workbench.table("Many")).toBeHidden({ timeout: 60_000 });
  await expect(clock.bar).toContainText(/the past: step \d of \d/);
  await clock.toPresent.click();
  await expect(workbench.table("Many")).toHaveText(/Many\s*20,000/);
});
