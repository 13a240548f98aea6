// What the scripts with the AWS SDK for JavaScript have in common: checks that go on after a failure, and the line at the
// end that counts them. Owns no client, so that scripts choose what they need.

import { isDeepStrictEqual } from "node:util";

let passed = 0;
let failed = 0;

/** What is found should be what is expected. */
export function check(name, found, expected) {
  if (isDeepStrictEqual(found, expected)) {
    passed += 1;
  } else {
    failed += 1;
    console.log(`FAILED ${name}\n  expected`, expected, "\n  found", found);
  }
}

/** A request should be refused, with an error of this name or class; hands out the error. */
export async function refused(name, kind, promise) {
  const error = await promise.then(() => undefined, (error) => error);
  check(name, typeof kind === "string" ? error?.name : error instanceof kind, typeof kind === "string" ? kind : true);
  return error;
}

/** The key that requests are signed with, which a server may insist on, and no second tries. */
export const CLIENT = {
  region: "us-east-1",
  credentials: { accessKeyId: "compat", secretAccessKey: "secret" },
  maxAttempts: 1,
};

/** Waits a little, as programs do that ask again. */
export function pause(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** Tells how it went, by a line and the exit code. */
export function finish() {
  console.log(`cases: ${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
}
