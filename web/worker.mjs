// The engine's worker: runs the same program as the page, which finds no document here and becomes the engine. It waits
// for a function of the second part that is called early: nothing is drawn here.

import { fetchNow, Part, run } from "./parts.mjs";

let late, rare;

/** Loads the second part synchronously, for a call that needs it. */
function bringLate(url) {
  try {
    return fetchNow(url);
  } catch (error) {
    postMessage({ starved: error.message });
    throw error;
  }
}

addEventListener("message", async ({ data }) => {
  if (data.ping !== undefined) {
    postMessage({ pong: data.ping });
  } else if (data.start) {
    late = new Part("late", () => bringLate(data.start.late));
    rare = new Part("rare", () => fetchNow(data.start.rare));
    try {
      await run(data.start.glue, data.start.module, [late, rare]);
    } catch (error) {
      postMessage({ stopped: `The engine could not start: ${error.message}` });
    }
  } else if (data.late) {
    late?.provide(data.late);
  } else if (data.rare) {
    rare?.provide(data.rare);
  }
});

addEventListener("error", (event) => postMessage({ stopped: event.message }));
addEventListener("unhandledrejection", (event) => postMessage({ stopped: String(event.reason?.message ?? event.reason) }));
