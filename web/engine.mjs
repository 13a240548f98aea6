// The page's end of the engine: starts its worker, passes messages, detects that it stopped or does not respond, and
// restarts it from stored data. Must not know the content of messages.

/** Real time between two pings of the engine, and the time without a reply after which it is restarted. */
const PING_MS = 2_000;
const SILENT_MS = 15_000;
/** Waits before a restart of a worker that never became ready, in milliseconds. */
const AGAIN_MS = [300, 1_500];

export class Engine {
  constructor(start) {
    this.start = start;
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
    this.worker = new Worker(new URL(this.failures ? `worker.mjs?again=${this.failures}` : "worker.mjs", import.meta.url), { type: "module", name: "engine" });
    this.worker.addEventListener("message", ({ data }) => this.hear(data));
    this.worker.addEventListener("error", (event) => this.stop(event.message || "its program could not be loaded"));
    this.worker.postMessage({ start: this.start });
  }

  hear(data) {
    this.asked = undefined;
    if (data.pong !== undefined) return;
    if (data.ready) {
      this.ready = true;
      this.failures = 0;
      for (const [message, transfer] of this.waiting.splice(0)) this.worker.postMessage(message, transfer);
    } else if (data.stopped !== undefined) {
      this.stop(data.stopped);
    } else {
      this.listener?.(data.news);
    }
  }

  stop(reason) {
    this.worker.terminate();
    const wait = this.ready ? undefined : AGAIN_MS[this.failures];
    if (wait !== undefined) {
      // The worker never became ready. Failed files are loaded again, and pending messages wait.
      this.failures += 1;
      setTimeout(() => this.begin(), wait);
      return;
    }
    this.ready = false;
    this.reason = reason;
    this.onEnd?.(reason);
  }

  ask() {
    const now = performance.now();
    // A page that slept received no replies either.
    const slept = now - (this.looked ?? now) > 2 * PING_MS;
    this.looked = now;
    if (document.hidden || !this.ready || slept) this.asked = undefined;
    if (document.hidden || !this.ready) return;
    this.asked ??= now;
    if (now - this.asked > SILENT_MS) this.stop("the engine has not responded for 15 seconds");
    else this.worker.postMessage({ ping: 1 });
  }

  /** Sends a message as soon as the engine can receive it. */
  post(message, transfer) {
    if (this.ready) this.worker.postMessage(message, transfer);
    else this.waiting.push([message, transfer]);
  }

  /** Reports every message and every event of the engine from now on. */
  listen(listener, onEnd) {
    this.listener = listener;
    this.onEnd = onEnd;
    if (this.reason !== undefined) onEnd(this.reason);
  }

  /** Starts the engine again. */
  restart() {
    this.worker.terminate();
    this.waiting = [];
    this.failures = 0;
    this.begin();
  }
}
