#!/usr/bin/env node
// Reads a table's stream with an unchanged AWS SDK for JavaScript, version 3: against a server, or against the
// JavaScript package in this process, without a socket.
//
// Usage: node tests/compat/aws_sdk_streams.mjs http://127.0.0.1:8000
//        node tests/compat/aws_sdk_streams.mjs <folder of the package>
//
// Needs the npm packages, and nothing from AWS. The table has a new name each time. The output is that of aws_sdk.mjs.

import { join } from "node:path";
import { pathToFileURL } from "node:url";
import {
  CreateTableCommand,
  DeleteItemCommand,
  DeleteTableCommand,
  DynamoDBClient,
  PutItemCommand,
  UpdateItemCommand,
  UpdateTableCommand,
  UpdateTimeToLiveCommand,
  waitUntilTableExists,
  waitUntilTableNotExists,
} from "@aws-sdk/client-dynamodb";
import {
  DescribeStreamCommand,
  DynamoDBStreamsClient,
  GetRecordsCommand,
  GetShardIteratorCommand,
  ListStreamsCommand,
  ResourceNotFoundException,
} from "@aws-sdk/client-dynamodb-streams";
import { CLIENT, check, finish, pause, refused } from "./checks.mjs";

const TRIES = 100;
const WAIT = { maxWaitTime: 60, minDelay: 1, maxDelay: 1 };

/** Creates a table, and enables its stream when the table exists. */
async function enable(client, TableName) {
  await client.send(
    new CreateTableCommand({
      TableName,
      AttributeDefinitions: [{ AttributeName: "Artist", AttributeType: "S" }],
      KeySchema: [{ AttributeName: "Artist", KeyType: "HASH" }],
      BillingMode: "PAY_PER_REQUEST",
    }),
  );
  await waitUntilTableExists({ client, ...WAIT }, { TableName });
  const StreamSpecification = { StreamEnabled: true, StreamViewType: "NEW_AND_OLD_IMAGES" };
  const { TableDescription } = await client.send(new UpdateTableCommand({ TableName, StreamSpecification }));
  check("enable: view", TableDescription.StreamSpecification.StreamViewType, "NEW_AND_OLD_IMAGES");
  await waitUntilTableExists({ client, ...WAIT }, { TableName });
  await refused(
    "enable: again",
    "ValidationException",
    client.send(new UpdateTableCommand({ TableName, StreamSpecification })),
  );
  return TableDescription.LatestStreamArn;
}

/** Puts, changes and deletes an item, with one update that changes nothing. */
async function write(client, TableName) {
  const Key = { Artist: { S: "Ada" } };
  await client.send(new PutItemCommand({ TableName, Item: { ...Key, Blob: { B: new Uint8Array([0, 255]) } } }));
  const update = {
    TableName,
    Key,
    UpdateExpression: "SET Plays = :p REMOVE #b",
    ExpressionAttributeNames: { "#b": "Blob" },
    ExpressionAttributeValues: { ":p": { N: "1.50" } },
  };
  await client.send(new UpdateItemCommand(update));
  await client.send(new UpdateItemCommand(update));
  await client.send(new DeleteItemCommand({ TableName, Key }));
}

/** Finds the stream by the table's name and by the stream's ARN. */
async function describe(streams, TableName, StreamArn) {
  const listed = await streams.send(new ListStreamsCommand({ TableName }));
  const label = StreamArn.split("/stream/")[1];
  check("list: the stream", listed.Streams, [{ StreamArn, StreamLabel: label, TableName }]);
  const { StreamDescription } = await streams.send(new DescribeStreamCommand({ StreamArn }));
  check("describe: status", StreamDescription.StreamStatus, "ENABLED");
  check("describe: keys", StreamDescription.KeySchema, [{ AttributeName: "Artist", KeyType: "HASH" }]);
  check("describe: time", StreamDescription.CreationRequestDateTime instanceof Date, true);
  await refused(
    "describe: none",
    ResourceNotFoundException,
    streams.send(new DescribeStreamCommand({ StreamArn: `${StreamArn}0` })),
  );
  return StreamDescription.Shards;
}

/** The records of a shard from a position, until there are no more. */
async function records(streams, StreamArn, ShardId, place) {
  const start = await streams.send(new GetShardIteratorCommand({ StreamArn, ShardId, ...place }));
  const found = [];
  let ShardIterator = start.ShardIterator;
  while (ShardIterator !== undefined) {
    const page = await streams.send(new GetRecordsCommand({ ShardIterator, Limit: 2 }));
    if (page.Records.length === 0) {
      break;
    }
    found.push(...page.Records);
    ShardIterator = page.NextShardIterator;
  }
  return found;
}

const FROM_THE_START = { ShardIteratorType: "TRIM_HORIZON" };

/** The shard with records, and its records. */
async function shardWithRecords(streams, StreamArn, shards) {
  for (const { ShardId } of shards) {
    const found = await records(streams, StreamArn, ShardId, FROM_THE_START);
    if (found.length > 0) {
      return [ShardId, found];
    }
  }
  return [undefined, []];
}

