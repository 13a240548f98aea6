// A page of another origin with Hashrange in a frame, and a list of the frame's messages.

import { createServer } from "node:http";

const HOST = (source) => `<!doctype html><title>Host</title><meta charset="utf-8">
<script>
  const said = [];
  addEventListener("message", (event) => said.push({ ...event.data, origin: event.origin }));
</script>
<iframe src="${source}" title="Hashrange" width="900" height="600"></iframe>`;

/** Serves a page around `source` on its own port. Returns its address and a function that ends it. */
export async function hostOf(source) {
  const server = createServer((request, response) => {
    response.writeHead(200, { "content-type": "text/html" });
    response.end(HOST(source));
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address();
  return { url: `http://127.0.0.1:${port}/`, end: () => new Promise((done) => server.close(done)) };
}

/** The messages of a kind that the page has received so far. */
export const said = (page, type) =>
  page.evaluate((type) => said.filter((message) => message.type === type), type);
