#!/usr/bin/env bash
# moto 5.2.5 returns only the last of several elements of one list: the projection "choices[0], choices[2]" of [1, 2, 3]
# gives [3], and "choices[2], choices[0]" gives [1]. DynamoDB returns both elements, [1, 3], in the order of the list
# (developer guide, "Projection expressions"). No error says that an element is missing. The guess was [1, 3] for both.
#
# Run by hand: bash findings/moto-projection-last-element.sh. Needs python3 with venv, and pip.
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
choices = {"L": [{"N": "1"}, {"N": "2"}, {"N": "3"}]}
key = {"poll": {"S": "a"}, "voter": {"N": "1"}}
client.put_item(TableName="votes", Item={**key, "choices": choices})
returned = {}
for projection in ["choices[0], choices[2]", "choices[2], choices[0]", "choices[2]"]:
    item = client.get_item(TableName="votes", Key=key, ProjectionExpression=projection)["Item"]
    returned[projection] = [element["N"] for element in item["choices"]["L"]]
print("moto 5.2.5:", returned)
assert list(returned.values()) == [["3"], ["1"], ["3"]], "the behaviour changed"
END
peer/bin/python probe.py
