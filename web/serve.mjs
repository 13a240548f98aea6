// Serves a folder as a static host does: `node web/serve.mjs <folder> <address> <port> <base> [<delay>]`. `address` is one
// of this machine. `base` is the path of the folder, with a slash at both ends. Port 0 selects a free port. `delay` is how
// many milliseconds every file takes longer. The first line of output is the page's address, or starts with `error`. sirv
// reads the files, sends the compressed copies beside them, and sets content types and entity tags, so a browser gets a
// rebuilt page. The server answers nothing but files, and ends when its standard input is closed.

import { createServer } from "node:http";
import { setTimeout as pass } from "node:timers/promises";
import sirv from "sirv";

const [folder, address, port, base, delay] = process.argv.slice(2);
const files = sirv(folder, {
  // Reads the folder for every request.
  dev: true,
  etag: true,
  gzip: true,
  setHeaders: (response) => response.setHeader("X-Content-Type-Options", "nosniff"),
});

function refuse(response, status, text) {
  response.writeHead(status, { "Content-Type": "text/plain; charset=utf-8" });
  response.end(text);
}

const server = createServer(async (request, response) => {
  if (request.method !== "GET" && request.method !== "HEAD") return refuse(response, 405, "Use GET or HEAD.\n");
  if (`${request.url}/` === base) {
    response.writeHead(301, { Location: base });
    return response.end();
  }
  if (!request.url.startsWith(base)) return refuse(response, 404, `The page is at ${base}.\n`);
  if (Number(delay)) await pass(Number(delay));
  request.url = request.url.slice(base.length - 1);
  files(request, response, () => refuse(response, 404, "There is no such file.\n"));
});

server.on("error", (error) => {
  console.log(`error: ${error.message}`);
  process.exit(1);
});
const host = address.includes(":") ? `[${address}]` : address;
server.listen(Number(port), address, () => console.log(`http://${host}:${server.address().port}${base}`));
process.stdin.on("end", () => process.exit(0)).resume();
