#!/usr/bin/env bash
# moto 5.2.5 reports the same consumed capacity for every size: 0.5 for a GetItem and 1.0 for a PutItem, of a small item and
# of one of 50 KB. DynamoDB charges eventually consistent reads half a unit for each 4 KB and writes a unit for each KB
# (developer guide, "Read and write operations"): 6.5 and 50 for the large one. The guess was a figure that grows.
#
# Run by hand: bash findings/moto-capacity-constant.sh. Needs python3 with venv, and pip.
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
key = {"poll": {"S": "a"}, "voter": {"N": "1"}}
figures = {}
for size in [10, 50_000]:
    item = {**key, "comment": {"S": "x" * size}}
    put = client.put_item(TableName="votes", Item=item, ReturnConsumedCapacity="TOTAL")
    get = client.get_item(TableName="votes", Key=key, ReturnConsumedCapacity="TOTAL")
    figures[size] = [answer["ConsumedCapacity"]["CapacityUnits"] for answer in (put, get)]
print("moto 5.2.5: units of a put and a get by size", figures)
assert figures == {10: [1.0, 0.5], 50_000: [1.0, 0.5]}, "the behaviour changed"
END
peer/bin/python probe.py
