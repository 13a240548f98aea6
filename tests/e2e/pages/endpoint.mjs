// A DynamoDB endpoint for a test, one of those in tests/compat/targets.mjs: this project's server, or a third-party
// one. An endpoint without CORS is accessed through `hashrange-server relay`, as a reader would do.

import { spawn, spawnSync } from "node:child_process";
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { NAMES, skipped, start } from "../../compat/targets.mjs";

const root = resolve(dirname(fileURLToPath(import.meta.url)), "../../..");

/** The endpoints of a run: two in the usual tier, all in the longer one. */
export const ENDPOINTS = process.env.HASHRANGE_FULL ? NAMES : ["our server", "dynalite"];

/** Why an endpoint is not available. `undefined` if it is. */
export function missing(name) {
  return name === "our server" ? undefined : skipped(name);
}

/** Builds this project's server, if necessary. */
function build() {
  if (process.env.HASHRANGE_SERVER) return;
  const built = spawnSync("cargo", ["build", "--quiet", "--package", "hashrange-server"], { cwd: root, stdio: "inherit" });
  if (built.status !== 0) throw new Error("hashrange-server cannot be built");
  process.env.HASHRANGE_SERVER = resolve(root, process.env.CARGO_TARGET_DIR ?? "target", "debug/hashrange-server");
}

/**
 * Starts an endpoint for pages of an origin. Returns the URL for the page, a function that sends a request, and a
 * function that ends it.
 */
export async function endpoint(name, origin) {
  build();
  const target = await start(name);
  const own = { ...target, ask: (operation, body) => ask(target.url, operation, body) };
  if (await knowsCors(target.url, origin)) return own;
  const passing = await relay(target.url, origin);
  const end = () => {
    passing.end();
    target.end();
  };
  return { ...own, url: passing.url, end };
}

/** Starts a relay to an endpoint for pages of an origin. Returns its URL and a function that ends it. */
export async function relay(to, origin) {
  build();
  const child = spawn(process.env.HASHRANGE_SERVER, ["relay", "--to", to, "--port", "0", "--origin", origin]);
  const url = await new Promise((found, failed) => {
    let said = "";
    const hear = (bytes) => {
      said += bytes;
      const address = /http:\/\/127\.0\.0\.1:\d+/.exec(said.replaceAll(to, ""));
      if (address) found(address[0]);
    };
    child.stdout.on("data", hear);
    child.stderr.on("data", hear);
    child.on("exit", () => failed(new Error(`the relay ended: ${said}`)));
  });
  return { url, end: () => child.kill() };
}

/** Whether it permits requests from pages of this origin. */
async function knowsCors(url, origin) {
  const headers = {
    origin,
    "access-control-request-method": "POST",
    "access-control-request-headers": "authorization,content-type,x-amz-date,x-amz-target",
  };
  const answer = await fetch(`${url}/`, { method: "OPTIONS", headers });
  const allowed = answer.headers.get("access-control-allow-headers")?.toLowerCase() ?? "";
  const origins = ["*", origin];
  return origins.includes(answer.headers.get("access-control-allow-origin")) && /\*|x-amz-target/.test(allowed);
}

/** Sends a request. Returns the response. */
export async function ask(url, operation, body) {
  const headers = {
    "content-type": "application/x-amz-json-1.0",
    "x-amz-target": `DynamoDB_20120810.${operation}`,
    authorization: "AWS4-HMAC-SHA256 Credential=any/20260101/us-east-1/dynamodb/aws4_request, SignedHeaders=host, Signature=any",
    "x-amz-date": "20260101T000000Z",
  };
  const response = await fetch(`${url}/`, { method: "POST", headers, body: JSON.stringify(body) });
  return response.json();
}
