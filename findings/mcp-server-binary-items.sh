#!/usr/bin/env bash
# AWS's DynamoDB MCP server 2.1.8 stores a binary value of dynamodb_data_model.json as the text of its base64: a model says
# {"B": "AAE="}, as DynamoDB JSON does, and the table then holds the four bytes of "AAE=". The server passes the item to
# boto3 as it is, and boto3 encodes the text once more. The guess was the two bytes 0 and 1.
#
# Run by hand: bash findings/mcp-server-binary-items.sh. Needs python3 with venv, and pip.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv peer
peer/bin/pip install --quiet awslabs.dynamodb-mcp-server==2.1.8 "moto[dynamodb,server]==5.2.5"

cat > probe.py <<'END'
import os

os.environ |= {"AWS_ACCESS_KEY_ID": "id", "AWS_SECRET_ACCESS_KEY": "secret", "AWS_DEFAULT_REGION": "us-east-1"}

import boto3
from awslabs.dynamodb_mcp_server.model_validation_utils import create_validation_resources
from moto.server import ThreadedMotoServer

server = ThreadedMotoServer(port=0)
server.start()
# The MCP server refuses any other host.
endpoint = f"http://localhost:{server.get_host_and_port()[1]}"
table = {
    "TableName": "files",
    "BillingMode": "PAY_PER_REQUEST",
    "AttributeDefinitions": [{"AttributeName": "name", "AttributeType": "S"}],
    "KeySchema": [{"AttributeName": "name", "KeyType": "HASH"}],
}
item = {"name": {"S": "a"}, "content": {"B": "AAE="}}
model = {"tables": [table], "items": {"files": [{"PutRequest": {"Item": item}}]}, "access_patterns": []}
create_validation_resources(model, endpoint)
[stored] = boto3.client("dynamodb", endpoint_url=endpoint).scan(TableName="files")["Items"]
server.stop()
print("awslabs.dynamodb-mcp-server 2.1.8: the model has AAE=, the table", stored["content"]["B"])
assert stored["content"]["B"] == b"AAE=", "the behaviour changed"
END
peer/bin/python probe.py
