// The base of every test: a fresh workspace in a fresh context, and a check for forbidden events. A test with a
// console error or a request to another origin fails in any case.

import { test as base, expect } from "@playwright/test";
import { Workbench } from "./workbench.mjs";

/**
 * Collects forbidden events in any page of a context: console errors and warnings, uncaught errors, error responses,
 * and requests to other origins.
 */
export function watch(context, baseURL) {
  const troubles = [];
  const origin = new URL(baseURL).origin;
  context.on("console", (message) => {
    // Playwright says so in each test that blocks the service worker.
    if (message.text() === "Service Worker registration blocked by Playwright") return;
    if (["error", "warning"].includes(message.type())) troubles.push(`console ${message.type()}: ${message.text()}`);
  });
  context.on("weberror", (error) => troubles.push(`uncaught: ${error.error().message}`));
  context.on("request", (request) => {
    const url = new URL(request.url());
    if (/^(https?|wss?):$/.test(url.protocol) && url.origin !== origin) troubles.push(`request: ${url}`);
  });
  context.on("response", (response) => {
    if (response.status() >= 400) troubles.push(`${response.status()}: ${response.url()}`);
  });
  return troubles;
}

/** `test` with `troubles`, checked in every test, and `workbench`, the page opened on a first visit. */
export const test = base.extend({
  troubles: [
    async ({ context, baseURL }, use) => {
      const troubles = watch(context, baseURL);
      await use(troubles);
      expect(troubles, "console errors and requests that leave the page's origin").toEqual([]);
    },
    { auto: true },
  ],
  workbench: async ({ page }, use) => {
    const workbench = new Workbench(page);
    await workbench.open();
    await use(workbench);
  },
});

export { expect };
