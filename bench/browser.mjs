// Sends the bench's requests to the JavaScript package in headless Chromium. Prints a line of progress for each run,
// and the rates as JSON.
//
// Usage: node bench/browser.mjs <the package's folder> <the file of requests> <the file for the rates> <runs>

import { readFile, writeFile } from "node:fs/promises";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "@playwright/test";

const ORIGIN = "http://bench.test";
const [folder, requests, figures, runs] = process.argv.slice(2);
const types = { html: "text/html", js: "text/javascript", wasm: "application/wasm", json: "application/json" };

/** Runs in the page: requests per second of one load. A scan continues to the end of the table. */
async function measure(load) {
  const { default: start, Hashrange } = await import("/package/hashrange.js");
  await start();
  const service = new Hashrange({ record: false });
  const send = (operation, body) => {
    const answer = service.dispatch(`DynamoDB_20120810.${operation}`, body);
    if (answer.status !== 200) throw new Error(`${operation}: ${answer.body}`);
    return answer.body;
  };
  send("CreateTable", load.table);
  for (const body of load.prepare) send("PutItem", body);
  const begin = performance.now();
  for (let round = 0; round < load.rounds; round += 1) {
    for (const body of load.bodies) {
      let answer = send(load.operation, body);
      while (load.operation === "Scan") {
        const next = answer.indexOf('"LastEvaluatedKey":');
        if (next < 0) break;
        const key = answer.slice(next + 19, answer.indexOf("}}", next) + 2);
        answer = send(load.operation, `${body.slice(0, -1)},"ExclusiveStartKey":${key}}`);
      }
    }
  }
  const seconds = (performance.now() - begin) / 1000;
  service.free();
  return (load.bodies.length * load.rounds) / seconds;
}

const places = [process.env.HASHRANGE_CHROMIUM, "/usr/bin/chromium", "/usr/bin/google-chrome"];
const executablePath = places.find((place) => place && existsSync(place));
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
const rates = {};
try {
  const page = await browser.newPage();
  await page.route(`${ORIGIN}/**`, async (route) => {
    const path = new URL(route.request().url()).pathname;
    const body = path === "/" ? "<!doctype html>" : await readFile(join(folder, path.replace("/package/", "web/")));
    await route.fulfill({ body, contentType: types[path === "/" ? "html" : path.split(".").pop()] });
  });
  await page.goto(`${ORIGIN}/`);
  for (const load of JSON.parse(await readFile(requests, "utf8"))) {
    rates[load.name] = [];
    // As in the native measurement, the first run is not counted.
    await page.evaluate(measure, load);
    for (let run = 0; run < Number(runs); run += 1) rates[load.name].push(await page.evaluate(measure, load));
    rates[load.name].sort((a, b) => a - b);
    console.log(`in the browser: ${load.name}, ${rates[load.name].map((rate) => rate.toFixed(0)).join(" ")}`);
  }
} finally {
  await browser.close();
}
await writeFile(figures, JSON.stringify(rates));
