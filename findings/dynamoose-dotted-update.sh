#!/usr/bin/env bash
# dynamoose 4.2.0 takes the path of a nested attribute for the name of a new one: update({ "address.city": "Rome" }) leaves
# the map "address" as it is and stores an attribute whose name is "address.city", beside it. It does so although the schema
# has no such attribute and saveUnknown is off: an undeclared name without a dot is dropped. The declared type of the path is
# even checked, so nothing looks wrong: the update resolves, and later reads return both values. (dynamoose#1589, open, says
# that nested attributes fail almost everywhere, but not that an update stores the path as a name.)
# The guess was the path in the update (SET #a.#b), as in DynamoDB's own expressions, or an error.
#
# Run by hand: bash findings/dynamoose-dotted-update.sh. Needs Node and npm.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-save dynamoose@4.2.0 @aws-sdk/client-dynamodb@3.1169.0 dynalite@4.0.0
cat > probe.cjs <<'PROBE'
const dynamoose = require("dynamoose");
const { DynamoDB } = require("@aws-sdk/client-dynamodb");
const server = require("dynalite")({ createTableMs: 0 });
server.listen(0, async () => {
  const endpoint = `http://127.0.0.1:${server.address().port}`;
  const credentials = { accessKeyId: "id", secretAccessKey: "secret" };
  const client = new DynamoDB({ endpoint, region: "us-east-1", credentials });
  dynamoose.aws.ddb.set(client);
  const address = { type: Object, schema: { city: String } };
  const Person = dynamoose.model("people", new dynamoose.Schema({ id: String, address }));
  await Person.create({ id: "a", address: { city: "Oslo" } });
  await Person.update({ id: "a" }, { "address.city": "Rome", undeclared: "x" });
  let refusal = "none";
  await Person.update({ id: "a" }, { "address.city": 7 }).catch((error) => (refusal = error.name));
  const { Item } = await client.getItem({ TableName: "people", Key: { id: { S: "a" } } });
  console.log("dynamoose 4.2.0: the item is", JSON.stringify(Item), "and a number as the city is refused with", refusal);
  const found = [Object.keys(Item).sort().join(), Item.address.M.city.S, Item["address.city"]?.S, refusal];
  process.exit(found.join("|") === "address,address.city,id|Oslo|Rome|TypeMismatch" ? 0 : 1);
});
PROBE
node probe.cjs
