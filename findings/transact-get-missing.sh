#!/usr/bin/env bash
# Two mappers cannot read a transaction in which one item does not exist. TransactGetItems succeeds then, and has an object
# without Item in the place of the missing one: {"Responses": [{"Item": {...}}, {}]} (moto 5.2.5 returns the same). From that
# response aiodynamo 26.4 makes KeyError('Item') and dynamoose 4.2.0 "No value defined: {}". The items that exist are lost, and
# neither message names an item or a table. Single reads of a missing item have proper outcomes in both (ItemNotFound,
# undefined). The guess was None and undefined in the place of the missing item.
#
# Run by hand: bash findings/transact-get-missing.sh. Needs python3 with venv, pip, Node and npm.
set -eu
folder=$(mktemp -d)
server=
trap 'if [ -n "$server" ]; then kill "$server" || true; fi; rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv peer
peer/bin/pip install --quiet "moto[dynamodb,server]==5.2.5" boto3==1.44.8 "aiodynamo[httpx]==26.4"
npm install --silent --no-save dynamoose@4.2.0 @aws-sdk/client-dynamodb@3.1169.0

cat > table.py <<'END_TABLE'
"""Starts moto's server on a free port, creates a table with one item, and writes the address to a pipe."""

import signal

import boto3
from moto.server import ThreadedMotoServer

server = ThreadedMotoServer(ip_address="127.0.0.1", port=0)
server.start()
address = "http://%s:%d" % server.get_host_and_port()
client = boto3.client(
    "dynamodb", endpoint_url=address, region_name="us-east-1", aws_access_key_id="id", aws_secret_access_key="secret"
)
client.create_table(
    TableName="votes",
    BillingMode="PAY_PER_REQUEST",
    AttributeDefinitions=[{"AttributeName": "id", "AttributeType": "S"}],
    KeySchema=[{"AttributeName": "id", "KeyType": "HASH"}],
)
client.put_item(TableName="votes", Item={"id": {"S": "a"}})
gets = [{"Get": {"TableName": "votes", "Key": {"id": {"S": name}}}} for name in ["a", "b"]]
assert client.transact_get_items(TransactItems=gets)["Responses"] == [{"Item": {"id": {"S": "a"}}}, {}]
with open("address", "w") as file:
    file.write(address + "\n")
signal.pause()
END_TABLE
mkfifo address
peer/bin/python table.py > server.txt 2>&1 &
server=$!
read -r endpoint < address

cat > probe.py <<'END_PROBE'
import asyncio
import sys

import httpx
from aiodynamo.client import Client
from aiodynamo.credentials import Key, StaticCredentials
from aiodynamo.http.httpx import HTTPX
from aiodynamo.operations import Get
from yarl import URL


async def main():
    async with httpx.AsyncClient() as http:
        client = Client(HTTPX(http), StaticCredentials(Key("id", "secret")), "us-east-1", URL(sys.argv[1]))
        try:
            print(await client.transact_get_items([Get("votes", {"id": "a"}), Get("votes", {"id": "b"})]))
        except KeyError as error:
            print(repr(error))


asyncio.run(main())
END_PROBE
cat > probe.cjs <<'END_PROBE'
const dynamoose = require("dynamoose");
const { DynamoDB } = require("@aws-sdk/client-dynamodb");
const credentials = { accessKeyId: "id", secretAccessKey: "secret" };
dynamoose.aws.ddb.set(new DynamoDB({ endpoint: process.argv[2], region: "us-east-1", credentials }));
const Vote = dynamoose.model("votes", new dynamoose.Schema({ id: String }), { create: false, waitForActive: false });
new dynamoose.Table("votes", [Vote], { create: false, waitForActive: false });
const gets = ["a", "b"].map((id) => Vote.transaction.get(id));
dynamoose.transaction(gets).then((votes) => console.log(JSON.stringify(votes)), (error) => console.log(error.message));
END_PROBE
python=$(peer/bin/python probe.py "$endpoint")
node=$(node probe.cjs "$endpoint" 2> warnings.txt)
echo "aiodynamo 26.4: $python"
echo "dynamoose 4.2.0: $node"
test "$python" = "KeyError('Item')" && test "$node" = "No value defined: {}"
