// The engine's worker: runs the same program as the page, which finds no document here and becomes the engine.
// A function of the second part that is wanted early is waited for: nothing is drawn here.

import { Late, run } from "./parts.mjs";

let late;

/** The bytes of the second part, without giving up control in between: a call of the program waits for them. */
function fetchNow(url) {
  let reason = "";
  for (let attempt = 0; attempt < 3; attempt++) {
    const request = new XMLHttpRequest();
    request.responseType = "arraybuffer";
    request.open("GET", attempt ? `${url}?again=${attempt}` : url, false);
    try {
      request.send();
      if (request.status === 200) return new WebAssembly.Module(request.response);
      reason = `the server answered ${request.status}`;
    } catch (error) {
      reason = error.message;
    }
  }
  const words = `Part of the engine could not be loaded: ${reason}.`;
  postMessage({ starved: words });
  throw new Error(words);
}

addEventListener("message", async ({ data }) => {
  if (data.ping !== undefined) {
    postMessage({ pong: data.ping });
  } else if (data.start) {
    late = new Late(() => fetchNow(data.start.late));
    // The name of the file carries a hash of the program: checkpoints of another program are passed over.
    globalThis.hashrangeBuild = new URL(data.start.glue, location.href).pathname.split("/").pop();
    try {
      await run(data.start.glue, data.start.module, late);
    } catch (error) {
      postMessage({ stopped: `The engine could not start: ${error.message}` });
    }
  } else if (data.late) {
    late?.provide(data.late);
  }
});

addEventListener("error", (event) => postMessage({ stopped: event.message }));
addEventListener("unhandledrejection", (event) => postMessage({ stopped: String(event.reason?.message ?? event.reason) }));