/** Tests every kind of iterator, and the content of the records. */
async function read(streams, StreamArn, shards) {
  const [ShardId, found] = await shardWithRecords(streams, StreamArn, shards);
  check("records: names", found.map((record) => record.eventName), ["INSERT", "MODIFY", "REMOVE"]);
  const [inserted, modified, removed] = found.map((record) => record.dynamodb);
  const [before, after] = [{ B: new Uint8Array([0, 255]) }, { N: "1.5" }];
  check("records: inserted", [inserted.OldImage, inserted.NewImage?.Blob], [undefined, before]);
  check("records: modified", [modified.OldImage?.Blob, modified.NewImage?.Plays], [before, after]);
  check("records: removed", [removed.OldImage?.Plays, removed.NewImage], [after, undefined]);
  check("records: keys", removed.Keys, { Artist: { S: "Ada" } });
  check("records: by nobody else", found.map((record) => record.userIdentity), [undefined, undefined, undefined]);
  check("records: time", Math.abs(removed.ApproximateCreationDateTime - Date.now()) < 120_000, true);
  const numbers = found.map((record) => BigInt(record.dynamodb.SequenceNumber));
  check("records: order", numbers[0] < numbers[1] && numbers[1] < numbers[2], true);

  const from = async (ShardIteratorType, SequenceNumber) => {
    const place = { ShardIteratorType, SequenceNumber };
    return (await records(streams, StreamArn, ShardId, place)).map((record) => record.eventName);
  };
  check("iterator: trim horizon", await from("TRIM_HORIZON"), ["INSERT", "MODIFY", "REMOVE"]);
  check("iterator: latest", await from("LATEST"), []);
  check("iterator: at", await from("AT_SEQUENCE_NUMBER", modified.SequenceNumber), ["MODIFY", "REMOVE"]);
  check("iterator: after", await from("AFTER_SEQUENCE_NUMBER", modified.SequenceNumber), ["REMOVE"]);
  await refused("iterator: at nothing", "ValidationException", from("AT_SEQUENCE_NUMBER"));
  const iterator = { ShardIterator: "no iterator" };
  await refused("iterator: none", "ValidationException", streams.send(new GetRecordsCommand(iterator)));
}

/** The service deletes an expired item, and its record shows that. */
async function expire(client, streams, TableName, StreamArn) {
  const TimeToLiveSpecification = { Enabled: true, AttributeName: "Until" };
  await client.send(new UpdateTimeToLiveCommand({ TableName, TimeToLiveSpecification }));
  const Until = { N: String(Math.floor(Date.now() / 1_000) - 60) };
  await client.send(new PutItemCommand({ TableName, Item: { Artist: { S: "Eva" }, Until } }));
  let gone;
  for (let turn = 0; turn < TRIES && gone === undefined; turn += 1) {
    const { StreamDescription } = await streams.send(new DescribeStreamCommand({ StreamArn }));
    for (const { ShardId } of StreamDescription.Shards) {
      const found = await records(streams, StreamArn, ShardId, FROM_THE_START);
      gone ??= found.find((record) => record.eventName === "REMOVE" && record.dynamodb.Keys.Artist.S === "Eva");
    }
    await pause(50);
  }
  check("expiry: by the service", gone?.userIdentity, { PrincipalId: "dynamodb.amazonaws.com", Type: "Service" });
  check("expiry: image", gone?.dynamodb.OldImage, { Artist: { S: "Eva" }, Until });
}

/** A stream exists longer than its table. */
async function end(client, streams, TableName, StreamArn) {
  await client.send(new DeleteTableCommand({ TableName }));
  await waitUntilTableNotExists({ client, ...WAIT }, { TableName });
  const { StreamDescription } = await streams.send(new DescribeStreamCommand({ StreamArn }));
  const closed = StreamDescription.Shards.every((shard) => shard.SequenceNumberRange.EndingSequenceNumber !== undefined);
  check("end: closed", [StreamDescription.StreamStatus, closed], ["DISABLED", true]);
}

async function job(settings) {
  const client = new DynamoDBClient({ ...CLIENT, ...settings });
  const streams = new DynamoDBStreamsClient({ ...CLIENT, ...settings });
  const TableName = `Music-${process.hrtime.bigint()}`;
  const StreamArn = await enable(client, TableName);
  await write(client, TableName);
  await read(streams, StreamArn, await describe(streams, TableName, StreamArn));
  await expire(client, streams, TableName, StreamArn);
  await end(client, streams, TableName, StreamArn);
  client.destroy();
  streams.destroy();
}

/** The job without a socket. The clients share one service. */
async function inProcess(folder) {
  const load = (path) => import(pathToFileURL(join(folder, path)).href);
  const [{ Hashrange }, { HashrangeRequestHandler }] = [await load("node/hashrange.js"), await load("aws-sdk.mjs")];
  const service = new Hashrange({ startMs: Date.now(), region: CLIENT.region });
  await job({ requestHandler: new HashrangeRequestHandler(service, { clock: "system" }) });
}

const [where] = process.argv.slice(2);
if (where === undefined) {
  console.error("usage: aws_sdk_streams.mjs <url of a server, or folder of the package>");
  process.exit(2);
}
await (where.startsWith("http") ? job({ endpoint: where }) : inProcess(where));
finish();
