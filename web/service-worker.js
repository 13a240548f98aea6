// The service worker: stores the files of one version of the page and serves them, so that the page works without a
// network. web/version.mjs writes before this text `const VERSION = { folder, files }`: the version's folder, and the SHA-256
// of each file by its path, where the empty path is the page itself. The store of a version is named by the address of its
// folder. The page names that folder in all its addresses, so it never gets files of two versions.
// Must not know what the files are for. Answers no other request: see decisions/0035-own-service-worker.md.

const { folder, files } = VERSION;
const { scope } = registration;
const NAME = `${scope}${folder}/`;
const VERSIONED = /^[0-9a-f]{16}\//;
/** On the machine of a developer, the server can have a newer page, or the page of another project, at the same address. */
const IS_LOCAL = /^(localhost|127\.0\.0\.1|\[::1\])$/.test(location.hostname);
/** Headers of the transport. A stored body is unpacked, and the same for every request. */
const OF_TRANSPORT = ["content-encoding", "content-length", "vary"];
/** How many files are downloaded at the same time. The page needs the network too. */
const AT_ONCE = 3;
const UNAVAILABLE = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><title>Hashrange</title>
<h1>Hashrange cannot be opened without a network now</h1>
<p>The copy of the page in this browser is incomplete or damaged, and the page's server cannot be reached.</p>
<p>Connect to the network and reload this page. Your workspaces are stored separately, and nothing in them has changed.</p></html>`;

/** Returns the response if its content is what the build wrote. */
async function checked(path, response) {
  if (!response?.ok) throw new Error(`${path || "the page"} could not be loaded`);
  const bytes = await response.arrayBuffer();
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  if (btoa(String.fromCharCode(...digest)) !== files[path]) throw new Error(`${path || "the page"} is not that of this version`);
  const headers = new Headers(response.headers);
  for (const name of OF_TRANSPORT) headers.delete(name);
  return new Response(bytes, { headers });
}

/** Downloads a file into the store. A wrong copy in the browser's own cache is downloaded again. */
async function download(path, store) {
  const arrived = async (cache) => checked(path, await fetch(scope + path, { cache }));
  const response = await arrived("default").catch(() => arrived("reload"));
  await store.put(scope + path, response.clone());
  return response;
}

/** Returns a file of this version: from the store, or from the network if it is missing or damaged there. */
async function fileOf(path, store) {
  return checked(path, await store.match(scope + path)).catch(() => download(path, store));
}

/** Stores all files. If one of them cannot be stored, the version is not installed. */
async function install() {
  const store = await caches.open(NAME);
  const paths = Object.keys(files).values();
  const storeNext = async () => {
    for (const path of paths) await fileOf(path, store);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, storeNext));
  // Open pages stay at their version. Pages that open from now on have this one.
  await skipWaiting();
}

/** Deletes the stores of versions that no page uses: each page holds a lock with the name of its version (init.mjs). */
async function deleteOthers() {
  // The store of the next version is being filled.
  if (registration.installing || registration.waiting) return;
  for (const name of await caches.keys()) {
    if (name === NAME || !name.startsWith(scope) || !VERSIONED.test(name.slice(scope.length))) continue;
    await navigator.locks.request(name, { ifAvailable: true }, (unused) => unused && caches.delete(name));
  }
}

async function serve(path, request) {
  try {
    if (path in files) return await fileOf(path, await caches.open(NAME));
    const ofOther = await caches.match(scope + path);
    if (ofOther) return ofOther;
  } catch {
    // The network may have what cannot be stored.
  }
  return fetch(request);
}

async function serveIndex(request) {
  const current = IS_LOCAL && (await fetch(request).catch(() => undefined));
  const inWords = () => new Response(UNAVAILABLE, { status: 503, headers: { "Content-Type": "text/html" } });
  return current || serve("", request).catch(inWords);
}

addEventListener("install", (event) => event.waitUntil(install()));
addEventListener("activate", (event) => event.waitUntil(clients.claim()));
// A page asks for the version that pages have from now on.
addEventListener("message", (event) => {
  event.source.postMessage({ version: NAME });
  event.waitUntil(deleteOthers());
});
addEventListener("fetch", (event) => {
  const { method, url } = event.request;
  if (method !== "GET" || !url.startsWith(scope)) return;
  const path = url.slice(scope.length).replace(/[?#].*/, "");
  if (path === "" || path === "index.html") event.respondWith(serveIndex(event.request));
  else if (VERSIONED.test(path)) event.respondWith(serve(path, event.request));
});
