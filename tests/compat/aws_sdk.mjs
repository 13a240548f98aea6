#!/usr/bin/env node
// The main job with an unchanged AWS SDK for JavaScript, version 3: against a server, or against the JavaScript package
// in this process, without a socket.
//
// Usage: node tests/compat/aws_sdk.mjs http://127.0.0.1:8000
//        node tests/compat/aws_sdk.mjs <folder of the package>
//
// Needs the npm packages, and nothing from AWS. Requests are signed with the key `compat:secret`, which a server may
// require. The table has a new name each time, so that the script can be run again on the same server.

import { createRequire } from "node:module";
import { join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import {
  ConditionalCheckFailedException,
  CreateTableCommand,
  DeleteTableCommand,
  DescribeTableCommand,
  DynamoDBClient,
  GetItemCommand,
  ListTablesCommand,
  PutItemCommand,
  ResourceInUseException,
  ResourceNotFoundException,
  SearchVectorsCommand,
  waitUntilTableExists,
  waitUntilTableNotExists,
} from "@aws-sdk/client-dynamodb";
import {
  DeleteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  NumberValue,
  PutCommand,
  QueryCommand,
  ScanCommand,
  UpdateCommand,
  paginateQuery,
  paginateScan,
} from "@aws-sdk/lib-dynamodb";
import { CLIENT, check, finish, pause, refused } from "./checks.mjs";

const FORUMS = ["EC2", "RDS", "S3"];
const THREADS_EACH = 8;
const LONG_NUMBER = "12345678901234567890.123456789";

/** An item. Its number of replies is its number, and every second item has a tag. */
function thread(forum, number) {
  const item = {
    ForumName: forum,
    Subject: `subject ${String(number).padStart(2, "0")}`,
    LastPostDateTime: `2015-0${1 + (number % 4)}-${10 + number}:00:00:00`,
    Replies: number,
    Price: NumberValue.from(LONG_NUMBER),
    Message: "ñ 🦀 " + "x".repeat(200),
    Body: new Uint8Array([0, 255]),
    Detail: { Views: [number, null, true], Empty: "" },
  };
  return number % 2 === 0 ? { ...item, Tag: "even", Colours: new Set(["red", "green"]) } : item;
}

/** Creates the table and waits for it, as any program would. */
async function create(client, TableName) {
  const kinds = { ForumName: "S", Subject: "S", LastPostDateTime: "S", Tag: "S", Replies: "N" };
  const key = (hash, range) => [
    { AttributeName: hash, KeyType: "HASH" },
    { AttributeName: range, KeyType: "RANGE" },
  ];
  const request = {
    TableName,
    AttributeDefinitions: Object.entries(kinds).map(([AttributeName, AttributeType]) => ({ AttributeName, AttributeType })),
    KeySchema: key("ForumName", "Subject"),
    LocalSecondaryIndexes: [
      {
        IndexName: "LastPostIndex",
        KeySchema: key("ForumName", "LastPostDateTime"),
        Projection: { ProjectionType: "KEYS_ONLY" },
      },
    ],
    GlobalSecondaryIndexes: [
      {
        IndexName: "TagIndex",
        KeySchema: key("Tag", "Replies"),
        Projection: { ProjectionType: "INCLUDE", NonKeyAttributes: ["Message"] },
      },
    ],
    BillingMode: "PAY_PER_REQUEST",
  };
  const created = await client.send(new CreateTableCommand(request));
  check("create: arn", created.TableDescription.TableArn.split(":").at(-1), `table/${TableName}`);
  check("create: request id", created.$metadata.requestId?.length, 52);
  const waited = await waitUntilTableExists({ client, maxWaitTime: 60, minDelay: 1, maxDelay: 1 }, { TableName });
  check("create: waited", waited.state, "SUCCESS");
  const { Table } = await client.send(new DescribeTableCommand({ TableName }));
  check("describe: index", Table.GlobalSecondaryIndexes[0].IndexStatus, "ACTIVE");
  check("describe: time", Table.CreationDateTime instanceof Date, true);
  const { TableNames } = await client.send(new ListTablesCommand({}));
  check("list", TableNames.includes(TableName), true);
  await refused("create: again", ResourceInUseException, client.send(new CreateTableCommand(request)));
}

/** Writes and reads items, with conditions and updates. */
async function writeAndRead(client, documents, TableName) {
  for (const forum of FORUMS) {
    for (let number = 0; number < THREADS_EACH; number += 1) {
      await documents.send(new PutCommand({ TableName, Item: thread(forum, number) }));
    }
  }
  const Key = { ForumName: "S3", Subject: "subject 02" };
  const got = await documents.send(
    new GetCommand({ TableName, Key, ConsistentRead: true, ReturnConsumedCapacity: "TOTAL" }),
  );
  const { Price, ...rest } = got.Item;
  const { Price: _, ...expected } = thread("S3", 2);
  const plain = Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, value.value ?? value]));
  check("get: item", { ...plain, Replies: Number(plain.Replies) }, { ...expected, Detail: plain.Detail });
  check("get: digits", String(Price.value ?? Price), LONG_NUMBER);
  check("get: units", got.ConsumedCapacity.CapacityUnits, 1);
  const none = await documents.send(new GetCommand({ TableName, Key: { ForumName: "S3", Subject: "none" } }));
  check("get: none", none.Item, undefined);
  await refused(
    "put: condition",
    ConditionalCheckFailedException,
    documents.send(
      new PutCommand({ TableName, Item: thread("S3", 2), ConditionExpression: "attribute_not_exists(Subject)" }),
    ),
  );
  const error = await refused(
    "update: condition",
    ConditionalCheckFailedException,
    client.send(
      new PutItemCommand({
        TableName,
        Item: { ForumName: { S: "S3" }, Subject: { S: "subject 02" } },
        ConditionExpression: "Replies > :many",
        ExpressionAttributeValues: { ":many": { N: "100" } },
        ReturnValuesOnConditionCheckFailure: "ALL_OLD",
      }),
    ),
  );
  check("update: item of the failure", error?.Item?.Replies, { N: "2" });
  const updated = await documents.send(
    new UpdateCommand({
      TableName,
      Key,
      UpdateExpression: "SET Replies = Replies + :many, #v = :list REMOVE Message ADD Colours :blue",
      ExpressionAttributeNames: { "#v": "Visitors" },
      ExpressionAttributeValues: { ":many": 98, ":list": ["ada"], ":blue": new Set(["blue"]) },
      ReturnValues: "UPDATED_NEW",
    }),
  );
  const { Colours, ...others } = updated.Attributes;
  check("update: new", { ...others, Replies: Number(others.Replies) }, { Replies: 100, Visitors: ["ada"] });
  check("update: set", [...Colours].sort(), ["blue", "green", "red"]);
}

