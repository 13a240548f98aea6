// The common part of the scripts with the AWS SDK for JavaScript: checks that continue after a failure, and the line at
// the end that counts them. Owns no client, so that scripts choose what they need.

import { isDeepStrictEqual } from "node:util";

let passed = 0;
let failed = 0;
let left = 0;

/** Checks that the found value equals the expected one. */
export function check(name, found, expected) {
  if (isDeepStrictEqual(found, expected)) {
    passed += 1;
  } else {
    failed += 1;
    console.log(`FAILED ${name}\n  expected`, expected, "\n  found", found);
  }
}

/** Records a check that is not possible here. */
export function skip(name, reason) {
  left += 1;
  console.log(`skipped ${name}: ${reason}`);
}

/** Checks that a request is refused with an error of this name or class. Returns the error. */
export async function refused(name, kind, promise) {
  const error = await promise.then(() => undefined, (error) => error);
  check(name, typeof kind === "string" ? error?.name : error instanceof kind, typeof kind === "string" ? kind : true);
  return error;
}

/** The options of a client: the key that signs requests, which a server may require, and no retries. */
export const CLIENT = {
  region: "us-east-1",
  credentials: { accessKeyId: "compat", secretAccessKey: "secret" },
  maxAttempts: 1,
};

/** Waits a short time, as programs do before a retry. */
export function pause(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** Reports the counts, by a line and the exit code. */
export function finish() {
  console.log(`cases: ${passed} passed, ${failed} failed${left > 0 ? `, ${left} skipped` : ""}`);
  process.exitCode = failed === 0 ? 0 : 1;
}
