// Files that cannot be loaded, or come late: a request that fails once, for a while, or always. A page retries with another address.

/** Makes the first request for a file fail. Returns the growing list of requested addresses. */
export async function failOnce(page, file) {
  const asked = [];
  await page.route(file, (route) => {
    asked.push(route.request().url());
    return asked.length === 1 ? route.abort() : route.continue();
  });
  return asked;
}

/** Makes every request for a file fail. */
export function failEvery(page, file) {
  return page.route(file, (route) => route.abort());
}

/** Makes every request for a file fail until the returned function is called. */
export async function failUntil(page, file) {
  await failEvery(page, file);
  return () => page.unroute(file);
}

/** Holds back every request for a file until the returned function is called. */
export async function holdBack(page, file) {
  let arrive;
  const arrived = new Promise((resolve) => {
    arrive = resolve;
  });
  await page.route(file, async (route) => {
    await arrived;
    await route.continue();
  });
  return () => {
    arrive();
    return page.unroute(file, { behavior: "wait" });
  };
}

/** The engine's worker. */
export function engineOf(page) {
  return page.workers().find((worker) => worker.url().includes("worker.mjs"));
}

/** Makes the engine throw. */
export function throwIn(page, words) {
  return engineOf(page).evaluate((words) => {
    setTimeout(() => {
      throw new Error(words);
    });
  }, words);
}

/** Makes the engine run an endless loop. */
export function hang(page) {
  return engineOf(page).evaluate(() => {
    setTimeout(() => {
      for (;;);
    });
  });
}

/**
 * Makes every write of the engine to the browser's storage fail as if it were full. Returns a function that ends this.
 */
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

/** Kills the process of the page and the engine. */
export async function crash(page) {
  const crashed = page.waitForEvent("crash");
  const session = await page.context().newCDPSession(page);
  // The page that should respond no longer exists.
  session.send("Page.crash").catch(() => {});
  await crashed;
  await page.close();
}
