// Starts the page: downloads the program with a progress bar, runs it here and in the engine's worker, and reports what
// could not be loaded. Retries every file before it shows a message. It reads the file names only from the attributes
// of its own script tag. Must not know the application.

const script = document.querySelector("script[data-module]");
const boot = document.getElementById("boot");
const message = boot?.querySelector(".boot-message");
const progress = boot?.querySelector("progress");
/** Waits between attempts to load a file, in milliseconds. */
const ATTEMPTS = [0, 300, 1_500];

/** A failure whose text is already meant for the reader. */
class StartFailure extends Error {}

/** The program called a function of a part that could not be loaded yet. */
class StillLoading extends Error {}

const resolve = (name) => new URL(name, document.baseURI).href;
const sleep = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

/** Tries up to three times. Calls `attempt` with the address to use, which differs each time. */
async function persistently(url, attempt) {
  let reason;
  for (const [number, wait] of ATTEMPTS.entries()) {
    await sleep(wait);
    try {
      return await attempt(number ? `${url}?again=${number}` : url);
    } catch (error) {
      reason = error;
    }
  }
  throw reason instanceof StartFailure ? reason : new StartFailure(`${new URL(url).pathname} could not be loaded (${reason.message}). Check the connection and reload the page.`);
}

const megabytes = (bytes) => (bytes / 1_000_000).toFixed(1);

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

/** Passes the body on unchanged and reports how many bytes have been received. */
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

/** Compiles a WebAssembly file while it arrives. */
function compile(url, watch) {
  return persistently(url, async (address) => {
    // The defaults of this request must stay those of the preload in the head of a development build, or it is fetched twice.
    const response = await fetch(address);
    if (!response.ok) {
      throw new StartFailure(`The server answered ${response.status} for ${new URL(url).pathname}. If the site was just updated, reload the page.`);
    }
    return WebAssembly.compileStreaming(watch ? watch(response) : response);
  });
}

/** The storage key for the name of the first file of this browser's last visit. */
const PLACE = "hashrange.program";

/**
 * Returns the program's files. A release has a set for each section, and the first file of a set has what that section
 * shows first. The sets differ in nothing else. Prefers the files of the last visit, because the browser may have them
 * in its cache.
 */
