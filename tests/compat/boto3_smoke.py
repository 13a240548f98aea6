#!/usr/bin/env python3
"""The main job through an unchanged AWS SDK, against a running server.

Usage: boto3_smoke.py http://127.0.0.1:8000

Makes the Thread table with a local and a global secondary index, writes, reads, queries, scans and deletes, and checks
every answer. Needs boto3 and nothing from AWS: no credentials, no configuration, no network beyond the URL. The table
has a name of its own each time, so that the script can be run again on the same server.
"""

import time
from decimal import Decimal

import boto3
from boto3.dynamodb.conditions import Attr, Key
from boto3_checks import check, finish, refused, settings

FORUMS = ["EC2", "RDS", "S3"]
THREADS_EACH = 8


def thread(forum, number):
    """One item: as many replies as its number, a tag on every second one."""
    item = {
        "ForumName": forum,
        "Subject": f"subject {number:02}",
        "LastPostDateTime": f"2015-0{1 + number % 4}-{10 + number}:00:00:00",
        "Replies": number,
        "Price": Decimal("12345678901234567890.123456789"),
        "Message": "ñ 🦀 " + "x" * 200,
        "Body": b"\x00\xff",
        "Detail": {"Views": [number, None, True], "Empty": ""},
    }
    if number % 2 == 0:
        item["Tag"] = "even"
        item["Colours"] = {"red", "green"}
    return item


def create(client, name):
    """Makes the table and waits for it as any program would."""
    definitions = {"ForumName": "S", "Subject": "S", "LastPostDateTime": "S", "Tag": "S", "Replies": "N"}
    created = client.create_table(
        TableName=name,
        AttributeDefinitions=[{"AttributeName": key, "AttributeType": kind} for key, kind in definitions.items()],
        KeySchema=[
            {"AttributeName": "ForumName", "KeyType": "HASH"},
            {"AttributeName": "Subject", "KeyType": "RANGE"},
        ],
        LocalSecondaryIndexes=[
            {
                "IndexName": "LastPostIndex",
                "KeySchema": [
                    {"AttributeName": "ForumName", "KeyType": "HASH"},
                    {"AttributeName": "LastPostDateTime", "KeyType": "RANGE"},
                ],
                "Projection": {"ProjectionType": "KEYS_ONLY"},
            }
        ],
        GlobalSecondaryIndexes=[
            {
                "IndexName": "TagIndex",
                "KeySchema": [
                    {"AttributeName": "Tag", "KeyType": "HASH"},
                    {"AttributeName": "Replies", "KeyType": "RANGE"},
                ],
                "Projection": {"ProjectionType": "INCLUDE", "NonKeyAttributes": ["Message"]},
            }
        ],
        BillingMode="PAY_PER_REQUEST",
    )
    check("create: arn", created["TableDescription"]["TableArn"].split(":")[-1], f"table/{name}")
    client.get_waiter("table_exists").wait(TableName=name, WaiterConfig={"Delay": 1})
    described = client.describe_table(TableName=name)["Table"]
    check("describe: status", described["TableStatus"], "ACTIVE")
    check("describe: index", described["GlobalSecondaryIndexes"][0]["IndexStatus"], "ACTIVE")
    check("describe: time", abs(time.time() - described["CreationDateTime"].timestamp()) < 120, True)
    check("list", name in client.list_tables()["TableNames"], True)
    refused("create: again", "ResourceInUseException", client.create_table, **{
        "TableName": name,
        "AttributeDefinitions": [{"AttributeName": "id", "AttributeType": "S"}],
        "KeySchema": [{"AttributeName": "id", "KeyType": "HASH"}],
        "BillingMode": "PAY_PER_REQUEST",
    })


def write_and_read(table):
    """Items go in and come out the same, with conditions and updates in between."""
    for forum in FORUMS:
        for number in range(THREADS_EACH):
            table.put_item(Item=thread(forum, number))
    key = {"ForumName": "S3", "Subject": "subject 02"}
    got = table.get_item(Key=key, ConsistentRead=True, ReturnConsumedCapacity="TOTAL")
    item = dict(got["Item"])
    item["Body"] = item["Body"].value
    check("get: item", item, thread("S3", 2))
    check("get: units", got["ConsumedCapacity"]["CapacityUnits"], 1.0)
    check("get: none", "Item" in table.get_item(Key={"ForumName": "S3", "Subject": "none"}), False)

    refused("put: condition", "ConditionalCheckFailedException", table.put_item,
            Item=thread("S3", 2), ConditionExpression=Attr("Subject").not_exists())
    error = refused("update: condition", "ConditionalCheckFailedException", table.update_item,
                    Key=key, UpdateExpression="SET Replies = Replies + :one", ConditionExpression="Replies > :many",
                    ExpressionAttributeValues={":one": 1, ":many": 100}, ReturnValuesOnConditionCheckFailure="ALL_OLD")
    check("update: item of the failure", error.get("Item", {}).get("Replies"), {"N": "2"})
    updated = table.update_item(
        Key=key,
        UpdateExpression="SET Replies = Replies + :many, #v = :list REMOVE Message ADD Colours :blue",
        ExpressionAttributeNames={"#v": "Visitors"},
        ExpressionAttributeValues={":many": 98, ":list": ["ada"], ":blue": {"blue"}},
        ReturnValues="UPDATED_NEW",
    )["Attributes"]
    check("update: new", updated, {"Replies": 100, "Visitors": ["ada"], "Colours": {"blue", "green", "red"}})


