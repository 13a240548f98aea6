#!/usr/bin/env bash
# moto 5.2.5 ends a Scan with a Python TypeError (HTTP 500 from its server) when a filter compares an attribute of type
# Number with a value of type String by "<". In DynamoDB the comparison of two types is false and the Scan goes on
# (developer guide, "Condition and filter expressions"). Tables with mixed types are common. The guess was no item, no error.
#
# Run by hand: bash findings/moto-mixed-types.sh. Needs python3 with venv, and pip.
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
client.put_item(TableName="votes", Item={"poll": {"S": "a"}, "voter": {"N": "1"}, "weight": {"N": "2"}})
try:
    answer = client.scan(TableName="votes", FilterExpression="weight < :w", ExpressionAttributeValues={":w": {"S": "z"}})
    outcome = answer["Count"]
except TypeError as error:
    outcome = str(error)
print("moto 5.2.5:", outcome)
assert "not supported between instances" in str(outcome), "the behaviour changed"
END
peer/bin/python probe.py
