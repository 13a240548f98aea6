// The service worker: stores the files of one version of the page, so that the page works without a network.
// web/assemble.mjs writes before this text `const VERSION = { folder, files }`: the folder of the version, and the SHA-256
// of each file by its path, where the empty path is the page itself. The store of a version has its folder's address as
// its name, and a page names that folder in all its addresses, so a page never gets files of two versions.
// Must not know what the files are for. Answers for nothing but them: see decisions/0035-own-service-worker.md.

const { folder, files } = VERSION;
const { scope } = registration;
const NAME = `${scope}${folder}/`;
const VERSIONED = /^[0-9a-f]{16}\//;
/**
 * On a developer's machine the index comes from the server if there is one: it was built a moment ago, or another project
 * uses the port now.
 */
const IS_LOCAL = /^(localhost|127\.0\.0\.1|\[::1\])$/.test(location.hostname);
const DAMAGED = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Hashrange</title>
<h1>Hashrange is not available without a network now</h1>
<p>The copy of the page in this browser is incomplete or damaged, and its server cannot be reached.</p>
<p>Connect to the network and reload this page. Your workspaces are stored separately and have not been changed.</p></html>`;

/** Returns the response after a check of its content, which must be what the build wrote. */
async function checked(path, response) {
  if (!response?.ok) throw new Error(`${path} did not arrive`);
  const bytes = await response.arrayBuffer();
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  if (btoa(String.fromCharCode(...digest)) !== files[path]) throw new Error(`${path} is not the file of this version`);
  return new Response(bytes, { headers: response.headers });
}

/** Downloads a file into the store. A wrong copy in the browser's own cache is passed by. */
async function bring(path, store) {
  const download = async (cache) => checked(path, await fetch(scope + path, { cache }));
  const response = await download("default").catch(() => download("reload"));
  await store.put(scope + path, response.clone());
  return response;
}

/** Stores what is still missing, one file after the other: the page needs the network too. */
async function install() {
  const store = await caches.open(NAME);
  for (const path of Object.keys(files)) if (!(await store.match(scope + path))) await bring(path, store);
  // Open pages stay at their version. Pages that open from now on have this one.
  await skipWaiting();
}

/** Deletes the stores of versions that no page uses: each page holds a lock with the name of its version (init.mjs). */
async function forgetOthers() {
  // The store of the next version is being filled.
  if (registration.installing || registration.waiting) return;
  for (const name of await caches.keys()) {
    if (name === NAME || !name.startsWith(scope) || !VERSIONED.test(name.slice(scope.length))) continue;
    await navigator.locks.request(name, { ifAvailable: true }, (unused) => unused && caches.delete(name));
  }
}

async function activate() {
  await clients.claim();
  await forgetOthers();
  for (const page of await clients.matchAll()) page.postMessage({ version: NAME });
}

/** A file from the store. One that is missing or damaged comes from the network, and is stored again. */
async function serve(path, request) {
  if (!(path in files)) return (await caches.match(scope + path)) ?? fetch(request);
  const store = await caches.open(NAME);
  const stored = await store.match(scope + path);
  return checked(path, stored)
    .catch(() => bring(path, store))
    .catch(() => fetch(request));
}

/** The page. */
async function serveIndex(request) {
  const fromNetwork = IS_LOCAL ? await fetch(request).catch(() => undefined) : undefined;
  const words = () => new Response(DAMAGED, { status: 503, headers: { "Content-Type": "text/html" } });
  return fromNetwork ?? serve("", request).catch(words);
}

addEventListener("install", (event) => event.waitUntil(install()));
addEventListener("activate", (event) => event.waitUntil(activate()));
addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || !request.url.startsWith(scope)) return;
  const path = request.url.slice(scope.length).replace(/[?#].*/, "");
  if (path === "" || path === "index.html") {
    event.respondWith(serveIndex(request));
    event.waitUntil(forgetOthers());
  } else if (VERSIONED.test(path)) {
    event.respondWith(serve(path, request));
  }
});
