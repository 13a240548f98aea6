// The page's end of the engine: starts its worker, carries messages, notices when it stops or does not answer, and starts it
// again from what is kept. Knows nothing of what the messages say.

/** Real time between two questions whether the engine is there, and after which one that was not answered counts. */
const PING_MS = 2_000;
const SILENT_MS = 15_000;
/** Waits before a worker that never got ready is started again, in milliseconds. */
const AGAIN_MS = [300, 1_500];

export class Engine {
  constructor(start) {
    this.start = start;
    this.late = undefined;
    this.rare = undefined;
    this.listener = undefined;
    this.waiting = [];
    this.failures = 0;
    this.begin();
    setInterval(() => this.ask(), PING_MS);
  }

  begin() {
    this.ready = false;
    this.reason = undefined;
    this.asked = undefined;
    this.starved = false;
    this.worker = new Worker(new URL(this.failures ? `worker.mjs?again=${this.failures}` : "worker.mjs", document.baseURI), { type: "module", name: "engine" });
    this.worker.addEventListener("message", ({ data }) => this.hear(data));
    this.worker.addEventListener("error", (event) => this.stop(event.message || "its program could not be loaded"));
    this.worker.postMessage({ start: this.start });
    if (this.late) this.worker.postMessage({ late: this.late });
    if (this.rare) this.worker.postMessage({ rare: this.rare });
  }

  /** Hands the second part of the program on. Returns whether the engine begins anew with it: the page has to, too. */
  provide(module) {
    this.late = module;
    const anew = this.starved;
    if (anew) this.restart();
    else this.worker.postMessage({ late: module });
    return anew;
  }

  /** Hands the rare part of the program on. */
  provideRare(module) {
    this.rare = module;
    this.worker.postMessage({ rare: module });
  }

  hear(data) {
    this.asked = undefined;
    if (data.pong !== undefined) return;
    if (data.ready) {
      this.ready = true;
      this.failures = 0;
      for (const [message, transfer] of this.waiting.splice(0)) this.worker.postMessage(message, transfer);
    } else if (data.starved !== undefined && !this.late) {
      this.starve();
    } else if (data.stopped !== undefined) {
      this.stop(data.stopped);
    } else {
      this.listener?.(data.news);
    }
  }

  /** The worker wants the second part, and neither it nor the page could load it: both begin anew when it is here. */
  starve() {
    this.worker.terminate();
    this.ready = false;
    this.starved = true;
  }

  stop(reason) {
    // What the worker said before it was ended for want of the second part.
    if (this.starved) return;
    this.worker.terminate();
    const wait = this.ready ? undefined : AGAIN_MS[this.failures];
    if (wait !== undefined) {
      // It never got ready: a file that did not load is tried again, and what was to be sent waits.
      this.failures += 1;
      setTimeout(() => this.begin(), wait);
      return;
    }
    this.ready = false;
    this.reason = reason;
    this.tell?.(reason);
  }

  ask() {
    const now = performance.now();
    // A page that slept has not listened either.
    const slept = now - (this.looked ?? now) > 2 * PING_MS;
    this.looked = now;
    if (document.hidden || !this.ready || slept) this.asked = undefined;
    if (document.hidden || !this.ready) return;
    this.asked ??= now;
    if (now - this.asked > SILENT_MS) this.stop("the engine has not answered for 15 seconds");
    else this.worker.postMessage({ ping: 1 });
  }

  /** Sends a message, as soon as the engine can take it. */
  post(message, transfer) {
    if (this.ready) this.worker.postMessage(message, transfer);
    else this.waiting.push([message, transfer]);
  }

  /** Has every message and every event of the engine told from now on. */
  listen(listener, tell) {
    this.listener = listener;
    this.tell = tell;
    if (this.reason !== undefined) tell(this.reason);
  }

  /** Starts the engine again. */
  restart() {
    this.worker.terminate();
    this.waiting = [];
    this.failures = 0;
    this.begin();
  }
}
