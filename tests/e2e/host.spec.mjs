// What `cargo xtask serve` has in common with a static host: content types, entity tags, one folder below one path.

import { request as sockets } from "node:http";
import { expect, test } from "@playwright/test";

test("files have their types, and are sent again only when they have changed", async ({ request }) => {
  const page = await request.get("./");
  expect(page.status()).toBe(200);
  expect(page.headers()["content-type"]).toMatch(/^text\/html/);
  const [, program] = /href="([^"]+_bg\.wasm)"/.exec(await page.text());
  const wasm = await request.head(program);
  expect(wasm.headers()).toMatchObject({ "content-type": "application/wasm", "cache-control": "no-cache", "x-content-type-options": "nosniff" });
  const again = await request.get(program, { headers: { "If-None-Match": wasm.headers().etag } });
  expect(again.status()).toBe(304);
});

test("what is not in the folder is not there", async ({ request, baseURL }) => {
  expect((await request.get("./none.mjs")).status()).toBe(404);
  expect((await request.get("/")).status()).toBe(404);
  expect((await request.post("./")).status()).toBe(405);
  const bare = await request.get(baseURL.replace(/\/$/, ""), { maxRedirects: 0 });
  expect([bare.status(), bare.headers().location]).toEqual([301, new URL(baseURL).pathname]);
  // A plain network client, because a browser would remove the dots from the path.
  const { hostname, port, pathname } = new URL(baseURL);
  for (const path of ["../README.md", "%2e%2e/README.md", "..%2fREADME.md"]) {
    const status = await new Promise((resolve, reject) => {
      const asked = sockets({ hostname, port, path: `${pathname}${path}` }, (response) => resolve(response.resume().statusCode));
      asked.on("error", reject).end();
    });
    expect(status, path).toBe(404);
  }
});