def query(table):
    """Queries of the table and both indexes."""
    found = table.query(KeyConditionExpression=Key("ForumName").eq("EC2") & Key("Subject").between("subject 03", "subject 05"))
    check("query: range", [item["Replies"] for item in found["Items"]], [3, 4, 5])
    # What a write left to a global index may take a moment, as on the real service.
    by_tag = {"IndexName": "TagIndex", "KeyConditionExpression": Key("Tag").eq("even") & Key("Replies").gt(4)}
    for _ in range(50):
        found = table.query(**by_tag, ScanIndexForward=False, ProjectionExpression="Replies, Subject",
                            ReturnConsumedCapacity="INDEXES")
        if found["Count"] == 4:
            break
        time.sleep(0.1)
    check("gsi: order", [item["Replies"] for item in found["Items"]], [100, 6, 6, 6])
    check("gsi: projection", found["Items"][0], {"Replies": 100, "Subject": "subject 02"})
    check("gsi: units", found["ConsumedCapacity"]["GlobalSecondaryIndexes"]["TagIndex"]["CapacityUnits"], 0.5)
    refused("gsi: consistent", "ValidationException", table.query, **by_tag, ConsistentRead=True)
    found = table.query(
        IndexName="LastPostIndex",
        KeyConditionExpression=Key("ForumName").eq("RDS") & Key("LastPostDateTime").begins_with("2015-02"),
        ProjectionExpression="Subject, Tag",
        ConsistentRead=True,
    )
    # The tag is not in the index: it is fetched from the table. Odd threads have none.
    check("lsi: fetch", found["Items"], [{"Subject": "subject 01"}, {"Subject": "subject 05"}])


def pages(client, table, name):
    """The pages of a query and of a scan are the whole, each item once."""
    paginator = client.get_paginator("query")
    subjects, count = [], 0
    for page in paginator.paginate(
        TableName=name,
        KeyConditionExpression="ForumName = :f",
        ExpressionAttributeValues={":f": {"S": "S3"}},
        PaginationConfig={"PageSize": 3},
    ):
        count += 1
        subjects += [item["Subject"]["S"] for item in page["Items"]]
    check("pages: query", subjects, [f"subject {number:02}" for number in range(THREADS_EACH)])
    check("pages: count", count, 3)
    seen, start = [], {}
    while True:
        page = table.scan(Limit=5, **start)
        seen += [(item["ForumName"], item["Subject"]) for item in page["Items"]]
        if "LastEvaluatedKey" not in page:
            break
        start = {"ExclusiveStartKey": page["LastEvaluatedKey"]}
    check("pages: scan", (len(seen), len(set(seen))), (24, 24))
    segments = [table.scan(Segment=part, TotalSegments=4)["Count"] for part in range(4)]
    check("pages: segments", sum(segments), 24)


def scan_and_delete(client, table, name):
    """Filters read more than they give; what is deleted is gone."""
    found = table.scan(FilterExpression=Attr("Tag").not_exists() & Attr("Replies").gte(5))
    check("scan: filter", (found["Count"], found["ScannedCount"]), (6, 24))
    check("scan: count", table.scan(Select="COUNT")["Count"], 24)
    key = {"ForumName": "EC2", "Subject": "subject 01"}
    check("delete: old", table.delete_item(Key=key, ReturnValues="ALL_OLD")["Attributes"]["Replies"], 1)
    check("delete: gone", "Item" in table.get_item(Key=key, ConsistentRead=True), False)
    check("delete: nothing", "Attributes" in table.delete_item(Key=key, ReturnValues="ALL_OLD"), False)
    refused("bad request", "ValidationException", client.get_item, TableName=name, Key={"ForumName": {"S": "S3"}})
    client.delete_table(TableName=name)
    client.get_waiter("table_not_exists").wait(TableName=name, WaiterConfig={"Delay": 1})
    refused("deleted table", "ResourceNotFoundException", client.describe_table, TableName=name)


def main():
    """Runs the job against the URL of the command line."""
    place = settings(__doc__)
    client = boto3.client("dynamodb", **place)
    name = f"Thread-{time.time_ns()}"
    table = boto3.resource("dynamodb", **place).Table(name)
    create(client, name)
    write_and_read(table)
    query(table)
    pages(client, table, name)
    scan_and_delete(client, table, name)
    finish()


main()
