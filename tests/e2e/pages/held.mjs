// Delays messages of the engine, and the browser's reports of a changed address, so that a test chooses the order in
// which they arrive. Owns no expectation.

/** Prepares a page that is not open yet. Nothing is held back before `hold`. */
export async function prepare(page) {
  await page.addInitScript(() => {
    const held = {};
    /** A listener that stores the events of a kind while that kind is held back. */
    const behind = (kind, listener) => (event) => (held[kind] ? held[kind].push(() => listener(event)) : listener(event));
    window.hold = (kind) => (held[kind] = []);
    window.release = (kind) => {
      const waiting = held[kind];
      delete held[kind];
      for (const pass of waiting) pass();
    };
    const around = (target, kind) => {
      const add = target.addEventListener;
      target.addEventListener = function (name, listener, ...rest) {
        return add.call(this, name, name === kind ? behind(kind, listener) : listener, ...rest);
      };
    };
    around(Worker.prototype, "message");
    around(window, "hashchange");
  });
}

/** Holds back `message` or `hashchange` from now on. */
export async function hold(page, kind) {
  await page.evaluate((kind) => window.hold(kind), kind);
}

/** Passes the stored events on, and every later one at once. */
export async function release(page, kind) {
  await page.evaluate((kind) => window.release(kind), kind);
}
