#!/usr/bin/env bash
# dynamodb-onetable 2.7.7 cannot follow an index that projects keys only when the index says `follow: true`, which is what the
# setting is for (doc.onetable.io, "Indexes"): find() ends with "Empty hash key". The same find() with `follow: true` among its
# own parameters returns the item, and an index that projects everything hides the fault. The keys "pk" and "sk" are hidden
# here, as their values are templates; the setting of the index, unlike the parameter, does not keep them for the second
# read. The message sends users to their templates, where nothing is wrong. The guess was the item both ways.
#
# Run by hand: bash findings/onetable-index-follow.sh. Needs Node and npm.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-save dynamodb-onetable@2.7.7 @aws-sdk/client-dynamodb@3.1169.0 @aws-sdk/util-dynamodb@3.996.9 dynalite@4.0.0
cat > probe.cjs <<'PROBE'
const { Table } = require("dynamodb-onetable");
const { Dynamo } = require("dynamodb-onetable/Dynamo");
const { DynamoDBClient, waitUntilTableExists } = require("@aws-sdk/client-dynamodb");
const server = require("dynalite")({ createTableMs: 0 });
server.listen(0, async () => {
  const endpoint = `http://127.0.0.1:${server.address().port}`;
  const credentials = { accessKeyId: "id", secretAccessKey: "secret" };
  const client = new DynamoDBClient({ endpoint, region: "us-east-1", credentials });
  const outcome = async (project, params) => {
    const name = `users-${project}`;
    const indexes = {
      primary: { hash: "pk", sort: "sk" },
      byStatus: { hash: "statusKey", sort: "nameKey", follow: true, project },
    };
    const User = {
      pk: { type: String, value: "user:${name}" },
      sk: { type: String, value: "user:" },
      name: { type: String, required: true },
      status: { type: String },
      email: { type: String },
      statusKey: { type: String, value: "status:${status}" },
      nameKey: { type: String, value: "user:${name}" },
    };
    const table = new Table({
      client: new Dynamo({ client }),
      name,
      partial: false,
      schema: { format: "onetable:1.1.0", version: "0.0.1", indexes, models: { User } },
    });
    if (!(await table.exists())) {
      await table.createTable();
      await waitUntilTableExists({ client, maxWaitTime: 60 }, { TableName: name });
      await table.getModel("User").create({ name: "ann", status: "idle", email: "ann@example.com" });
    }
    try {
      const users = await table.getModel("User").find({ status: "idle" }, { index: "byStatus", ...params });
      return users.map((user) => user.email).join();
    } catch (error) {
      return error.message.split(".")[0];
    }
  };
  const found = [await outcome("keys", {}), await outcome("keys", { follow: true }), await outcome("all", {})];
  console.log("dynamodb-onetable 2.7.7: keys only by the index | keys only by the call | everything projected:");
  console.log(found.join(" | "));
  const email = "ann@example.com";
  process.exit(found.join() === ["Empty hash key", email, email].join() ? 0 : 1);
});
PROBE
node probe.cjs
