#!/usr/bin/env bash
# aiodynamo 26.4 asks every query for ALL_ATTRIBUTES unless it gets a projection. Without Select, DynamoDB returns what an
# index projects; ALL_ATTRIBUTES of a global index that projects less is refused (API reference, Query, Select). So the plain
# table.query(HashKey(...), index="...") works with an index of projection ALL and fails with KEYS_ONLY or INCLUDE. From a
# local index it also fetches each item from the table, and DynamoDB charges for these reads. To avoid both, each call needs
# select=Select.all_projected_attributes. The guess was no Select in the request, as in boto3.
#
# Run by hand: bash findings/aiodynamo-index-projection.sh. Needs python3 with venv, pip, Node and npm.
set -eu
folder=$(mktemp -d)
server=
trap 'if [ -n "$server" ]; then kill "$server" || true; fi; rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv client
client/bin/pip install --quiet "aiodynamo[httpx]==26.4" boto3==1.44.8
npm install --silent --no-save dynalite@4.0.0
cat > serve.cjs <<'END_SERVE'
const server = require("dynalite")({ createTableMs: 0 });
server.listen(0, () => console.log(`http://127.0.0.1:${server.address().port}`));
END_SERVE
mkfifo address
node serve.cjs > address &
server=$!
read -r endpoint < address

cat > probe.py <<'END_PROBE'
import asyncio
import sys

import boto3
import httpx
from aiodynamo.client import Client
from aiodynamo.credentials import Key, StaticCredentials
from aiodynamo.errors import ValidationException
from aiodynamo.expressions import HashKey
from aiodynamo.http.httpx import HTTPX
from aiodynamo.models import Select
from yarl import URL

address = sys.argv[1]
peer = boto3.client(
    "dynamodb", endpoint_url=address, region_name="us-east-1", aws_access_key_id="id", aws_secret_access_key="secret"
)
indexes = {"whole": {"ProjectionType": "ALL"}, "keys": {"ProjectionType": "KEYS_ONLY"}}
index_key = [{"AttributeName": "choice", "KeyType": "HASH"}]
peer.create_table(
    TableName="votes",
    BillingMode="PAY_PER_REQUEST",
    AttributeDefinitions=[{"AttributeName": name, "AttributeType": "S"} for name in ["id", "choice"]],
    KeySchema=[{"AttributeName": "id", "KeyType": "HASH"}],
    GlobalSecondaryIndexes=[
        {"IndexName": name, "KeySchema": index_key, "Projection": projection} for name, projection in indexes.items()
    ],
)
peer.get_waiter("table_exists").wait(TableName="votes")
peer.put_item(TableName="votes", Item={"id": {"S": "a"}, "choice": {"S": "yes"}, "note": {"S": "x"}})


async def main():
    async with httpx.AsyncClient() as http:
        client = Client(HTTPX(http), StaticCredentials(Key("id", "secret")), "us-east-1", URL(address))
        votes = client.table("votes")

        async def outcome(index, **parameters):
            try:
                return len([vote async for vote in votes.query(HashKey("choice", "yes"), index=index, **parameters)])
            except ValidationException as error:
                return error.args[0]["message"]

        return [await outcome("whole"), await outcome("keys"), await outcome("keys", select=Select.all_projected_attributes)]


found = asyncio.run(main())
print("aiodynamo 26.4: index with ALL:", found[0], "| KEYS_ONLY:", found[1], "| KEYS_ONLY, all_projected_attributes:", found[2])
assert found[::2] == [1, 1] and "Select type ALL_ATTRIBUTES is not supported" in str(found[1]), "the behaviour changed"
plain = peer.query(
    TableName="votes", IndexName="keys", KeyConditionExpression="choice = :c", ExpressionAttributeValues={":c": {"S": "yes"}}
)
print("boto3 1.44.8, the same query without Select:", plain["Count"])
assert plain["Count"] == 1
END_PROBE
client/bin/python probe.py "$endpoint"
