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
    "This address has no TLS (https:). Here the browser does not store the page for use without a network, does not copy text, and does not stop two tabs from changing the same workspace. It can delete workspaces when the disk is full. Save to a file what you want to keep.";
  say(words, () => localStorage.setItem(READ, "1"));
}

let offered = false;

function offer() {
  if (offered) return;
  offered = true;
  say("A new version of Hashrange is ready. Reload the page to use it.", () => {}, button("Reload", () => location.reload()));
}

export async function start() {
  const { serviceWorker } = navigator;
  if (!isSecureContext) return sayWithoutTls();
  if (!serviceWorker || !/\/[0-9a-f]{16}\/$/.test(version)) return;
  const ask = () => serviceWorker.controller?.postMessage("version");
  serviceWorker.addEventListener("message", ({ data }) => data.version !== version && offer());
  serviceWorker.startMessages();
  serviceWorker.addEventListener("controllerchange", ask);
  await serviceWorker.register(new URL("../service-worker.js", version));
  const registration = await serviceWorker.ready;
  // While a version is being installed, the page may have come from the network and be that version.
  const look = () => registration.update().then(() => registration.installing ?? ask()).catch(() => {});
  look();
  // A page that is open for days looks for a new version when the reader returns to it.
  document.addEventListener("visibilitychange", () => document.hidden || look());
}
