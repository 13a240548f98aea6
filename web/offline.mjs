// The page without a network: registers the service worker after the start, and offers a new version when one is stored.
// Says in words what an address without TLS lacks. Only a release has a service worker: its files are in a folder with a
// version's name. Must not know the application; its messages are in the area of the application's own.

const version = new URL("./", import.meta.url).href;
const PLAIN = "hashrange-plain-address";

function button(words, act) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "btn";
  button.textContent = words;
  button.addEventListener("click", act);
  return button;
}

/** Shows a message in the corner until it is closed, as src/components/toasts does. */
function say(words, ...buttons) {
  const toast = document.createElement("div");
  toast.className = "toast toast-notice";
  const [sign, text] = ["i", words].map((words) => Object.assign(document.createElement("span"), { textContent: words }));
  sign.className = "toast-sign";
  sign.ariaHidden = "true";
  text.className = "toast-text";
  const close = button("✕", () => toast.remove());
  close.classList.add("btn-quiet");
  close.ariaLabel = "Close message";
  toast.append(sign, text, ...buttons, close);
  document.querySelector(".toasts")?.append(toast);
  return close;
}

/** Says once per browser what a page without TLS cannot do. */
function sayPlain() {
  try {
    if (localStorage.getItem(PLAIN)) return;
    const words = "This address has no TLS. Here the browser does not store the page for use without a network, does not keep two tabs of a workspace in step, and does not copy texts. Everything else works.";
    say(words).addEventListener("click", () => localStorage.setItem(PLAIN, "1"));
  } catch {
    // A browser that blocks storage says so in the footer.
  }
}

let offered = false;

function offer() {
  if (offered) return;
  offered = true;
  say("A new version of Hashrange is ready. Reload the page to use it.", button("Reload", () => location.reload()));
}

export async function start() {
  if (!isSecureContext) return sayPlain();
  if (!/\/[0-9a-f]{16}\/$/.test(version) || !navigator.serviceWorker) return;
  navigator.serviceWorker.addEventListener("message", ({ data }) => data.version && data.version !== version && offer());
  navigator.serviceWorker.startMessages();
  const registration = await navigator.serviceWorker.register(new URL("../service-worker.js", version));
  // A page that is open for days looks for a new version when the reader returns to it.
  document.addEventListener("visibilitychange", () => document.hidden || registration?.update().catch(() => {}));
}
