// Files that do not come: a request that fails once, for a while, or always. A page asks again under another address.

/** Has the first request for a file fail; gives the addresses asked for, which grow. */
export async function failOnce(page, file) {
  const asked = [];
  await page.route(file, (route) => {
    asked.push(route.request().url());
    return asked.length === 1 ? route.abort() : route.continue();
  });
  return asked;
}

/** Has every request for a file fail. */
export function failEvery(page, file) {
  return page.route(file, (route) => route.abort());
}

/** Has every request for a file fail until the function it gives is called. */
export async function failUntil(page, file) {
  await failEvery(page, file);
  return () => page.unroute(file);
}

/** The engine's worker. */
export function engineOf(page) {
  return page.workers().find((worker) => worker.url().includes("worker.mjs"));
}

/** Has the engine throw. */
export function throwIn(page, words) {
  return engineOf(page).evaluate((words) => {
    setTimeout(() => {
      throw new Error(words);
    });
  }, words);
}

/** Has the engine do something that never ends. */
export function hang(page) {
  return engineOf(page).evaluate(() => {
    setTimeout(() => {
      for (;;);
    });
  });
}

/** Has every write of the engine to the browser's storage fail as it does when there is no room; gives the way back. */
export async function fillStorage(page) {
  await engineOf(page).evaluate(() => {
    const { add, put } = IDBObjectStore.prototype;
    const full = () => {
      throw new DOMException("no room", "QuotaExceededError");
    };
    Object.assign(IDBObjectStore.prototype, { add: full, put: full });
    globalThis.makeRoom = () => Object.assign(IDBObjectStore.prototype, { add, put });
  });
  return () => engineOf(page).evaluate(() => void globalThis.makeRoom());
}

/** Ends the process of the page, engine included, without a word. */
export async function crash(page) {
  const crashed = page.waitForEvent("crash");
  const session = await page.context().newCDPSession(page);
  // The page that is to answer is gone.
  session.send("Page.crash").catch(() => {});
  await crashed;
  await page.close();
}
