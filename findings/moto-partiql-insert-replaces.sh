#!/usr/bin/env bash
# moto 5.2.5 replaces an item when PartiQL inserts one with the same key, and its other attributes are gone. DynamoDB refuses
# it with DuplicateItemException (developer guide, "PartiQL insert statements": an INSERT never replaces). The guess was the
# exception.
#
# Run by hand: bash findings/moto-partiql-insert-replaces.sh. Needs python3 with venv, and pip.
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
client.put_item(TableName="votes", Item={"poll": {"S": "a"}, "voter": {"N": "2"}, "choice": {"S": "yes"}})
client.execute_statement(Statement="INSERT INTO \"votes\" VALUE {'poll': 'a', 'voter': 2}")
items = client.scan(TableName="votes")["Items"]
print("moto 5.2.5: after the insert", items)
assert items == [{"poll": {"S": "a"}, "voter": {"N": "2"}}], "the behaviour changed"
END
peer/bin/python probe.py
