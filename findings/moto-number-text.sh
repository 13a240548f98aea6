#!/usr/bin/env bash
# moto 5.2.5 stores a number as the text it was sent as: 1.50 comes back as "1.50" and 1E3 as "1E3". DynamoDB trims
# leading and trailing zeros and returns 1.5 and 1000 (developer guide, "Data types", Number), so a comparison of items
# with a real table reports differences that are none. The guess was 1.5 and 1000.
#
# Run by hand: bash findings/moto-number-text.sh. Needs python3 with venv, and pip.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv peer
peer/bin/pip install --quiet "moto[dynamodb]==5.2.5" boto3==1.44.8

cat > probe.py <<'END'
import boto3
from moto import mock_aws

mock_aws().start()
client = boto3.client("dynamodb", region_name="us-east-1", aws_access_key_id="id", aws_secret_access_key="secret")
client.create_table(
    TableName="votes",
    BillingMode="PAY_PER_REQUEST",
    AttributeDefinitions=[{"AttributeName": "poll", "AttributeType": "S"}, {"AttributeName": "voter", "AttributeType": "N"}],
    KeySchema=[{"AttributeName": "poll", "KeyType": "HASH"}, {"AttributeName": "voter", "KeyType": "RANGE"}],
)
sent = ["1.50", "1E3"]
for voter, text in enumerate(sent):
    client.put_item(TableName="votes", Item={"poll": {"S": "a"}, "voter": {"N": str(voter)}, "weight": {"N": text}})
items = client.scan(TableName="votes")["Items"]
returned = [item["weight"]["N"] for item in items]
print("moto 5.2.5: sent", sent, "returned", returned)
assert returned == sent, "the behaviour changed"
END
peer/bin/python probe.py
