// Starts the page: downloads the program, runs it here and in the engine's worker, and reports what could not be
// loaded. Until then the shell of index.html is on screen; this file shows the progress there, and follows its links.
// It reads file names only from the attributes of its own script tag. Must not know the application.

const script = document.querySelector("script[data-module]");
const boot = document.getElementById("boot");
const message = boot.querySelector(".boot-message");
const progress = boot.querySelector("progress");
/** Waits between attempts to load a file, in milliseconds. */
const ATTEMPTS = [0, 300, 1_500];
/** Time without words about a download, in milliseconds. */
const WORDLESS_MS = 3_000;
/** The same where the shell has nothing to show, because only the program can. */
const BLANK_MS = 300;

/** A failure whose text is already meant for the reader. */
class StartFailure extends Error {}

const resolve = (name) => new URL(name, import.meta.url).href;
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
  if (total > 0) {
    progress.max = total;
    progress.value = Math.min(received, total);
  }
  const words = total > 0 ? `${megabytes(received)} of ${megabytes(total)} MB` : `${megabytes(received)} MB`;
  if (performance.now() > WORDLESS_MS) message.textContent = `Loading the program: ${words}`;
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

/** Content-Length counts compressed bytes if the host compresses. The build wrote the uncompressed size beside the name. */
function sizeOf(response) {
  return Number(script.dataset.bytes) || (response.headers.has("content-encoding") ? 0 : Number(response.headers.get("content-length")));
}

/** Compiles the program while it arrives. */
function compile(url) {
  return persistently(url, async (address) => {
    // The defaults of this request must stay those of the preload in the head of the page, or it is fetched twice.
    const response = await fetch(address);
    if (!response.ok) {
      throw new StartFailure(`The server responded with status ${response.status} to ${new URL(url).pathname}. If the site was just updated, reload the page.`);
    }
    return WebAssembly.compileStreaming(counted(response, sizeOf(response)));
  });
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
        copy.href = url;
        copy.addEventListener("load", done);
        copy.addEventListener("error", () => fail(new Error("it did not arrive")));
        link.after(copy);
      });
    await persistently(link.href, again).catch(() => notice("The page's style sheet could not be loaded. Reload the page."));
  }
}

/** Reports at the top of the page what failed to load, with a retry. */
function notice(words) {
  const bar = document.createElement("div");
  bar.className = "load-failure";
  bar.setAttribute("role", "alert");
  const button = document.createElement("button");
  button.type = "button";
  button.className = "btn";
  button.textContent = "Try again";
  button.addEventListener("click", () => location.reload());
  bar.append(words, " ", button);
  document.body.prepend(bar);
}

/** What the address asks for. */
const asked = new URLSearchParams(location.search);
/** Whether another page shows this one in a frame. Then it has no last visit. */
const embedded = asked.has("embed");

/** A value of the preferences of the last visit (web/src/preferences.rs). */
function remembered(name) {
  try {
    return new RegExp(`;${name}=([\\w-]+)`).exec(localStorage.getItem("hashrange-preferences") ?? "")?.[1];
  } catch {
    // A browser without storage has no last visit.
    return undefined;
  }
}

/** The page's languages (web/words.mjs). */
const languages = document.documentElement.dataset.languages.split(" ");

/** The language that the address asks for, or that of the last visit, or the first one of the browser that the page has. */
function language() {
  const wishes = [asked.get("lang"), embedded ? undefined : remembered("language"), ...(navigator.languages ?? [])];
  for (const wish of wishes.filter(Boolean)) {
    const same = languages.find((tag) => tag.toLowerCase() === wish.toLowerCase());
    const close = same ?? languages.find((tag) => tag.split("-")[0] === wish.split("-")[0].toLowerCase());
    if (close) return close;
  }
  return languages[0];
}

/** Loads the page's words, and hands them to the program (web/src/language.rs). */
async function bringWords() {
  const tag = language();
  document.documentElement.lang = tag;
  const text = await persistently(resolve(`words/${tag}.txt`), async (address) => {
    const response = await fetch(address);
    if (!response.ok) throw new Error(`status ${response.status}`);
    return response.text();
  });
  const names = languages.flatMap((tag) => [tag, new Intl.DisplayNames(tag, { type: "language" }).of(tag)]);
  globalThis.hashrangeWords = { tag, text, names };
}

function showTheme() {
  const theme = embedded ? asked.get("theme") : remembered("theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
}

/** The section of the last visit. */
function placeOfLastVisit() {
  const section = remembered("door") ?? "learn";
  return section === "learn" && remembered("lesson") === "on" ? "lesson" : section;
}

/**
 * Shows in the shell what the address asks for: Learn, or a section that only the program can show. A link of the shell
 * changes the address, which the program obeys when it is here.
 */
function followAddress() {
  const named = /^#(learn|workbench|lesson|link|assignment)\b(.*)/.exec(location.hash);
  const unasked = embedded ? "workbench" : placeOfLastVisit();
  const place = named ? (named[1] === "learn" && named[2] ? "lesson" : named[1]) : unasked;
  boot.dataset.opens = place;
  if (place !== "learn") setTimeout(() => (message.textContent ||= "Loading the program"), BLANK_MS);
  const section = place === "workbench" || place === "link" ? "workbench" : "learn";
  for (const link of boot.querySelectorAll(".sections > a")) {
    if (link.hash === `#${section}`) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
}

/** Removes the shell, in the same frame as the program's first one. What was scrolled stays in place. */
function removeShell() {
  const [before, after] = [boot.querySelector(".main"), document.querySelector(".app:not(#boot) > .main")];
  if (after) after.scrollTop = before.scrollTop;
  boot.remove();
}

/** Holds the name of this version while the page is open, so that the service worker keeps its files. */
function holdVersion() {
  navigator.locks?.request(resolve("./"), { mode: "shared" }, () => new Promise(() => {})).catch(() => {});
}

async function start() {
  holdVersion();
  showTheme();
  followAddress();
  addEventListener("hashchange", followAddress);
  requireFeatures();
  bringStyles();
  const { module: glue, wasm } = script.dataset;
  const [url, module, { Engine }] = await Promise.all([
    persistently(resolve(glue), async (url) => (await import(url)) && url),
    compile(resolve(wasm)),
    persistently(resolve("engine.mjs"), (url) => import(url)),
    bringWords(),
  ]);
  removeEventListener("hashchange", followAddress);
  globalThis.hashrangeEngine = new Engine({ glue: url, module });
  const { default: initialise } = await import(url);
  const exports = await initialise({ module_or_path: module });
  removeShell();
  // Only a page can request persistent storage. The list of workspaces shows a browser's refusal.
  navigator.storage?.persist?.().catch(() => {});
  dispatchEvent(new CustomEvent("TrunkApplicationStarted", { detail: { wasm: exports } }));
  if (!embedded) prepareOffline();
}

/** Makes the page work without a network. The page works as well if the browser refuses. */
function prepareOffline() {
  const idle = globalThis.requestIdleCallback ?? setTimeout;
  idle(() => import("./offline.mjs").then(({ start }) => start()).catch((reason) => console.info(`Not available without a network: ${reason.message}`)));
}

/** Replaces the shell with the reason, as text that can be selected and copied. */
function explain(reason) {
  console.error(reason);
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
  boot.className = "failure";
  boot.setAttribute("role", "alert");
  boot.replaceChildren(heading, cause, again, hint, details);
}

start().catch(explain);
