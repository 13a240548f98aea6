// The server's program: puts an item, and reads it back after a restart.
//
// Usage: node server.mjs <url> put
//        node server.mjs <url> get

import assert from "node:assert/strict";

const [url, job] = process.argv.slice(2);
const Item = { id: { S: "1" }, total: { N: "9.5" } };

/** Sends a request as an SDK does, and returns the body of the response. */
async function send(operation, body) {
  const headers = { "content-type": "application/x-amz-json-1.0", "x-amz-target": `DynamoDB_20120810.${operation}` };
  const response = await fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
  const text = await response.text();
  assert.equal(response.status, 200, text);
  return JSON.parse(text);
}

if (job === "put") {
  await send("CreateTable", {
    TableName: "Orders",
    BillingMode: "PAY_PER_REQUEST",
    AttributeDefinitions: [{ AttributeName: "id", AttributeType: "S" }],
    KeySchema: [{ AttributeName: "id", KeyType: "HASH" }],
  });
  await send("PutItem", { TableName: "Orders", Item });
}
const read = await send("GetItem", { TableName: "Orders", Key: { id: Item.id }, ConsistentRead: true });
assert.deepEqual(read.Item, Item);
