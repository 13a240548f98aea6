// Starts the page: fetches the application with a progress bar, runs it, and says in plain words why it did not start.
// It knows the file names only from the attributes Trunk writes on its own script tag, and nothing of the application.

const script = document.querySelector("script[data-wasm]");
const boot = document.getElementById("boot");
const message = boot?.querySelector(".boot-message");
const progress = boot?.querySelector("progress");

/** A failure whose text is already meant for the reader. */
class StartFailure extends Error {}

function resolve(name) {
  return new URL(name, document.baseURI).href;
}

function megabytes(bytes) {
  return (bytes / 1_000_000).toFixed(1);
}

function showProgress(received, total) {
  if (!progress || !message) return;
  if (total > 0) {
    progress.max = total;
    progress.value = Math.min(received, total);
    message.textContent = `Loading the engine… ${megabytes(received)} of ${megabytes(total)} MB`;
  } else {
    message.textContent = `Loading the engine… ${megabytes(received)} MB`;
  }
}

/** Passes the body on unchanged and reports how much of it has arrived. */
function counted(response, total) {
  let received = 0;
  const counter = new TransformStream({
    transform(chunk, controller) {
      received += chunk.byteLength;
      showProgress(received, total);
      controller.enqueue(chunk);
    },
  });
  const { headers, status, statusText } = response;
  return new Response(response.body.pipeThrough(counter), { headers, status, statusText });
}

async function download(url, bytes) {
  let response;
  try {
    // The defaults of this request must stay those of the preload in the page's head, or the file is fetched twice.
    response = await fetch(url);
  } catch (reason) {
    throw new StartFailure(`The engine could not be downloaded (${reason.message}). Check the connection and reload the page.`);
  }
  if (!response.ok) {
    throw new StartFailure(`The server answered ${response.status} for ${new URL(url).pathname}. If the site was just updated, reload the page.`);
  }
  // Content-Length counts compressed bytes where the host compresses; the build wrote the true size beside it.
  const total = bytes || (response.headers.has("content-encoding") ? 0 : Number(response.headers.get("content-length")));
  return counted(response, total);
}

/** Browsers without a feature the engine needs are told so, not left with a blank page. */
function requireFeatures() {
  if (typeof WebAssembly !== "object") {
    throw new StartFailure("This browser does not run WebAssembly (or has it switched off), and the engine is WebAssembly.");
  }
}

/**
 * The functions that the first file leaves to a second one (web/split.mjs). They are fetched as soon as the page stands;
 * one that is called before that waits for them, so that the application never knows.
 */
const late = {
  url: script.dataset.late && resolve(script.dataset.late),
  imports: undefined,
  exports: undefined,
  module: undefined,

  /** Catches what the application is instantiated with: the second file takes its imports from there too. */
  async around(instantiate) {
    const own = { instantiate: WebAssembly.instantiate, instantiateStreaming: WebAssembly.instantiateStreaming };
    const wrapped = (method) => async (source, imports) => {
      this.imports = imports;
      const outcome = await own[method].call(WebAssembly, source, { ...imports, late: { load: () => this.load() } });
      this.exports = (outcome.instance ?? outcome).exports;
      return outcome;
    };
    for (const method of Object.keys(own)) WebAssembly[method] = wrapped(method);
    try {
      return await instantiate();
    } finally {
      Object.assign(WebAssembly, own);
    }
  },

  /** Fetches the second file while nothing waits for it. When that fails, the first call tries again. */
  async prefetch() {
    const module = await WebAssembly.compileStreaming(fetch(this.url));
    this.module ??= module;
    this.load();
  },

  /** Has the second file take its place, fetching it at once if it is not here yet. */
  load() {
    if (this.exports.loaded.value === 1) return;
    this.module ??= new WebAssembly.Module(this.fetchNow());
    new WebAssembly.Instance(this.module, { ...this.imports, first: this.exports });
    this.exports.loaded.value = 1;
  },

  /** The file's bytes, without giving up control in between: a call in the application waits for them. */
  fetchNow() {
    const request = new XMLHttpRequest();
    request.open("GET", this.url, false);
    request.overrideMimeType("text/plain; charset=x-user-defined");
    request.send();
    if (request.status !== 200) throw new StartFailure(`Part of the page could not be loaded (${request.status}). Reload the page.`);
    return Uint8Array.from(request.responseText, (character) => character.charCodeAt(0) & 255);
  },
};

async function start() {
  requireFeatures();
  const module = import(resolve(script.dataset.module)).catch((reason) => {
    throw new StartFailure(`Part of the page could not be loaded (${reason.message}). Reload the page.`);
  });
  const binary = download(resolve(script.dataset.wasm), Number(script.dataset.bytes));
  const [{ default: initialise }, response] = await Promise.all([module, binary]);
  const wasm = await late.around(() => initialise({ module_or_path: response }));
  boot?.remove();
  dispatchEvent(new CustomEvent("TrunkApplicationStarted", { detail: { wasm } }));
  if (late.url) late.prefetch().catch((reason) => console.warn("The rest of the page comes when it is needed:", reason.message));
}

/** Replaces the progress bar by the reason, in text that can be selected and sent along. */
function explain(reason) {
  console.error(reason);
  if (!boot) return;
  const heading = document.createElement("h1");
  heading.textContent = "Hashrange did not start";
  const cause = document.createElement("p");
  cause.textContent = reason instanceof StartFailure ? reason.message : "The engine stopped while it was starting.";
  const details = document.createElement("pre");
  details.className = "boot-details";
  details.textContent = [reason instanceof StartFailure ? "" : String(reason?.stack ?? reason), navigator.userAgent, location.pathname]
    .filter(Boolean)
    .join("\n");
  const hint = document.createElement("p");
  hint.textContent = "If it keeps happening, please report it with the text below. Nothing you saved in this browser has been changed.";
  const again = document.createElement("button");
  again.type = "button";
  again.textContent = "Reload the page";
  again.addEventListener("click", () => location.reload());
  boot.setAttribute("role", "alert");
  boot.replaceChildren(heading, cause, again, hint, details);
}

start().catch(explain);
