// The npm package in a new project: puts an item and reads it back, in CommonJS and as a module.
//
// Runs in a folder where the package is installed: node package.mjs

import assert from "node:assert/strict";
import { createRequire } from "node:module";

import { Hashrange } from "hashrange";
import { HashrangeRequestHandler } from "hashrange/aws-sdk";

const TABLE = {
  TableName: "Orders",
  BillingMode: "PAY_PER_REQUEST",
  AttributeDefinitions: [{ AttributeName: "id", AttributeType: "S" }],
  KeySchema: [{ AttributeName: "id", KeyType: "HASH" }],
};
const Item = { id: { S: "1" }, total: { N: "9.5" } };

for (const { Hashrange: Service } of [{ Hashrange }, createRequire(import.meta.url)("hashrange")]) {
  const service = new Service();
  service.request("CreateTable", TABLE);
  service.request("PutItem", { TableName: "Orders", Item });
  const read = service.request("GetItem", { TableName: "Orders", Key: { id: Item.id }, ConsistentRead: true });
  assert.deepEqual(read.Item, Item);
  service.free();
  assert.throws(() => service.nowMs, /^Error: nowMs was used after free\(\)/);
}
assert.equal(typeof HashrangeRequestHandler, "function");