function program() {
  const { wasm, bytes, late } = script.dataset;
  if (wasm) return { wasm, bytes, late };
  const of = (section, file) => script.dataset[section + file];
  const files = (section) => ({ wasm: of(section, "Wasm"), bytes: of(section, "Bytes"), late: of(section, "Late"), rare: of(section, "Rare") });
  const sections = [files("learn"), files("workbench")];
  const asked = sections[/^#(workbench|link=)/.test(location.hash) || (location.search.includes("embed") && !location.hash) ? 1 : 0];
  try {
    const chosen = sections.find(({ wasm }) => wasm === localStorage.getItem(PLACE)) ?? asked;
    localStorage.setItem(PLACE, chosen.wasm);
    return chosen;
  } catch {
    // A browser without storage has no last visit.
    return asked;
  }
}

/** Content-Length counts compressed bytes if the host compresses. The build wrote the uncompressed size beside the name. */
function withProgress(response, size) {
  const bytes = Number(size);
  return counted(response, bytes || (response.headers.has("content-encoding") ? 0 : Number(response.headers.get("content-length"))));
}

/** Shows a message instead of a blank page if the browser lacks a required feature. */
function requireFeatures() {
  if (typeof WebAssembly !== "object") {
    throw new StartFailure("This browser does not run WebAssembly (or has it switched off), and the engine is WebAssembly.");
  }
}

/** Whether a style sheet is loaded. A failed one has no rules. */
function isStyled(link) {
  try {
    return link.sheet?.cssRules.length > 0;
  } catch {
    return false;
  }
}

/** Loads a failed style sheet again. Without it the page still works, and shows a notice. */
async function bringStyles() {
  if (document.readyState !== "complete") await new Promise((done) => addEventListener("load", done, { once: true }));
  for (const link of document.querySelectorAll('link[rel="stylesheet"]')) {
    if (isStyled(link)) continue;
    const again = (url) =>
      new Promise((done, fail) => {
        const copy = link.cloneNode();
        copy.removeAttribute("integrity");
        copy.href = url;
        copy.addEventListener("load", done);
        copy.addEventListener("error", () => fail(new Error("it did not arrive")));
        link.after(copy);
      });
    await persistently(link.href, again).catch(() => notice("The page's style sheet could not be loaded. Reload the page."));
  }
}

/** Reports at the top of the page what failed to load, with a retry. */
function notice(words, retry = () => location.reload()) {
  const bar = document.createElement("div");
  bar.className = "load-failure";
  bar.setAttribute("role", "alert");
  const button = document.createElement("button");
  button.type = "button";
  button.className = "btn";
  button.textContent = "Try again";
  button.addEventListener("click", () => {
    bar.remove();
    retry();
  });
  bar.append(words, " ", button);
  document.body.prepend(bar);
}

/**
 * The page's instance of the program. Until its second part is loaded, the page ignores clicks, and a call of that part
 * loads it.
 */
class Page {
  constructor(glue, module, engine, parts) {
    Object.assign(this, { glue, module, engine, parts, times: 0 });
  }

  async mount(url) {
    const late = new this.parts.Part("late", () => {
      if (late !== this.late) throw new StillLoading("this page was made anew");
      try {
        return this.parts.fetchNow(this.engine.start.late);
      } catch {
        this.wanted = true;
        throw new StillLoading("the rest of the page could not be loaded yet");
      }
    });
    this.late = late;
    this.late.module = this.rest;
    const rare = new this.parts.Part("rare", () => {
      // The remains of a page that was rebuilt draw nothing.
      if (rare !== this.rare) throw new StillLoading("this page was made anew");
      console.warn("A view wanted the rare part of the program before it was here.");
      return this.parts.fetchNow(this.engine.start.rare);
    });
    this.rare = rare;
    this.rare.module = this.seldom;
    try {
      await this.parts.run(url, this.module, [this.late, this.rare]);
    } catch (reason) {
      // The call continues when the second part is loaded.
      if (this.wanted && !this.rest) return;
      throw reason;
    }
    boot?.remove();
    this.hold(!this.rest);
  }

  hold(waits) {
    for (const part of document.querySelectorAll(".app")) part.inert = waits;
    document.body.toggleAttribute("data-waits", waits);
  }

  /** Receives the second part. Rebuilds a page or an engine that needed the part before: the engine holds all state. */
  async provide(module) {
    this.rest = module;
    const anew = this.engine.provide(module);
    if (this.wanted || anew) {
      this.times += 1;
      this.wanted = false;
      for (const part of [...document.body.children]) if (part.tagName !== "SCRIPT" && part !== boot) part.remove();
      await this.mount(`${this.glue}?again=${this.times}`);
    } else {
      this.late.provide(module);
    }
    this.hold(false);
  }

  /** Whether the rare part is loaded, or is in the first file. */
  get here() {
    return !this.engine.start.rare || Boolean(this.rare?.module);
  }

  /** Loads the rare part, for page and engine. */
  async bring() {
    if (this.here) return;
    const asked = this.rare;
    this.coming ??= compile(this.engine.start.rare);
    try {
      this.seldom = await this.coming;
    } finally {
      this.coming = undefined;
    }
    // A page that was rebuilt in the meantime loads the part itself. The old caller no longer exists and draws nothing.
    if (asked !== this.rare) await new Promise(() => {});
    this.rare.provide(this.seldom);
    this.engine.provideRare(this.seldom);
  }

  async fetchRest(url) {
    try {
      await this.provide(await compile(url));
    } catch (reason) {
      notice(`Part of the page could not be loaded: ${reason.message}`, () => this.fetchRest(url));
    }
  }
}

/** Suppresses the error of a call that came too early: it is repeated when the second part is loaded. */
function forgiveEarly() {
  addEventListener("error", (event) => event.error instanceof StillLoading && event.preventDefault());
  addEventListener("unhandledrejection", (event) => event.reason instanceof StillLoading && event.preventDefault());
}

async function start() {
  requireFeatures();
  forgiveEarly();
  bringStyles();
  const files = program();
  const [glue, late] = [resolve(script.dataset.module), files.late && resolve(files.late)];
  const bring = (name) => persistently(resolve(name), (url) => import(url));
  const [url, module, { Engine }, parts] = await Promise.all([
    persistently(glue, async (url) => (await import(url)) && url),
    compile(resolve(files.wasm), (response) => withProgress(response, files.bytes)),
    bring("engine.mjs"),
    bring("parts.mjs"),
  ]);
  const engine = new Engine({ glue: url, module, late, rare: files.rare && resolve(files.rare) });
  globalThis.hashrangeEngine = engine;
  const page = new Page(url, module, engine, parts);
  globalThis.hashrangePage = page;
  if (!late) page.rest = undefined;
  await page.mount(url);
  // Only a page can request persistent storage. The list of workspaces shows a browser's refusal.
  navigator.storage?.persist?.().catch(() => {});
  if (late) page.fetchRest(late);
  else page.hold(false);
  dispatchEvent(new CustomEvent("TrunkApplicationStarted", { detail: { wasm: page.late.exports } }));
}

/** Replaces the progress bar with the reason, as text that can be selected and copied. */
function explain(reason) {
  console.error(reason);
  if (!boot) return;
  if (!boot.isConnected) document.body.append(boot);
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
