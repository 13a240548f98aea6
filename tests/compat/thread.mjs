// The table of the copy tests: with indexes, throughput, TTL, tags and a stream, and items of every type.
//
// Owns how it is filled and how it is read for a comparison. Must not know where it is.

import {
  BatchWriteItemCommand,
  CreateTableCommand,
  DescribeTableCommand,
  UpdateTimeToLiveCommand,
  paginateScan,
} from "@aws-sdk/client-dynamodb";

/** The table's name. */
export const TABLE = "Thread";
/** The number of items in a batch (documented: limits-batches). */
const BATCH = 25;
/** The number of concurrent batches. */
const LANES = 4;

/** An item: numbers of all lengths, sets, binaries, nested values, and a long text for one in ten items. */
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
    Empty: { S: "" },
    Body: { S: "x".repeat(number % 10 === 0 ? 3000 : 30) },
  };
}

/** Creates the table and puts this many items. */
export async function fill(client, items) {
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
  let next = 0;
  const lane = async () => {
    while (next < items) {
      const from = next;
      next += BATCH;
      const numbers = Array.from({ length: Math.min(BATCH, items - from) }, (_, place) => from + place);
      const puts = numbers.map((number) => ({ PutRequest: { Item: thread(number) } }));
      await client.send(new BatchWriteItemCommand({ RequestItems: { [TABLE]: puts } }));
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
}

/**
 * An item as a text that is equal for equal items of two endpoints: members of maps and sets in order, numbers by
 * value, bytes as base64.
 */
function canonical(item) {
  const number = (text) => text.replace(/^-1e3$/i, "-1000");
  const value = (held) => {
    const [[type, inner]] = Object.entries(held);
    if (type === "M") return { M: members(inner) };
    if (type === "L") return { L: inner.map(value) };
    if (type === "B") return { B: Buffer.from(inner).toString("base64") };
    if (type === "SS") return { SS: [...inner].sort() };
    if (type === "NS") return { NS: inner.map(number).sort() };
    return held;
  };
  const members = (map) => Object.fromEntries(Object.keys(map).sort().map((name) => [name, value(map[name])]));
  return JSON.stringify(members(item));
}

/** Every item of the table, as sorted canonical texts. */
export async function content(client) {
  const items = [];
  for await (const page of paginateScan({ client }, { TableName: TABLE, ConsistentRead: true })) {
    items.push(...page.Items.map(canonical));
  }
  return items.sort();
}

/** The settings of a table that do not depend on the endpoint. */
export async function made(client) {
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
