#!/usr/bin/env bash
# moto 5.2.5 (py-partiql-parser 0.6.3) needs white space around comparison operators: WHERE poll=? AND voter=? returns
# nothing for a key that WHERE poll = ? AND voter = ? finds. White space is optional in PartiQL, and DynamoDB returns the
# item for both (PartiQL specification, lexical structure). No error says so. The guess was one item each.
#
# Run by hand: bash findings/moto-partiql-white-space.sh. Needs python3 with venv, and pip.
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


counts = {}
for where in ["poll = ? AND voter = ?", "poll=? AND voter=?"]:
    statement = f'SELECT * FROM "votes" WHERE {where}'
    answer = client.execute_statement(Statement=statement, Parameters=[{"S": "a"}, {"N": "2"}])
    counts[where] = len(answer["Items"])
print("moto 5.2.5:", counts)
assert list(counts.values()) == [1, 0], "the behaviour changed"
END
peer/bin/python probe.py
