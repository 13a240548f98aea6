// Workspaces: several side by side, each with its own tables, renamed, copied, deleted, restored, and saved as a
// file.

import { readFile } from "node:fs/promises";
import { expect, test } from "./pages/test.mjs";
import { Workbench } from "./pages/workbench.mjs";

/** In a new workspace: a table with an item. */
async function createMine({ design, items, workspaces, main }) {
  await workspaces.begin();
  await main.getByRole("button", { name: "New table" }).click();
  await design.name.fill("Mine");
  await design.fillKeys(design.table, { partition: ["Id", "S"] });
  await design.create.click();
  const editor = await items.startNew();
  await editor.value("Id").fill("kept");
  await editor.add("Exact", "N", "0.12345678901234567890123456789012345678");
  await editor.finish();
}

test("a reader's own work, a lesson and a sample each keep their tables, over switching and a reload", async ({ workbench }) => {
  const { lesson, workspaces } = workbench;
  await createMine(workbench);
  await lesson.begin("ttl-1");
  await lesson.on(lesson.next);
  await workbench.enter();
  await workbench.choose(/^New workspace: Game scores$/);
  await expect(workbench.table("GameScores")).toBeVisible();

  const holds = [
    ["Forum threads", { Thread: 11 }],
    ["Workspace", { Mine: 1 }],
    ["Expired, not deleted", { SessionData: 5 }],
    ["Game scores", { GameScores: 11 }],
  ];
  for (const [name, tables] of holds) {
    await test.step(`${name} has its own tables`, async () => {
      await workspaces.show();
      await expect(workspaces.rows).toHaveCount(holds.length);
      if (await workspaces.inFront(name).isVisible()) await workspaces.close();
      else await workspaces.open(name);
      await workbench.enter();
      await workbench.holds(tables);
      await workbench.saved();
      await workbench.reload();
      await expect(workspaces.inFront(name)).toBeVisible();
      await workbench.holds(tables);
    });
  }
  await workspaces.open("Workspace");
  await expect(workbench.items.rows).toContainText(["0.12345678901234567890123456789012345678"]);
  await workspaces.open("Expired, not deleted");
  await lesson.at(2);
});

test("a workspace is renamed, copied, deleted and brought back", async ({ workbench }) => {
  const { workspaces } = workbench;
  await createMine(workbench);

  await test.step("rename", async () => {
    await workspaces.show();
    await workspaces.rename("Workspace", "Orders of May");
    await workspaces.close();
    await expect(workspaces.inFront("Orders of May")).toBeVisible();
  });

  await test.step("copy: what is done in the copy leaves the original as it is", async () => {
    await workspaces.press("Orders of May", "Duplicate");
    await expect(workspaces.inFront("Orders of May copy")).toBeVisible();
    await workspaces.close();
    await workbench.holds({ Mine: 1 });
    const editor = await workbench.items.startNew();
    await editor.value("Id").fill("of the copy");
    await editor.finish();
    await workbench.holds({ Mine: 2 });
    await workspaces.open("Orders of May");
    await workbench.holds({ Mine: 1 });
  });

  await test.step("delete the one in front: another comes to the front", async () => {
    await workspaces.press("Orders of May", "Delete");
    await expect(workspaces.row("Orders of May")).toHaveCount(0);
    await expect(workspaces.inFront("Orders of May")).toHaveCount(0);
  });

  await test.step("the bin gives it back after a reload", async () => {
    await workbench.reload();
    const entry = await workspaces.binned("Orders of May");
    await entry.getByRole("button", { name: "Restore" }).click();
    await workspaces.open("Orders of May");
    await workbench.holds({ Mine: 1 });
  });

  await test.step("deleting permanently asks, and then it is gone", async () => {
    await workspaces.press("Orders of May copy", "Delete");
    const entry = await workspaces.binned("Orders of May copy");
    const question = workbench.page.getByRole("dialog", { name: "Delete Orders of May copy permanently?" });
    await entry.getByRole("button", { name: "Delete permanently…" }).click();
    await question.getByRole("button", { name: "Cancel" }).click();
    await expect(entry).toBeVisible();
    await entry.getByRole("button", { name: "Delete permanently…" }).click();
    await question.getByRole("button", { name: "Delete permanently", exact: true }).click();
    await expect(entry).toHaveCount(0);
    await workbench.reload();
    await workspaces.show();
    await expect(workspaces.row("Orders of May")).toBeVisible();
    await expect(workspaces.row("Orders of May copy")).toHaveCount(0);
    await expect(workspaces.bin).toBeHidden();
  });
});

test("a workspace saved to a file is opened in another browser with the same tables and items", async ({ browser, workbench, baseURL }) => {
  await createMine(workbench);
  await workbench.workspaces.show();
  await workbench.workspaces.rename("Workspace", "To take along");
  const file = await workbench.workspaces.save("To take along");
  expect(file.suggestedFilename()).toBe("To take along.hashrange");

  const elsewhere = await browser.newContext({ baseURL });
  const there = new Workbench(await elsewhere.newPage());
  await there.open();
  await there.workspaces.openFile({ name: file.suggestedFilename(), mimeType: "", buffer: await readFile(await file.path()) });
  await expect(there.workspaces.inFront("To take along")).toBeVisible();
  await there.holds({ Mine: 1 });
  await there.show("Items");
  await expect(there.items.rows).toContainText(["0.12345678901234567890123456789012345678"]);
  await there.saved();
  await there.reload();
  await there.holds({ Mine: 1 });
  await there.workspaces.goBack();
  await there.holds({ Thread: 11 });
  await elsewhere.close();
});

test("a file that is damaged, cut short or something else is refused in a sentence, and nothing changes", async ({ page, workbench }) => {
  const { workspaces } = workbench;
  const saved = await workspaces.save("Forum threads");
  await workspaces.close();
  const bytes = await readFile(await saved.path());
  const damaged = Buffer.from(bytes);
  damaged[bytes.length >> 1] ^= 1;
  const files = [
    [damaged, "This workspace file is damaged: its contents do not match their checksum."],
    [bytes.subarray(0, bytes.length >> 1), "This workspace file is incomplete: its end is missing."],
    [Buffer.from("ForumName,Subject\n"), "This file is not a Hashrange workspace."],
  ];
  for (const [buffer, words] of files) {
    await workspaces.openFile({ name: "Other.hashrange", mimeType: "", buffer });
    await expect(page.getByText(`Other.hashrange was not opened. ${words} Nothing was changed.`)).toBeVisible();
    await expect(workspaces.inFront("Forum threads")).toBeVisible();
    await workbench.holds({ Thread: 11 });
  }
  await workbench.reload();
  await workspaces.show();
  await expect(workspaces.rows).toHaveCount(1);
});
