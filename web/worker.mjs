// The engine's worker: runs the same program as the page, which finds no document here and becomes the engine.

addEventListener("message", async ({ data }) => {
  if (data.ping !== undefined) {
    postMessage({ pong: data.ping });
  } else if (data.start) {
    try {
      const { default: initialise } = await import(data.start.glue);
      await initialise({ module_or_path: data.start.module });
    } catch (error) {
      postMessage({ stopped: `The engine could not start: ${error.message}` });
    }
  }
});

addEventListener("error", (event) => postMessage({ stopped: event.message }));
addEventListener("unhandledrejection", (event) => postMessage({ stopped: String(event.reason?.message ?? event.reason) }));