/** Queries the table and both indexes. */
async function query(documents, TableName) {
  const range = {
    TableName,
    KeyConditionExpression: "ForumName = :f AND Subject BETWEEN :a AND :b",
    ExpressionAttributeValues: { ":f": "EC2", ":a": "subject 03", ":b": "subject 05" },
  };
  const found = await documents.send(new QueryCommand(range));
  check("query: range", found.Items.map((item) => Number(item.Replies)), [3, 4, 5]);
  const byTag = {
    TableName,
    IndexName: "TagIndex",
    KeyConditionExpression: "Tag = :t AND Replies > :n",
    ExpressionAttributeValues: { ":t": "even", ":n": 4 },
    ScanIndexForward: false,
    ProjectionExpression: "Replies, Subject",
    ReturnConsumedCapacity: "INDEXES",
  };
  // An entry of a global index may be delayed, as on the real service.
  let tagged;
  for (let turn = 0; turn < 50 && tagged?.Count !== 4; turn += 1) {
    tagged = await documents.send(new QueryCommand(byTag));
    if (tagged.Count !== 4) {
      await pause(100);
    }
  }
  check("gsi: order", tagged.Items.map((item) => Number(item.Replies)), [100, 6, 6, 6]);
  check("gsi: units", tagged.ConsumedCapacity.GlobalSecondaryIndexes.TagIndex.CapacityUnits, 0.5);
  const consistent = new QueryCommand({ ...byTag, ConsistentRead: true });
  await refused("gsi: consistent", "ValidationException", documents.send(consistent));
  const fetched = await documents.send(
    new QueryCommand({
      TableName,
      IndexName: "LastPostIndex",
      KeyConditionExpression: "ForumName = :f AND begins_with(LastPostDateTime, :m)",
      ExpressionAttributeValues: { ":f": "RDS", ":m": "2015-02" },
      ProjectionExpression: "Subject, Tag",
      ConsistentRead: true,
    }),
  );
  // The tag is not in the index, so it is fetched from the table. Odd threads have no tag.
  check("lsi: fetch", fetched.Items, [{ Subject: "subject 01" }, { Subject: "subject 05" }]);
}

