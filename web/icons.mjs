// Draws web/icons, the icons of the installed page, from the icon in index.html: `node web/icons.mjs`, after that icon
// has changed. A maskable icon fills its square, because the system cuts its own shape out of it.

import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "@playwright/test";

const web = dirname(fileURLToPath(import.meta.url));
const [, address] = /<link rel="icon" href="data:image\/svg\+xml,([^"]*)"/.exec(readFileSync(join(web, "../index.html"), "utf8"));
const icon = decodeURIComponent(address);
const maskable = icon.replace(/ rx='\d+'/, "").replace(/<path[^>]*>/, (path) => `<g transform='translate(0.8 1.6) scale(0.8)'>${path}</g>`);

const browser = await chromium.launch({ executablePath: process.env.HASHRANGE_CHROMIUM, args: ["--no-sandbox"] });
for (const [name, svg, size] of [["icon-192", icon, 192], ["icon-512", icon, 512], ["icon-maskable", maskable, 512]]) {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  await page.setContent(`<style>html, body { margin: 0 } svg { display: block; width: ${size}px }</style>${svg}`);
  await page.screenshot({ path: join(web, "icons", `${name}.png`), omitBackground: true });
}
await browser.close();
