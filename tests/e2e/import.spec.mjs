// Imports a thousand real employees from a CSV file, and finds them by state through a global index. An import that a
// reload interrupts continues.

import { existsSync, readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "./pages/test.mjs";

const file = resolve(dirname(fileURLToPath(import.meta.url)), "../../../shared/data/employees.csv");
const names = "id, name, title, department, city, state, born, hired, previous_title, previous_title_end, is_manager";

/** The number of employees in each state. */
function employeesByState() {
  const states = new Map();
  for (const line of readFileSync(file, "utf8").trimEnd().split("\n")) {
    const state = line.split(",")[5];
    states.set(state, (states.get(state) ?? 0) + 1);
  }
  return states;
}

test("1,000 employees are imported and queried by state through an index", async ({ workbench }) => {
  test.skip(!existsSync(file), "needs employees.csv in ../shared/data, beside the repository");
  const { design, items, query } = workbench;
  const dialog = workbench.import;
  const states = employeesByState();

  await test.step("create the table", async () => {
    await workbench.newTable();
    await design.name.fill("Employees");
    await design.fillKeys(design.table, { partition: ["id", "S"] });
    const keys = { partition: ["state", "S"], sort: ["city", "S"] };
    await design.addIndex("global", { name: "ByState", ...keys, projection: ["name", "title"] });
    await design.create.click();
    await expect(workbench.table("Employees")).toHaveText(/Employees\s*0/);
  });

  await test.step("choose the file, name its columns, look at the first items", async () => {
    await dialog.opener.click();
    await dialog.file.setInputFiles(file);
    await expect(dialog.dialog).toContainText("employees.csv");
    await expect(dialog.into).toHaveValue("Employees");
    await dialog.header.setChecked(false);
    await dialog.names.fill(names);
    await expect(dialog.preview.getByRole("row").nth(1)).toContainText("Onfroi Greeno");
    await expect(dialog.preview.getByRole("columnheader", { name: "is_manager" })).toBeVisible();
  });

  await test.step("import, with a bar that shows how far it is", async () => {
    const progress = await dialog.noteProgress();
    await dialog.begin.click();
    await expect(dialog.figure("items written")).toHaveText("1,000");
    await expect(dialog.figure("rows failed")).toHaveText("0");
    await expect(dialog.dialog.getByRole("progressbar", { name: "employees.csv was read to its end" })).toBeVisible();
    const shares = (await progress()).filter(({ label }) => label === "Writing employees.csv into Employees").map(({ share }) => share);
    expect(shares).toEqual(shares.toSorted((a, b) => a - b));
    await dialog.dialog.getByRole("button", { name: "Show Employees" }).click();
    await expect(workbench.table("Employees")).toHaveText(/Employees\s*1,000/);
  });

  await test.step("scroll to the last of them, without a request", async () => {
    await expect(items.panel).toContainText("1,000 items");
    await expect(items.panel).toContainText("This view consumes no capacity");
    await expect(items.grid).toHaveAttribute("aria-rowcount", "1001");
    await items.grid.press("Control+End");
    const last = items.grid.locator('[role="row"][aria-rowindex="1001"]');
    await expect(last.getByRole("gridcell").last()).toHaveText(/\S/);
    await items.grid.press("Control+Home");
    await expect(items.rows.first().getByRole("gridcell").nth(1)).toHaveText(/\S/);
  });

  await test.step("query by state, and count against the file", async () => {
    await workbench.show("Query");
    await workbench.caughtUp("ByState");
    await query.target.selectOption("GSI ByState");
    for (const state of ["TX", "CA", "OR"]) {
      await query.partition.fill(state);
      await query.run.click();
      await expect(query.banner).toContainText(`${states.get(state)} items returned`);
      await expect(query.banner).toContainText(`${states.get(state)} items read`);
      await expect(query.banner).toContainText("Read to the end.");
      await expect(query.grid).toHaveAttribute("aria-rowcount", String(states.get(state) + 1));
      await expect(query.rows.first()).toContainText(state);
    }
  });

  await test.step("find them again after a reload", async () => {
    await workbench.saved();
    await workbench.reload();
    await expect(workbench.table("Employees")).toHaveText(/Employees\s*1,000/);
  });
});

test("a file goes into a new table whose key is proposed; what cannot be made says so", async ({ page, workbench }) => {
  const dialog = workbench.import;
  const take = async (text) => {
    await dialog.file.setInputFiles({ name: "staff.csv", mimeType: "text/csv", buffer: Buffer.from(text) });
    await dialog.into.selectOption({ label: "New table" });
  };
  const key = (name) => dialog.dialog.getByRole("combobox", { name, exact: true });
  const name = dialog.dialog.getByRole("textbox", { name: "Table name" });
  const begin = dialog.dialog.getByRole("button", { name: /^Create .* and import$/ });
  await dialog.opener.click();
  await take("city,number,name\nRome,1,Ada\nRome,2,Bo\nBonn,3,Ada\n");
  await expect(name).toHaveValue("staff");
  await expect(key("Partition key")).toHaveValue("number");
  await expect(key("Sort key")).toHaveValue("");
  await name.fill("Thread");
  await expect(dialog.dialog).toContainText("A table named Thread exists");
  await expect(begin).toBeDisabled();
  await name.fill("Staff");
  await begin.click();
  await expect(dialog.figure("items written")).toHaveText("3");
  await expect(dialog.dialog).toContainText("Table Staff was created");
  await dialog.dialog.getByRole("button", { name: "Show Staff" }).click();
  await expect(workbench.table("Staff")).toHaveText(/Staff\s*3/);

  await dialog.opener.click();
  // Neither column has a value in every row, so neither can be a key.
  await take("id,name\n,Ada\n2,\n");
  await expect(key("Partition key")).toHaveValue("");
  await expect(dialog.dialog.getByRole("status").filter({ hasText: "Name the key attribute." })).toBeVisible();
  await expect(begin).toBeDisabled();
  await page.keyboard.press("Escape");
  await expect(workbench.table("staff")).toHaveCount(0);
});

test("50,000 rows are imported; a cancel on the way says how many were put", async ({ workbench }) => {
  test.setTimeout(180_000);
  const { design, import: dialog } = workbench;
  const rows = 50_000;
  const text = ["Id,Words", ...Array.from({ length: rows }, (_, row) => `row ${row},some words of the row with number ${row}`)].join("\n");
  // Larger than a part, so that the file is sent to the engine in several parts.
  expect(text.length).toBeGreaterThan(2 * 1024 * 1024);
  const file = { name: "many.csv", mimeType: "text/csv", buffer: Buffer.from(text) };
  await workbench.newTable();
  await design.name.fill("Many");
  await design.fillKeys(design.table, { partition: ["Id", "S"] });
  await design.create.click();
  await expect(workbench.table("Many")).toBeVisible();

  let put;
  await test.step("cancel it on the way", async () => {
    await dialog.opener.click();
    await dialog.file.setInputFiles(file);
    await expect(dialog.into).toHaveValue("Many");
    await dialog.begin.click();
    await expect(dialog.dialog).toContainText(/[1-9][\d,]* written/);
    await dialog.cancel.click();
    await expect(dialog.dialog.getByRole("progressbar", { name: "many.csv was cancelled" })).toBeVisible();
    put = await dialog.figure("items written").innerText();
    expect(Number(put.replaceAll(",", ""))).toBeGreaterThan(0);
    expect(Number(put.replaceAll(",", ""))).toBeLessThan(rows);
    await expect(dialog.dialog).toContainText(`The import ended early: it wrote ${put} items to Many.`);
    await expect(workbench.table("Many")).toHaveText(new RegExp(`Many\\s*${put}$`));
  });

  await test.step("import all of it", async () => {
    await dialog.dialog.getByRole("button", { name: "Import another file" }).click();
    await dialog.file.setInputFiles(file);
    await expect(dialog.into).toHaveValue("Many");
    const progress = await dialog.noteProgress();
    await dialog.begin.click();
    await expect(dialog.figure("items written")).toHaveText("50,000", { timeout: 120_000 });
    await expect(dialog.figure("of them replaced an item with the same key")).toHaveText(put);
    const noted = await progress();
    const labels = new Set(noted.map(({ label }) => label));
    expect(noted.filter(({ label }) => label.startsWith("Writing")).length).toBeGreaterThan(2);
    expect([...labels]).toEqual(["Reading many.csv", "Writing many.csv into Many", "many.csv was read to its end"]);
    await expect(workbench.table("Many")).toHaveText(/Many\s*50,000/);
  });
});

test("a reload amid an import does not end it: every row is there in the end", async ({ page, workbench }) => {
  const { design, import: dialog } = workbench;
  // Enough that writing them takes longer than a reload.
  const rows = 100_000;
  const text = ["Id,Words", ...Array.from({ length: rows }, (_, row) => `row ${row},some words of row ${row}`)].join("\n");
  await workbench.newTable();
  await design.name.fill("Many");
  await design.fillKeys(design.table, { partition: ["Id", "S"] });
  await design.create.click();
  await expect(workbench.table("Many")).toBeVisible();
  await dialog.opener.click();
  await dialog.file.setInputFiles({ name: "many.csv", mimeType: "text/csv", buffer: Buffer.from(text) });
  await expect(dialog.into).toHaveValue("Many");
  await dialog.begin.click();
  await expect(dialog.dialog).toContainText(/[1-9][\d,]* written/);
  await expect(dialog.dialog.getByRole("progressbar", { name: "Writing many.csv into Many" })).toBeVisible();
  // The notice goes after a few seconds, perhaps before the page is complete.
  const notice = page.getByText("The import of many.csv did not finish before the page was closed. It continues now.");
  const noticed = expect(notice).toBeVisible({ timeout: 30_000 });
  await workbench.reload();
  await noticed;
  await expect(page.getByText(/^Import of many\.csv: [\d,]+ written/)).toBeVisible({ timeout: 30_000 });
  await expect(workbench.table("Many")).toHaveText(/Many\s*100,000/);
  await workbench.saved();
  await workbench.reload();
  await expect(workbench.table("Many")).toHaveText(/Many\s*100,000/);
});

test("a bulk put takes time at the rate of its tier, and writes every item", async ({ workbench }) => {
  const dialog = workbench.import;
  const rows = Array.from({ length: 300 }, (_, at) => `customer-${at % 7},order-${at}`);
  await dialog.opener.click();
  await dialog.file.setInputFiles({ name: "orders.csv", mimeType: "text/csv", buffer: Buffer.from(`customer,order\n${rows.join("\n")}\n`) });
  await dialog.into.selectOption({ label: "New table" });
  await dialog.dialog.getByRole("combobox", { name: "Partition key", exact: true }).selectOption("customer");
  await dialog.dialog.getByRole("combobox", { name: "Sort key", exact: true }).selectOption("order");
  await dialog.dialog.getByRole("combobox", { name: "Write with" }).selectOption("bulk put, STANDARD");
  await dialog.dialog.getByRole("button", { name: /^Create .* and import$/ }).click();
  await expect(dialog.figure("items written")).toHaveText("300");
  await expect(dialog.figure("rows failed")).toHaveText("0");
  await expect(dialog.dialog.getByText("Bulk put: Completed COMPLETED")).toBeVisible();
  await dialog.dialog.getByRole("button", { name: "Show orders" }).click();
  await expect(workbench.table("orders")).toHaveText(/orders\s*300/);
});
