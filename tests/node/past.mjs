// Returns to past states of journals in WebAssembly: one line of JSON in, one line out. Owns only the communication
// between them. Must not know what a moment is.
//
// Usage: node past.mjs <the module of tests/past>
//   {"journal": "…", "moments": "…"}        in base64; returns the number of returns to the moments

import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const { comeBack } = await import(pathToFileURL(process.argv[2]).href);
const bytes = (text) => Buffer.from(text, "base64");

for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
  let out;
  try {
    const { journal, moments } = JSON.parse(line);
    out = { returns: comeBack(bytes(journal), bytes(moments)) };
  } catch (error) {
    out = { failure: String(error) };
  }
  process.stdout.write(`${JSON.stringify(out)}\n`);
}