/** The pages of a query and of a scan have all items, each once. */
async function pages(documents, TableName) {
  const forum = { KeyConditionExpression: "ForumName = :f", ExpressionAttributeValues: { ":f": "S3" } };
  const subjects = [];
  let count = 0;
  for await (const page of paginateQuery({ client: documents, pageSize: 3 }, { TableName, ...forum })) {
    count += 1;
    subjects.push(...page.Items.map((item) => item.Subject));
  }
  check("pages: query", subjects, Array.from({ length: THREADS_EACH }, (_, number) => thread("S3", number).Subject));
  check("pages: count", count, 3);
  const seen = new Set();
  for await (const page of paginateScan({ client: documents, pageSize: 5 }, { TableName })) {
    page.Items.forEach((item) => seen.add(`${item.ForumName}/${item.Subject}`));
  }
  check("pages: scan", seen.size, 24);
  const segments = [0, 1, 2, 3].map((Segment) =>
    documents.send(new ScanCommand({ TableName, Segment, TotalSegments: 4 })),
  );
  const counts = (await Promise.all(segments)).map((page) => page.Count);
  check("pages: segments", counts.reduce((sum, count) => sum + count), 24);
}

/** Filters read more items than they return. Deleted items no longer exist. */
async function scanAndDelete(client, documents, TableName) {
  const filter = { FilterExpression: "attribute_not_exists(Tag) AND Replies >= :n", ExpressionAttributeValues: { ":n": 5 } };
  const found = await documents.send(new ScanCommand({ TableName, ...filter }));
  check("scan: filter", [found.Count, found.ScannedCount], [6, 24]);
  const Key = { ForumName: "EC2", Subject: "subject 01" };
  const gone = await documents.send(new DeleteCommand({ TableName, Key, ReturnValues: "ALL_OLD" }));
  check("delete: old", Number(gone.Attributes.Replies), 1);
  const again = await documents.send(new DeleteCommand({ TableName, Key, ReturnValues: "ALL_OLD" }));
  check("delete: nothing", again.Attributes, undefined);
  const bad = new GetItemCommand({ TableName, Key: { ForumName: { S: "S3" } } });
  const error = await refused("bad request", "ValidationException", client.send(bad));
  check("bad request: message", error?.message, "The provided key element does not match the schema");
  await client.send(new DeleteTableCommand({ TableName }));
  const waited = await waitUntilTableNotExists({ client, maxWaitTime: 60, minDelay: 1, maxDelay: 1 }, { TableName });
  check("deleted table: waited", waited.state, "SUCCESS");
  const describe = client.send(new DescribeTableCommand({ TableName }));
  await refused("deleted table", ResourceNotFoundException, describe);
}

/** A vector index finds items by distance, within one value of its partition key. */
async function vectors(client) {
  const TableName = `Notes-${process.hrtime.bigint()}`;
  const define = (AttributeName) => ({ AttributeName, AttributeType: "S" });
  await client.send(
    new CreateTableCommand({
      TableName,
      BillingMode: "PAY_PER_REQUEST",
      AttributeDefinitions: [define("pk"), define("tenant")],
      KeySchema: [{ AttributeName: "pk", KeyType: "HASH" }],
      VectorIndexes: [
        {
          IndexName: "ByVector",
          VectorAttribute: { AttributeName: "embedding" },
          Dimensions: 2,
          DistanceFunction: "EUCLIDEAN",
          Projection: { ProjectionType: "ALL" },
          SearchSchema: [{ AttributeName: "tenant", SearchSchemaElementType: "HASH" }],
        },
      ],
    }),
  );
  await waitUntilTableExists({ client, maxWaitTime: 60, minDelay: 1, maxDelay: 1 }, { TableName });
  const { Table } = await client.send(new DescribeTableCommand({ TableName }));
  check("vectors: index", Table.VectorIndexes.map((index) => [index.IndexName, index.IndexStatus]), [["ByVector", "ACTIVE"]]);
  const vector = (...numbers) => numbers.map((number) => ({ N: String(number) }));
  for (const [pk, tenant, ...at] of [["near", "a", 1, 1], ["far", "a", 4, 5], ["elsewhere", "b", 1, 1]]) {
    const Item = { pk: { S: pk }, tenant: { S: tenant }, embedding: { L: vector(...at) } };
    await client.send(new PutItemCommand({ TableName, Item }));
  }
  const search = new SearchVectorsCommand({
    TableName,
    IndexName: "ByVector",
    SearchVector: vector(1, 1),
    TopK: 5,
    SearchConditionExpression: "tenant = :t",
    ExpressionAttributeValues: { ":t": { S: "a" } },
  });
  // The index is delayed, as on the real service.
  let found;
  for (let turn = 0; turn < 50 && found?.SearchResults.length !== 2; turn += 1) {
    found = await client.send(search);
    if (found.SearchResults.length !== 2) {
      await pause(100);
    }
  }
  check("vectors: found", found.SearchResults.map((result) => [result.Item.pk.S, result.Score]), [["near", 0], ["far", 5]]);
  await client.send(new DeleteTableCommand({ TableName }));
}

