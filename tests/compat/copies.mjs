#!/usr/bin/env node
// The command `copy` with third-party endpoints. Copies a table from this project's server to each, kills the copy
// three times, and compares each item that the AWS SDK reads on both sides. Then copies the table back into a file.
//
// Usage: node tests/compat/copies.mjs <items> <endpoint>..., with the variables of targets.mjs.

import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { CLIENT, check, finish, pause, skip } from "./checks.mjs";
import { skipped, start } from "./targets.mjs";
import { TABLE, content, fill, made } from "./thread.mjs";

const [count, ...names] = process.argv.slice(2);
const ITEMS = Number(count);
/** The shares of the items after which a copy is killed. */
const KILLS = [0.2, 0.5, 0.8];

const folder = await mkdtemp(join(tmpdir(), "hashrange-copy-"));
const state = join(folder, "state.json");

/** Starts the command. Returns the process, and a promise for its exit code, signal and output. */
function begin(from, to) {
  const child = spawn(process.env.HASHRANGE_SERVER, ["copy", "--from", from, "--to", to, "--state", state]);
  let output = "";
  let complaint = "";
  child.stdout.on("data", (bytes) => (output += bytes));
  child.stderr.on("data", (bytes) => (complaint += bytes));
  const ended = once(child, "close").then(([code, signal]) => {
    if (code !== 0 && signal === null) console.log(complaint);
    return { code, signal, output };
  });
  return { child, ended };
}

/** Runs the command to its end. */
function copy(from, to) {
  return begin(from, to).ended;
}

/** The number of written items in the state file. */
async function written() {
  const text = await readFile(state, "utf8").catch(() => undefined);
  const tables = text ? JSON.parse(text).tables : [];
  return tables.flatMap((table) => table.copied).reduce((sum, walk) => sum + walk.items, 0);
}

/** Runs the command, and kills it when this number of items is written. Returns the signal that ended it. */
async function killed(from, to, items) {
  const { child, ended } = begin(from, to);
  let over = false;
  ended.then(() => (over = true));
  while (!over && (await written()) < items) await pause(1);
  child.kill("SIGKILL");
  return (await ended).signal;
}

const digest = ({ output }) => output.match(/digest ([0-9a-f]+)/)?.[1];

/** Copies the table in a file to an endpoint and back. */
async function visit(name, source, own) {
  const target = await start(name);
  const began = performance.now();
  try {
    const signals = [];
    for (const share of KILLS) signals.push(await killed(source.url, target.url, share * ITEMS));
    check(`${name}: the copy is killed three times`, signals, KILLS.map(() => "SIGKILL"));
    const sent = await copy(source.url, target.url);
    const line = `${TABLE}: ${ITEMS} items copied and compared`;
    check(`${name}: the same command goes on to the end`, [sent.code, sent.output.includes(line)], [0, true]);
    const lacks = [...sent.output.matchAll(/not copied: (\w+)/g)].map(([, what]) => what);
    check(`${name}: what it lacks is reported`, lacks, target.lacks);

    const other = new DynamoDBClient({ ...CLIENT, endpoint: target.url });
    const [here, there] = [own.items, await content(other)];
    check(`${name}: it has as many items`, there.length, here.length);
    const different = here.filter((item, place) => item !== there[place]);
    check(`${name}: each of the ${ITEMS} items is the same`, different.slice(0, 3), []);
    check(`${name}: it has the table`, await made(other), own.made);

    const returned = await copy(target.url, join(folder, `${name}.hashrange`));
    check(`${name}: the table goes to a file, with the same digest`, [returned.code, digest(returned)], [0, own.digest]);
  } finally {
    target.end();
    console.log(`${name}: ${ITEMS} items in ${Math.round((performance.now() - began) / 1000)} s`);
  }
}

const source = await start("our server");
try {
  const client = new DynamoDBClient({ ...CLIENT, endpoint: source.url });
  await fill(client, ITEMS);
  const file = join(folder, "there.hashrange");
  const saved = await copy(source.url, file);
  check("a table goes to a file, whole", [saved.code, saved.output.includes("not copied")], [0, false]);
  const own = { items: await content(client), made: await made(client), digest: digest(saved) };
  for (const name of names) {
    const reason = skipped(name);
    if (reason) skip(name, reason);
    else await visit(name, source, own);
  }
  const again = await start("our server");
  const sent = await copy(file, again.url);
  check("a file goes to a server", [sent.code, digest(sent)], [0, own.digest]);
  const twice = await copy(file, again.url);
  check("twice is as good as once", [twice.code, digest(twice)], [0, own.digest]);
  again.end();
} finally {
  source.end();
  await rm(folder, { recursive: true });
}
finish();
