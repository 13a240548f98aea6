// One walk through the release build in a browser that WebDriver drives: the main job, a reload, and a lesson to its
// end.
//
//   HASHRANGE_URL=<page> node tests/webdriver/walk.mjs firefox|webkit <driver> <browser>
//
// The last line counts the steps. A failed step ends the walk, and stores a picture in test-results/.

import { mkdirSync, writeFileSync } from "node:fs";
import { Builder, Capabilities } from "selenium-webdriver";
import firefox from "selenium-webdriver/firefox.js";
import { DriverService } from "selenium-webdriver/remote/index.js";
import { mainJob, reload } from "./main-job.mjs";
import { lesson } from "./lesson.mjs";
import { Page } from "./page.mjs";

const [name, driverPath, browserPath] = process.argv.slice(2);
const url = process.env.HASHRANGE_URL;

/** Starts each browser. Returns a session, and a function that ends what the session does not end itself. */
const BROWSERS = {
  async firefox() {
    const options = new firefox.Options().setBinary(browserPath).addArguments("-headless");
    const service = new firefox.ServiceBuilder(driverPath);
    const driver = new Builder().forBrowser("firefox").setFirefoxOptions(options).setFirefoxService(service).build();
    return { driver, end: async () => {} };
  },
  async webkit() {
    const port = 4_000 + (process.pid % 20_000);
    const service = new DriverService.Builder(driverPath)
      .setLoopback(true)
      .setPort(port)
      .addArguments(`--port=${port}`)
      .build();
    const address = await service.start();
    const capabilities = new Capabilities({
      browserName: "MiniBrowser",
      "webkitgtk:browserOptions": { binary: browserPath, args: ["--automation"] },
    });
    const driver = new Builder().usingServer(address).withCapabilities(capabilities).build();
    return { driver, end: () => service.kill() };
  },
};

let passed = 0;
let failed = 0;
const { driver, end } = await BROWSERS[name]();
try {
  const page = new Page(driver);
  await driver.manage().window().setRect({ width: 1440, height: 900 });
  await driver.get(`${url}#workbench`);
  await page.ready();
  for (const [title, step] of [...mainJob, ...reload, ...lesson]) {
    const begin = Date.now();
    try {
      await step(page);
    } catch (error) {
      failed += 1;
      console.log(`FAILED ${title}: ${error.message}`);
      await picture(driver);
      break;
    }
    passed += 1;
    console.log(`ok ${title} (${Date.now() - begin} ms)`);
  }
} finally {
  await driver.quit();
  await end();
}
console.log(`cases: ${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

async function picture(driver) {
  mkdirSync("test-results", { recursive: true });
  const place = `test-results/${name}.png`;
  writeFileSync(place, await driver.takeScreenshot(), "base64");
  console.log(`the page as it was: ${place}`);
}
