#!/usr/bin/env node
// The command `copy` with dynalite, which other people wrote and which knows neither TTL nor streams: a table goes from a
// server to a file, from the file to dynalite, and back into another file.
//
// Usage: node tests/compat/dynalite.mjs <program and its first arguments>, `target/debug/hashrange-server` for example

import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import dynalite from "dynalite";
import {
  BatchWriteItemCommand,
  CreateTableCommand,
  DescribeTableCommand,
  DynamoDBClient,
  UpdateTimeToLiveCommand,
  paginateScan,
} from "@aws-sdk/client-dynamodb";
import { CLIENT, check, finish } from "./checks.mjs";

const [program, ...first] = process.argv.slice(2);
const ITEMS = 500;
const TABLE = "Thread";

const folder = await mkdtemp(join(tmpdir(), "hashrange-copy-"));

/** Runs the command, and hands out its exit code and what it tells. */
async function copy(from, to) {
  const child = spawn(program, [...first, "copy", "--from", from, "--to", to, "--state", join(folder, "state.json")]);
  let told = "";
  let complaint = "";
  child.stdout.on("data", (bytes) => (told += bytes));
  child.stderr.on("data", (bytes) => (complaint += bytes));
  const [code] = await once(child, "close");
  if (code !== 0) console.log(complaint);
  return { code, told };
}

/** A server of ours, on a free port. */
async function server() {
  const child = spawn(program, [...first, "--port", "0"]);
  for await (const line of createInterface({ input: child.stdout })) {
    const url = line.split(" ").find((word) => word.startsWith("http://"));
    return { child, url };
  }
  throw new Error("the server does not start");
}

/** An item: numbers of all lengths, sets, binaries, nested values. */
function thread(number) {
  return {
    Forum: { S: `f${number % 11}` },
    Subject: { N: `${number}.25` },
    Last: { S: `l${number % 5}` },
    Price: { N: "12345678901234567890.123456789" },
    Tags: { SS: [`b${number}`, "a"] },
    Sizes: { NS: ["10", "2.5", "-1e3"] },
    Bytes: { B: new Uint8Array([0, number % 256]) },
    Deep: { M: { list: { L: [{ NULL: true }, { BOOL: false }, { S: "ñ 🦀" }] } } },
    Body: { S: "x".repeat(3000) },
  };
}

async function fill(client) {
  const key = (...names) => names.map((name, place) => ({ AttributeName: name, KeyType: ["HASH", "RANGE"][place] }));
  await client.send(
    new CreateTableCommand({
      TableName: TABLE,
      AttributeDefinitions: [
        { AttributeName: "Forum", AttributeType: "S" },
        { AttributeName: "Subject", AttributeType: "N" },
        { AttributeName: "Last", AttributeType: "S" },
      ],
      KeySchema: key("Forum", "Subject"),
      LocalSecondaryIndexes: [
        { IndexName: "ByLast", KeySchema: key("Forum", "Last"), Projection: { ProjectionType: "KEYS_ONLY" } },
      ],
      GlobalSecondaryIndexes: [
        {
          IndexName: "Newest",
          KeySchema: key("Last"),
          Projection: { ProjectionType: "INCLUDE", NonKeyAttributes: ["Price"] },
          ProvisionedThroughput: { ReadCapacityUnits: 7, WriteCapacityUnits: 8 },
        },
      ],
      ProvisionedThroughput: { ReadCapacityUnits: 5, WriteCapacityUnits: 6 },
      StreamSpecification: { StreamEnabled: true, StreamViewType: "NEW_IMAGE" },
      Tags: [{ Key: "team", Value: "a" }],
    }),
  );
  const on = { Enabled: true, AttributeName: "Expires" };
  await client.send(new UpdateTimeToLiveCommand({ TableName: TABLE, TimeToLiveSpecification: on }));
  for (let start = 0; start < ITEMS; start += 25) {
    const puts = Array.from({ length: 25 }, (_, place) => ({ PutRequest: { Item: thread(start + place) } }));
    await client.send(new BatchWriteItemCommand({ RequestItems: { [TABLE]: puts } }));
  }
}

/** Everything of the table, in an order of its own; members of sets too. */
async function content(client) {
  const items = [];
  for await (const page of paginateScan({ client }, { TableName: TABLE, ConsistentRead: true })) {
    items.push(...page.Items);
  }
  const number = (text) => String(Number(text));
  for (const item of items) {
    item.Tags.SS.sort();
    item.Sizes.NS = item.Sizes.NS.map(number).sort();
  }
  return items.sort((one, other) => Number(one.Subject.N) - Number(other.Subject.N));
}

/** What a table is made of, wherever it is. */
async function made(client) {
  const { Table: table } = await client.send(new DescribeTableCommand({ TableName: TABLE }));
  const units = ({ ReadCapacityUnits, WriteCapacityUnits }) => [ReadCapacityUnits, WriteCapacityUnits];
  const index = ({ IndexName, KeySchema, Projection }) => ({ IndexName, KeySchema, Projection });
  return {
    keys: table.KeySchema,
    units: units(table.ProvisionedThroughput),
    local: table.LocalSecondaryIndexes.map(index),
    global: table.GlobalSecondaryIndexes.map(index),
    unitsOfIndex: units(table.GlobalSecondaryIndexes[0].ProvisionedThroughput),
  };
}

const ours = await server();
const theirs = dynalite({ createTableMs: 20, updateTableMs: 20 });
await new Promise((resolve) => theirs.listen(0, "127.0.0.1", resolve));
const url = `http://127.0.0.1:${theirs.address().port}`;
try {
  const own = new DynamoDBClient({ ...CLIENT, endpoint: ours.url });
  const other = new DynamoDBClient({ ...CLIENT, endpoint: url });
  await fill(own);
  const [there, back] = [join(folder, "there.hashrange"), join(folder, "back.hashrange")];

  const saved = await copy(ours.url, there);
  check("a table goes to a file", [saved.code, saved.told.includes("not copied")], [0, false]);

  const sent = await copy(there, url);
  check("a file goes to dynalite", [sent.code, sent.told.startsWith(`${TABLE}: ${ITEMS} items copied`)], [0, true]);
  check("what dynalite lacks is told", ["TTL", "stream"].map((what) => sent.told.includes(`not copied: ${what}`)), [
    true,
    true,
  ]);
  check("dynalite has the items", await content(other), await content(own));
  check("dynalite has the table", await made(other), await made(own));

  const again = await copy(there, url);
  check("twice is as good as once", again.code, 0);

  const returned = await copy(url, back);
  check("dynalite's table goes to a file", returned.code, 0);
  const digest = ({ told }) => told.match(/digest ([0-9a-f]+)/)?.[1];
  check("the digests are equal", [digest(sent), digest(returned)], [digest(saved), digest(saved)]);
} finally {
  ours.child.kill();
  theirs.close();
  await rm(folder, { recursive: true });
}
finish();
