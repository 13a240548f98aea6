#!/usr/bin/env python3
"""A stream read through an unchanged AWS SDK, against a running server.

Usage: boto3_streams.py http://127.0.0.1:8000

Makes a table with a stream, writes in every way there is, reads the records shard by shard as a consumer would, and
checks that they lead to the table. Then switches the stream off and on, and deletes the table. Needs boto3 and nothing
from AWS. The table has a name of its own each time.
"""

import time

import boto3
from boto3_checks import check, finish, refused, settings


def create(client, name):
    """Makes the table and gives back the ARN of its stream."""
    created = client.create_table(
        TableName=name,
        AttributeDefinitions=[
            {"AttributeName": "Artist", "AttributeType": "S"},
            {"AttributeName": "Number", "AttributeType": "N"},
        ],
        KeySchema=[
            {"AttributeName": "Artist", "KeyType": "HASH"},
            {"AttributeName": "Number", "KeyType": "RANGE"},
        ],
        BillingMode="PAY_PER_REQUEST",
        StreamSpecification={"StreamEnabled": True, "StreamViewType": "NEW_AND_OLD_IMAGES"},
    )["TableDescription"]
    client.get_waiter("table_exists").wait(TableName=name, WaiterConfig={"Delay": 1})
    check("create: label", created["LatestStreamArn"].split("/stream/")[1], created["LatestStreamLabel"])
    return created["LatestStreamArn"]


def write(client, name):
    """Writes on its own, in a batch, in a transaction and by a statement; gives back the items there are then."""
    key = {"Artist": {"S": "Ada"}, "Number": {"N": "1"}}
    client.put_item(TableName=name, Item={**key, "Blob": {"B": b"\x00\xff"}})
    client.put_item(TableName=name, Item={**key, "Blob": {"B": b"\x00\xff"}})
    client.update_item(TableName=name, Key=key, UpdateExpression="SET Plays = :p",
                       ExpressionAttributeValues={":p": {"N": "1.50"}})
    puts = [{"PutRequest": {"Item": {"Artist": {"S": f"Artist {n}"}, "Number": {"N": str(n)}}}} for n in range(20)]
    client.batch_write_item(RequestItems={name: puts})
    client.transact_write_items(TransactItems=[
        {"Delete": {"TableName": name, "Key": {"Artist": {"S": "Artist 0"}, "Number": {"N": "0"}}}},
        {"Put": {"TableName": name, "Item": {"Artist": {"S": "Eva"}, "Number": {"N": "2"}}}},
    ])
    client.execute_statement(Statement=f"UPDATE \"{name}\" SET Plays = 2 WHERE Artist = 'Eva' AND Number = 2")
    return client.scan(TableName=name)["Items"]


def shards_of(streams, arn):
    """All shards, page by page."""
    shards, start = [], {}
    while True:
        page = streams.describe_stream(StreamArn=arn, Limit=3, **start)["StreamDescription"]
        shards += page["Shards"]
        if "LastEvaluatedShardId" not in page:
            return shards
        start = {"ExclusiveStartShardId": page["LastEvaluatedShardId"]}


def records_of(streams, arn, shard):
    """All records of a shard so far."""
    iterator = streams.get_shard_iterator(StreamArn=arn, ShardId=shard["ShardId"], ShardIteratorType="TRIM_HORIZON")
    iterator, records = iterator["ShardIterator"], []
    while iterator:
        page = streams.get_records(ShardIterator=iterator, Limit=4)
        if not page["Records"]:
            break
        records += page["Records"]
        iterator = page.get("NextShardIterator")
    return records


def text(image):
    """An image to compare by."""
    return repr(sorted(image.items()))


def consume(streams, arn, items):
    """The records lead to the items."""
    described = streams.describe_stream(StreamArn=arn)["StreamDescription"]
    check("describe: status", described["StreamStatus"], "ENABLED")
    check("describe: keys", [key["KeyType"] for key in described["KeySchema"]], ["HASH", "RANGE"])
    check("describe: time", abs(time.time() - described["CreationRequestDateTime"].timestamp()) < 120, True)
    shards = shards_of(streams, arn)
    check("describe: open", all("EndingSequenceNumber" not in shard["SequenceNumberRange"] for shard in shards), True)
    replayed, names = {}, []
    for shard in shards:
        for record in records_of(streams, arn, shard):
            data = record["dynamodb"]
            names.append(record["eventName"])
            check("record: time", abs(time.time() - data["ApproximateCreationDateTime"].timestamp()) < 120, True)
            check("record: version", (record["eventVersion"], record["eventSource"]), ("1.1", "aws:dynamodb"))
            if "NewImage" in data:
                replayed[text(data["Keys"])] = data["NewImage"]
            else:
                del replayed[text(data["Keys"])]
    check("records: items", sorted(map(text, replayed.values())), sorted(map(text, items)))
    check("records: names", sorted(names), sorted(["INSERT"] * 22 + ["MODIFY"] * 2 + ["REMOVE"]))
    place = {"StreamArn": arn, "ShardId": shards[0]["ShardId"]}
    refused("iterator: number", "ValidationException", streams.get_shard_iterator, **place,
            ShardIteratorType="AT_SEQUENCE_NUMBER")
    latest = streams.get_shard_iterator(**place, ShardIteratorType="LATEST")["ShardIterator"]
    check("latest: none", streams.get_records(ShardIterator=latest)["Records"], [])
    refused("records: iterator", "ValidationException", streams.get_records, ShardIterator="no iterator")


def switch(client, streams, name, arn):
    """Off and on again is another stream; streams outlive their table."""
    refused("enable: again", "ValidationException", client.update_table, TableName=name,
            StreamSpecification={"StreamEnabled": True, "StreamViewType": "KEYS_ONLY"})
    client.update_table(TableName=name, StreamSpecification={"StreamEnabled": False})
    client.get_waiter("table_exists").wait(TableName=name, WaiterConfig={"Delay": 1})
    described = streams.describe_stream(StreamArn=arn)["StreamDescription"]
    closed = ["EndingSequenceNumber" in shard["SequenceNumberRange"] for shard in described["Shards"]]
    check("disable: closed", (described["StreamStatus"], all(closed)), ("DISABLED", True))
    client.update_table(TableName=name, StreamSpecification={"StreamEnabled": True, "StreamViewType": "KEYS_ONLY"})
    client.get_waiter("table_exists").wait(TableName=name, WaiterConfig={"Delay": 1})
    listed = [stream["StreamArn"] for stream in streams.list_streams(TableName=name)["Streams"]]
    check("list: both", (len(listed), arn in listed), (2, True))
    client.delete_table(TableName=name)
    client.get_waiter("table_not_exists").wait(TableName=name, WaiterConfig={"Delay": 1})
    check("list: deleted table", len(streams.list_streams(TableName=name)["Streams"]), 2)
    refused("describe: none", "ResourceNotFoundException", streams.describe_stream, StreamArn=arn + "0")


def main():
    """Runs the job against the URL of the command line."""
    place = settings(__doc__)
    client, streams = boto3.client("dynamodb", **place), boto3.client("dynamodbstreams", **place)
    name = f"Music-{time.time_ns()}"
    arn = create(client, name)
    consume(streams, arn, write(client, name))
    switch(client, streams, name, arn)
    finish()


main()
