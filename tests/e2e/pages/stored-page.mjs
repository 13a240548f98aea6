// What a browser stores of the page, and the messages about it.

import { expect } from "@playwright/test";

export class StoredPage {
  constructor(page) {
    this.page = page;
    this.offer = page.getByRole("status").getByText("A new version of Hashrange is ready.");
    this.reload = page.getByRole("button", { name: "Reload", exact: true });
    this.openNew = page.getByRole("button", { name: "Open the new one" });
    this.close = page.getByRole("button", { name: "Close message" });
  }

  /** Opens an address and waits until the browser has stored the page. */
  async visit(url) {
    await this.page.goto(url);
    await this.isStored();
  }

  /** Waits until a version is stored, and its service worker answers for this page. */
  async isStored() {
    await this.page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    await this.page.waitForFunction(() => navigator.serviceWorker.controller);
  }

  /** The version of the page. */
  version() {
    return this.page.evaluate(() => document.querySelector("script[data-module]").src.split("/").at(-2));
  }

  /** The text of a file of the page's version. */
  read(file) {
    return this.page.evaluate(async (file) => (await fetch(new URL(file, document.querySelector("script[data-module]").src))).text(), file);
  }

  /** Waits until the browser has stored these versions and no others. */
  async holds(...versions) {
    const stores = () => this.page.evaluate(async () => (await caches.keys()).map((name) => name.split("/").at(-2)).sort());
    await expect.poll(stores).toEqual([...versions].sort());
  }

  /** The paths of all stored files, in order. The path of the page itself is empty. */
  files() {
    return this.page.evaluate(async () => {
      const [name] = await caches.keys();
      const requests = await (await caches.open(name)).keys();
      return requests.map(({ url }) => url.slice(new URL("../", name).href.length)).sort();
    });
  }

  /** Puts another content for a stored file, or none, as a damaged disk does. The path of the page itself is empty. */
  damage(file, content) {
    return this.page.evaluate(
      async ([file, content]) => {
        const [name] = await caches.keys();
        const store = await caches.open(name);
        const address = new URL(file && name + file, document.baseURI).href.replace(/#.*/, "");
        if (content === undefined) await store.delete(address);
        else await store.put(address, new Response(content));
      },
      [file, content],
    );
  }

  /** Makes the browser look for a new version now. Returns the state that the new version ends in. */
  update() {
    return this.page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready;
      const { installing } = await registration.update();
      if (!installing) return "none";
      const ended = () => ["activated", "redundant"].includes(installing.state);
      while (!ended()) await new Promise((changed) => installing.addEventListener("statechange", changed, { once: true }));
      return installing.state;
    });
  }
}
