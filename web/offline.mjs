// The page without a network: registers the service worker after the start, and offers a new version when it is stored.
// Says in words what an address without TLS lacks. Only a release has a service worker: its files are in a folder that is
// named after the version. Must not know the application; its messages are in the area of the application's own.

/** The address of this version's folder, which is also the name of its store. */
const version = new URL("./", import.meta.url).href;
/** The place of the mark that the reader closed the message about TLS. */
const READ = "hashrange-no-tls";

function button(words, act) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "btn";
  button.textContent = words;
  button.addEventListener("click", act);
  return button;
}

/** Shows a message with these buttons in the corner until it is closed, as src/components/toasts does. */
function say(words, closed, ...buttons) {
  const [toast, sign, text] = ["div", "span", "span"].map((name) => document.createElement(name));
  toast.className = "toast toast-notice";
  sign.className = "toast-sign";
  sign.ariaHidden = "true";
  sign.textContent = "i";
  text.className = "toast-text";
  text.textContent = words;
  const close = button("✕", () => (toast.remove(), closed()));
  close.classList.add("btn-quiet");
  close.ariaLabel = "Close message";
  toast.append(sign, text, ...buttons, close);
  document.querySelector(".toasts")?.append(toast);
}

/** Says what browsers refuse to a page without TLS, until the reader closes the message. */
function sayWithoutTls() {
  try {
    if (localStorage.getItem(READ)) return;
  } catch {
    // A browser that blocks storage shows the message each time.
  }
  const words =
    "This address has no TLS (https:). Here the browser does not store the page for use without a network, copy text, or stop two tabs from changing the same workspace. It can delete workspaces when the disk is full. Save to a file what you want to keep.";
  say(words, () => localStorage.setItem(READ, "1"));
}

const offers = new Set();

/** Shows a message with a button that leads to a new version. Each message is shown once. */
function offer(words, name, act) {
  if (offers.has(words)) return;
  offers.add(words);
  say(words, () => {}, button(name, act));
}

function offerReload() {
  offer("A new version of Hashrange is ready. Reload the page to use it.", "Reload", () => location.reload());
}

/** Nobody is left with an old version because the host changes a file, or has not received all of them yet. */
function offerUnstored(registration) {
  const open = () => registration.unregister().then(() => location.reload());
  offer("A new version of Hashrange could not be stored completely. This page is the previous version.", "Open the new one", open);
}

export async function start() {
  const { serviceWorker } = navigator;
  if (!isSecureContext) return sayWithoutTls();
  if (!serviceWorker || !/\/[0-9a-f]{16}\/$/.test(version)) return;
  await serviceWorker.register(new URL("../service-worker.js", version));
  const registration = await serviceWorker.ready;
  let isCurrent = false;
  serviceWorker.addEventListener("message", ({ data }) => {
    isCurrent = data.version === version;
    // While another version is being installed, the page can be that version, from the network.
    if (!isCurrent && !registration.installing) offerReload();
  });
  serviceWorker.startMessages();
  const ask = () => serviceWorker.controller?.postMessage("version");
  serviceWorker.addEventListener("controllerchange", ask);
  registration.addEventListener("updatefound", () => {
    registration.installing?.addEventListener("statechange", ({ target }) => target.state === "redundant" && isCurrent && offerUnstored(registration));
  });
  // Without a network there is no update, and the page asks all the same.
  const look = () => registration.update().catch(() => {}).then(ask);
  look();
  // A page that is open for days looks for a new version when the reader returns to it.
  document.addEventListener("visibilitychange", () => document.hidden || look());
}
