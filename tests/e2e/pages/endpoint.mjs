// A DynamoDB endpoint for a test: our own server, or dynalite, on a port of its own.

import { spawn, spawnSync } from "node:child_process";
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const root = resolve(dirname(fileURLToPath(import.meta.url)), "../../..");

/** Starts the project's server. Returns its URL, a way to ask it, and a way to end it. */
export async function ownServer() {
  const built = spawnSync("cargo", ["build", "--quiet", "--package", "hashrange-server"], { cwd: root, stdio: "inherit" });
  if (built.status !== 0) throw new Error("hashrange-server cannot be built");
  const server = spawn(resolve(root, "target/debug/hashrange-server"), ["--port", "0", "--physics", "instant"], { cwd: root });
  const url = await new Promise((found, failed) => {
    let said = "";
    const hear = (bytes) => {
      said += bytes;
      const address = /http:\/\/127\.0\.0\.1:\d+/.exec(said);
      if (address) found(address[0]);
    };
    server.stdout.on("data", hear);
    server.stderr.on("data", hear);
    server.on("exit", () => failed(new Error(`hashrange-server ended: ${said}`)));
  });
  return { url, ask: (operation, body) => ask(url, operation, body), end: () => server.kill() };
}

/** Sends a request. Returns the answer. */
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
