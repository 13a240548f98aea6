#!/usr/bin/env bash
# ElectroDB 3.9.3 compares only the beginning of a sort key when a query gives part of its attributes: of visits with the
# key (day, id), lte({ day: "02" }) leaves out day 02, gt({ day: "02" }) returns it, and between({ day: "01" }, { day: "02" })
# returns day 01 alone. The key of an item of day 02 is "...#day_02#id_1", which is after "...#day_02". A report "until the
# 2nd" lacks its last day, without an error. The option compare: "attributes" removes day 02 from gt, but brings it back
# neither to lte nor to between; only compare: "v2" does. (Version 2 had other bounds: tywalch/electrodb#228.)
# The guess was day 02 in lte and between, and not in gt, since the methods compare the attribute that is given.
#
# Run by hand: bash findings/electrodb-boundary-day.sh. Needs Node and npm.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-save electrodb@3.9.3 @aws-sdk/client-dynamodb@3.1169.0 @aws-sdk/lib-dynamodb@3.1169.0 dynalite@4.0.0
cat > probe.cjs <<'PROBE'
const { Entity } = require("electrodb");
const { DynamoDBClient, CreateTableCommand, waitUntilTableExists } = require("@aws-sdk/client-dynamodb");
const server = require("dynalite")({ createTableMs: 0 });
server.listen(0, async () => {
  const endpoint = `http://127.0.0.1:${server.address().port}`;
  const credentials = { accessKeyId: "id", secretAccessKey: "secret" };
  const client = new DynamoDBClient({ endpoint, region: "us-east-1", credentials });
  const key = ["pk", "sk"];
  await client.send(new CreateTableCommand({
    TableName: "visits",
    BillingMode: "PAY_PER_REQUEST",
    AttributeDefinitions: key.map((AttributeName) => ({ AttributeName, AttributeType: "S" })),
    KeySchema: key.map((AttributeName, place) => ({ AttributeName, KeyType: ["HASH", "RANGE"][place] })),
  }));
  await waitUntilTableExists({ client, maxWaitTime: 60 }, { TableName: "visits" });
  const visits = new Entity({
    model: { entity: "visit", version: "1", service: "clinic" },
    attributes: { ward: { type: "string" }, day: { type: "string" }, id: { type: "string" } },
    indexes: { byDay: { pk: { field: "pk", composite: ["ward"] }, sk: { field: "sk", composite: ["day", "id"] } } },
  }, { client, table: "visits" });
  for (const day of ["01", "02", "03"]) await visits.put({ ward: "a", day, id: "1" }).go();
  const days = async (compare, method, ...bounds) => {
    const query = visits.query.byDay({ ward: "a" })[method](...bounds);
    return (await query.go(compare ? { compare } : {})).data.map((visit) => visit.day).join();
  };
  const found = {};
  for (const compare of [undefined, "attributes", "v2"]) {
    found[compare ?? "default"] = [
      await days(compare, "lte", { day: "02" }),
      await days(compare, "gt", { day: "02" }),
      await days(compare, "between", { day: "01" }, { day: "02" }),
    ].join(" | ");
  }
  console.log("ElectroDB 3.9.3: days of lte 02 | gt 02 | between 01 and 02:", found);
  const expected = { default: "01 | 02,03 | 01", attributes: "01 | 03 | 01", v2: "01,02 | 03 | 01,02" };
  process.exit(JSON.stringify(found) === JSON.stringify(expected) ? 0 : 1);
});
PROBE
node probe.cjs
