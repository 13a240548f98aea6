#!/usr/bin/env bash
# moto 5.2.5 (py-partiql-parser 0.6.3) finds no item by equality with a number that is written in the statement: voter = 2
# returns nothing, while voter >= 2, and voter = ? with the parameter 2, return the item. In DynamoDB all three return it
# (developer guide, "PartiQL select statements"). No error says so. The guess was one item each.
#
# Run by hand: bash findings/moto-partiql-number-equals.sh. Needs python3 with venv, and pip.
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
client.put_item(TableName="votes", Item={"poll": {"S": "a"}, "voter": {"N": "2"}})


def count(where, *parameters):
    statement = "SELECT * FROM \"votes\" WHERE poll = 'a' AND " + where
    more = {"Parameters": list(parameters)} if parameters else {}
    return len(client.execute_statement(Statement=statement, **more)["Items"])


counts = [count("voter = 2"), count("voter = ?", {"N": "2"}), count("voter >= 2")]
print("moto 5.2.5: items by = 2, by = ? with 2, by >= 2:", counts)
assert counts == [0, 1, 1], "the behaviour changed"
END
peer/bin/python probe.py
