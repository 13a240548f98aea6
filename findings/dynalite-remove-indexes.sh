#!/usr/bin/env bash
# dynalite 4.0.0 removes list elements one after the other, so the later index meets a list that is already shorter:
# REMOVE choices[0], choices[1] of [a, b, c] leaves [b]. In DynamoDB both indexes are those of the list before the update,
# and [c] is left (developer guide, "Update expressions", "Removing elements from a list"). The guess was [c].
#
# Run by hand: bash findings/dynalite-remove-indexes.sh. Needs Node and npm.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-save dynalite@4.0.0
cat > probe.cjs <<'END'
const dynalite = require("dynalite");
const server = dynalite({ createTableMs: 0 });
server.listen(0, async () => {
  const port = server.address().port;
  const call = async (operation, body) => {
    const headers = {
      "content-type": "application/x-amz-json-1.0",
      "x-amz-target": `DynamoDB_20120810.${operation}`,
      "x-amz-date": "20260101T000000Z",
      authorization: "AWS4-HMAC-SHA256 Credential=id/20260101/us-east-1/dynamodb/aws4_request, SignedHeaders=host, Signature=0",
    };
    const answer = await fetch(`http://127.0.0.1:${port}/`, { method: "POST", headers, body: JSON.stringify(body) });
    return answer.json();
  };
  await call("CreateTable", {
    TableName: "votes",
    BillingMode: "PAY_PER_REQUEST",
    AttributeDefinitions: [{ AttributeName: "poll", AttributeType: "S" }],
    KeySchema: [{ AttributeName: "poll", KeyType: "HASH" }],
  });
  const state = async () => (await call("DescribeTable", { TableName: "votes" })).Table.TableStatus;
  while ((await state()) !== "ACTIVE");
  const choices = { L: [{ S: "a" }, { S: "b" }, { S: "c" }] };
  await call("PutItem", { TableName: "votes", Item: { poll: { S: "x" }, choices } });
  const answer = await call("UpdateItem", {
    TableName: "votes",
    Key: { poll: { S: "x" } },
    UpdateExpression: "REMOVE choices[0], choices[1]",
    ReturnValues: "ALL_NEW",
  });
  const left = answer.Attributes.choices.L.map((element) => element.S).join();
  console.log(`dynalite 4.0.0: [a, b, c] without elements 0 and 1 is [${left}]`);
  process.exit(left === "b" ? 0 : 1);
});
END
node probe.cjs