async function mainJob(settings) {
  const client = new DynamoDBClient({ ...CLIENT, ...settings });
  const documents = DynamoDBDocumentClient.from(client, { unmarshallOptions: { wrapNumbers: NumberValue.from } });
  const TableName = `Thread-${process.hrtime.bigint()}`;
  await create(client, TableName);
  await writeAndRead(client, documents, TableName);
  await query(documents, TableName);
  await pages(documents, TableName);
  await scanAndDelete(client, documents, TableName);
  await vectors(client);
  client.destroy();
}

/** The main job without a socket: with instant physics, and with the delays of the classroom. */
async function inProcess(folder) {
  const load = (path) => import(pathToFileURL(join(folder, path)).href);
  const [{ Hashrange, contractVersion }, { HashrangeRequestHandler }] = [
    await load("node/hashrange.js"),
    await load("aws-sdk.mjs"),
  ];
  check("package: contract", contractVersion(), 2);
  const { resolve } = createRequire(join(folder, "package.json"));
  const found = ["hashrange", "hashrange/web", "hashrange/aws-sdk"].map((name) => relative(folder, resolve(name)));
  check("package: names", found, ["node/hashrange.js", "web/hashrange.js", "aws-sdk.mjs"].map((path) => join(path)));
  await mainJob({ requestHandler: new HashrangeRequestHandler(new Hashrange({ region: "us-east-1" })) });
  const classroom = new Hashrange({ physics: "classroom", startMs: Date.now() });
  await mainJob({ requestHandler: new HashrangeRequestHandler(classroom, { clock: "system" }) });
  check("package: time", Math.abs(classroom.nowMs - Date.now()) < 60_000, true);

  const restored = Hashrange.restore(classroom.snapshot());
  check("package: snapshot", restored.request("ListTables"), classroom.request("ListTables"));
  const handler = new HashrangeRequestHandler(restored);
  const aborted = handler.handle({ headers: {} }, { abortSignal: AbortSignal.abort() });
  await refused("handler: aborted", "AbortError", aborted);
  const { response } = await handler.handle({ headers: { "X-Amz-Target": "DynamoDB_20120810.Nothing" }, body: "{}" });
  check("handler: unknown", response.statusCode, 400);
  await refused("handler: no service", TypeError, Promise.resolve().then(() => new HashrangeRequestHandler()));
  check("package: advance", thrown(() => restored.advance("5")), "TypeError: ms is a number");
  const unknown = thrown(() => restored.request("GetItems", {}));
  check("package: unknown operation", unknown.startsWith("UnknownOperationException: there is no operation GetItems; there are "), true);
  freed(new Hashrange(), "node");
  await inPage(load);
}

/** Returns the error of a call as text. */
function thrown(call) {
  try {
    call();
    return "nothing";
  } catch (error) {
    return String(error);
  }
}

/** Members of a service after `free()` throw an error in words, and freeing it again does nothing. */
function freed(service, form) {
  service.free();
  const calls = {
    request: () => service.request("ListTables"),
    advance: () => service.advance(5),
    nowMs: () => service.nowMs,
  };
  for (const [name, call] of Object.entries(calls)) {
    const words = `Error: ${name} was used after free(), which released this service; create one with new Hashrange()`;
    check(`${form}: ${name} after free`, thrown(call), words);
  }
  check(`${form}: free again`, [thrown(() => service.free()), thrown(() => service[Symbol.dispose]?.())], ["nothing", "nothing"]);
}

/** The form for pages, which receives its bytes from the caller. */
async function inPage(load) {
  const { readFile } = await import("node:fs/promises");
  const { initSync, Hashrange } = await load("web/hashrange.js");
  const folder = process.argv[2];
  initSync({ module: await readFile(join(folder, "web/hashrange_bg.wasm")) });
  check("page: it answers", new Hashrange().request("ListTables", "{}"), '{"TableNames":[]}');
  freed(new Hashrange(), "page");
}

const [where] = process.argv.slice(2);
if (where === undefined) {
  console.error("usage: aws_sdk.mjs <url of a server, or folder of the package>");
  process.exit(2);
}
await (where.startsWith("http") ? mainJob({ endpoint: where }) : inProcess(where));
finish();
