// A Hashrange of the JavaScript package as a service on standard input and output, for the suite: one line of JSON in,
// one line out. Owns only the communication between them. Must not know operations.
//
// Usage: node service.mjs <the package's module>
//   {"options": {…}}                        a service without tables, which replaces the previous one
//   {"target": "…", "body": "…"}            a request
//   {"advance": 500}                        advances virtual time, in milliseconds
//   {"restore": "…"}                        restores the service of a journal, in base64, and returns the hash of its
// state

import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const { Hashrange } = await import(pathToFileURL(process.argv[2]).href);
let service;

function answer({ options, target, body, advance, restore }) {
  if (restore !== undefined) {
    service?.free();
    service = Hashrange.restore(Buffer.from(restore, "base64"));
    return { hash: service.stateHash() };
  }
  if (options !== undefined) {
    service?.free();
    service = new Hashrange(options);
    return {};
  }
  return advance === undefined ? service.dispatch(target, body) : service.advance(advance);
}

for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
  let out;
  try {
    out = answer(JSON.parse(line));
  } catch (error) {
    out = { failure: String(error) };
  }
  process.stdout.write(`${JSON.stringify(out)}\n`);
}
