// The workspace that the page stored before it supported several opens as the first of many. The fixture is what an
// earlier build wrote into IndexedDB.

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "./pages/test.mjs";
import { Workbench } from "./pages/workbench.mjs";

const { chunks } = JSON.parse(readFileSync(fileURLToPath(new URL("fixtures/single-workspace.json", import.meta.url)), "utf8"));

/** Runs in the page: creates the database as in version 1, with these chunks. */
function keepAsBefore(chunks) {
  return new Promise((resolve, reject) => {
    const opened = indexedDB.open("hashrange", 1);
    opened.onerror = () => reject(opened.error);
    opened.onupgradeneeded = () => {
      opened.result.createObjectStore("journal");
      opened.result.createObjectStore("kept", { autoIncrement: true });
    };
    opened.onsuccess = () => {
      const transaction = opened.result.transaction("journal", "readwrite");
      const store = transaction.objectStore("journal");
      chunks.forEach((chunk, place) => store.put(Uint8Array.from(atob(chunk), (byte) => byte.charCodeAt(0)), place));
      transaction.onabort = () => reject(transaction.error);
      transaction.oncomplete = () => {
        opened.result.close();
        resolve();
      };
    };
  });
}

test("a workspace of the time when there was only one opens as the first of many", async ({ page }) => {
  // Any page of the origin works, because the project's code has not run yet.
  await page.route("**/blank", (route) => route.fulfill({ contentType: "text/html", body: '<link rel="icon" href="data:,">' }));
  await page.goto("./blank");
  await page.evaluate(keepAsBefore, chunks);
  const workbench = new Workbench(page);
  await workbench.open();
  await expect(workbench.table("GameScores")).toHaveText(/GameScores\s*11/);
  await expect(workbench.table("Thread")).toHaveText(/Thread\s*11/);
  await expect(workbench.workspaces.inFront("Workspace 1")).toBeVisible();
  await workbench.saved();
  await workbench.reload();
  await expect(workbench.table("GameScores")).toHaveText(/GameScores\s*11/);
});
