// usage: node web/zimport.mjs dist...   (100,000 rows)
import { served, launched } from "./filled.mjs";
import { writeFileSync, readFileSync, readdirSync } from "node:fs";
const N = Number(process.env.N ?? 100_000);
const csv = `Group,Id,Name,Amount,When,Note\n${Array.from({ length: N }, (_, at) => `group-${Math.floor(at / 100)},item-${at},Name of item ${at},${at * 7 % 1000},2026-11-${String(at % 28 + 1).padStart(2, "0")}T10:00:00Z,"a note, with a comma ${at}"`).join("\n")}\n`;
writeFileSync("/tmp/rows.csv", csv);
const cpu = () => { const out = { worker: 0, main: 0 }; for (const pid of readdirSync("/proc").filter((n) => /^\d+$/.test(n))) { try {
  if (!readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("--type=renderer")) continue;
  for (const t of readdirSync(`/proc/${pid}/task`)) { const s = readFileSync(`/proc/${pid}/task/${t}/stat`, "utf8"); const f = s.split(") ").at(-1).split(" "); const c = (Number(f[11]) + Number(f[12])) / 100; if (s.includes("(DedicatedWorker")) out.worker += c; else if (t === pid) out.main += c; } } catch {} } return out; };
for (const folder of process.argv.slice(2)) await served(folder, async (url) => {
  const b = await launched(); const p = await b.newPage({ viewport: { width: 1440, height: 900 } });
  await p.addInitScript(() => { window.long = []; new PerformanceObserver((l) => window.long.push(...l.getEntries().map((e) => Math.round(e.duration)))).observe({ type: "longtask", buffered: false }); });
  await p.goto(url + "#workbench");
  await p.getByRole("gridcell", { name: "EC2" }).first().waitFor();
  await p.waitForTimeout(1500);
  const dialog = p.getByRole("dialog", { name: "Import items" });
  await p.getByRole("navigation", { name: "Tables" }).getByRole("button", { name: "Import…" }).click();
  const t0 = Date.now();
  await dialog.getByLabel(/Choose a file/).setInputFiles("/tmp/rows.csv");
  await dialog.getByRole("combobox", { name: "Into table" }).selectOption({ label: "New table" });
  const begin = dialog.getByRole("button", { name: /^Create .* and import$/ });
  const keys = await dialog.getByRole("combobox", { name: "Partition key" }).inputValue();
  await dialog.getByRole("textbox", { name: "Table name" }).fill("Rows");
  await dialog.getByRole("combobox", { name: "Partition key", exact: true }).selectOption("Group").catch(() => {});
  await dialog.getByRole("combobox", { name: "Sort key", exact: true }).selectOption("Id").catch(() => {});
  const c0 = cpu(); const t1 = Date.now();
  await p.evaluate(() => (window.long = []));
  await p.evaluate(() => { window.prog = []; const t0 = performance.now(); const f = () => { const bar = document.querySelector("dialog[open] progress"); const l = bar ? Math.round(bar.position * 100) : -1; const last = window.prog.at(-1); if (!last || last[1] !== l) window.prog.push([Math.round(performance.now() - t0), l]); requestAnimationFrame(f); }; f(); });
  await begin.click();
  await dialog.locator("dt", { hasText: /^items written$/ }).waitFor({ timeout: 300000 });
  const t2 = Date.now(); const c1 = cpu();
  const written = await dialog.locator("dt", { hasText: /^items written$/ }).locator("xpath=following-sibling::dd[1]").innerText();
  console.log(folder, "key", keys, "prepare", t1 - t0, "import", t2 - t1, "ms; worker", (c1.worker - c0.worker).toFixed(2), "main", (c1.main - c0.main).toFixed(2), "written", written, "prog", JSON.stringify((await p.evaluate(() => window.prog)).filter((x, i, a) => i < 3 || i > a.length - 4 || i % 15 === 0)), "long", JSON.stringify(await p.evaluate(() => window.long)));
  await b.close();
});
