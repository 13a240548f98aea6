// The page on a static host, below a path: its index, the files that it names, WebAssembly that compiles, and the licences.
//
// Usage: node site.mjs <url>

import assert from "node:assert/strict";

const [url] = process.argv.slice(2);

/** Fetches a file of the page. */
async function file(name, type) {
  const response = await fetch(new URL(name, url));
  assert.equal(response.status, 200, name);
  assert.equal(response.headers.get("content-type").split(";")[0], type, name);
  return response;
}

const index = await (await file("", "text/html")).text();
assert.match(index, /http-equiv="Content-Security-Policy"/);
const named = [...index.matchAll(/(?:src|href)="(?:\.\/)?([\w./-]+\.(?:mjs|js|css|wasm))"/g)].map(([, name]) => name);
// Everything else is in the folder of the script that starts the page.
const [folder] = named.find((name) => name.endsWith("init.mjs")).match(/^.*\//);
const types = { mjs: "text/javascript", js: "text/javascript", css: "text/css", wasm: "application/wasm" };
for (const name of new Set(named)) {
  const extension = name.split(".").pop();
  const bytes = await (await file(name, types[extension])).arrayBuffer();
  if (extension === "wasm") await WebAssembly.compile(bytes);
}
for (const extension of Object.keys(types)) assert(named.some((name) => name.endsWith(`.${extension}`)), `the index names no .${extension}`);
assert.match(await (await file(`${folder}licences.txt`, "text/plain")).text(), /leptos/);
await file(`${folder}lessons/keys-1.txt`, "text/plain");
