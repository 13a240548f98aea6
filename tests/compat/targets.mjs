// The endpoints for tests of copies and of the page: this project's server, and three third-party ones. Each runs in
// its own process, on a free port of this machine, until the caller ends it.
//
// HASHRANGE_SERVER, HASHRANGE_MOTO and HASHRANGE_DYNOXIDE name the programs. HASHRANGE_MOTO_MISSING and
// HASHRANGE_DYNOXIDE_MISSING state why there is none. Owns no test.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const dynalite = resolve(dirname(fileURLToPath(import.meta.url)), "../../node_modules/dynalite/cli.js");

/** A free port. */
async function freePort() {
  const listener = createServer().listen(0, "127.0.0.1");
  await once(listener, "listening");
  const { port } = listener.address();
  listener.close();
  await once(listener, "close");
  return port;
}

/**
 * Each endpoint: the variable that names its program, its command line for a port, its output when it listens, what a
 * copied table lacks there, and whether it counts capacity units differently. This project's server prints its address.
 */
const TARGETS = {
  "our server": { variable: "HASHRANGE_SERVER", words: () => ["--port", "0"], ready: "http://", lacks: [] },
  dynalite: {
    words: (port) => [dynalite, "--port", port, "--createTableMs", "20", "--updateTableMs", "20"],
    ready: "Dynalite listening",
    lacks: ["TTL", "stream"],
  },
  moto: {
    variable: "HASHRANGE_MOTO",
    words: (port) => ["-H", "127.0.0.1", "-p", port],
    ready: "Running on",
    lacks: [],
    ownUnits: true,
  },
  dynoxide: {
    variable: "HASHRANGE_DYNOXIDE",
    words: (port) => ["--host", "127.0.0.1", "--port", port],
    ready: "127.0.0.1",
    lacks: [],
  },
};

/** The names of all endpoints. */
export const NAMES = Object.keys(TARGETS);

/** Why an endpoint cannot be started. `undefined` if it can. */
export function skipped(name) {
  const { variable } = TARGETS[name];
  if (!variable || process.env[variable]) return undefined;
  return process.env[`${variable}_MISSING`] ?? `${variable} names no program`;
}

/**
 * Starts an endpoint. Returns its name, its URL, what a table lacks there, whether it counts units differently, and a
 * function that ends it.
 */
export async function start(name) {
  const { variable, words, ready, lacks, ownUnits = false } = TARGETS[name];
  const port = await freePort();
  const child = spawn(variable ? process.env[variable] : process.execPath, words(String(port)));
  const url = await new Promise((found, failed) => {
    let said = "";
    let listens = false;
    const hear = (bytes) => {
      // Later output is read and dropped: some endpoints print a line for each request.
      if (listens) return;
      said += bytes;
      listens = said.includes(ready);
      if (listens) found(/http:\/\/127\.0\.0\.1:\d+/.exec(said)?.[0] ?? `http://127.0.0.1:${port}`);
    };
    child.stdout.on("data", hear);
    child.stderr.on("data", hear);
    child.on("error", failed);
    child.on("exit", () => failed(new Error(`${name} ended: ${said}`)));
  });
  return { name, url, lacks, ownUnits, end: () => child.kill() };
}
