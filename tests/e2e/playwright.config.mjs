// The configuration of the browser tests: the machine's own Chromium, the release build, no retries, no other server.
// `cargo xtask test` serves dist/ itself and passes HASHRANGE_URL. Run alone, Playwright starts `cargo xtask serve`.
// The page is below a path on purpose, so a test opens it with `page.goto("./")`, without a leading slash.

import { existsSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig } from "@playwright/test";

const root = resolve(dirname(fileURLToPath(import.meta.url)), "../..");
const port = 4173;
const base = "/some/sub-path/";
const given = process.env.HASHRANGE_URL;

// The first is the same engine without a window, which Playwright's own downloads use too.
const places = [
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];
const executablePath = process.env.HASHRANGE_CHROMIUM ?? places.find((place) => existsSync(place));

export default defineConfig({
  testDir: ".",
  testMatch: "**/*.spec.mjs",
  outputDir: resolve(root, "test-results"),
  reporter: "list",
  retries: 0,
  // With two workers, two cores are idle for a third of the time, because tests wait for time to pass in the page.
  workers: 3,
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  timeout: 60_000,
  expect: { timeout: 10_000 },
  use: {
    baseURL: given ?? `http://127.0.0.1:${port}${base}`,
    viewport: { width: 1440, height: 900 },
    actionTimeout: 10_000,
    // The service worker would download the whole page in every test. offline.spec.mjs allows it.
    serviceWorkers: "block",
    screenshot: "only-on-failure",
    // Traces of all tests would take two of six minutes. HASHRANGE_TRACE=1 records them to find the cause of a failure.
    trace: process.env.HASHRANGE_TRACE ? "retain-on-failure" : "off",
    launchOptions: {
      executablePath,
      // As root, and in most containers, Chromium's sandbox cannot start.
      args: ["--no-sandbox", "--disable-background-networking", "--disable-component-update"],
    },
  },
  webServer: given
    ? undefined
    : {
        command: `cargo xtask serve --no-build --port ${port} --base ${base}`,
        cwd: root,
        url: `http://127.0.0.1:${port}${base}`,
        reuseExistingServer: false,
        timeout: 120_000,
      },
});
