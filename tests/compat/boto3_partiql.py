#!/usr/bin/env python3
"""Statements through an unchanged AWS SDK, against a running server.

Usage: boto3_partiql.py http://127.0.0.1:8000

Makes a table with an index, then inserts, selects, updates and deletes by PartiQL alone: single statements with tokens,
batches and transactions, the happy ways and the refused ones. Needs boto3 and nothing from AWS: no credentials, no
configuration, no network beyond the URL. The table has a name of its own each time, so that the script can be run again
on the same server.
"""

import time
import uuid

import boto3
from boto3.dynamodb.types import TypeDeserializer, TypeSerializer
from boto3_checks import check, finish, settings
from boto3_checks import refused as refused_with

ARTISTS = ["Acme Band", "No One You Know"]
SONGS_EACH = 7
SERIALIZER = TypeSerializer()
DESERIALIZER = TypeDeserializer()


def refused(name, exception, message, call, **parameters):
    """Checks that a call is refused with this exception and message, and returns the parsed error."""
    error = refused_with(name, exception, call, **parameters)
    check(f"{name}, in words", error.get("Error", {}).get("Message"), message)
    return error


def values(*plain):
    """Python values as the service takes them."""
    return [SERIALIZER.serialize(value) for value in plain]


def plain(item):
    """An item of the service as Python values."""
    return {name: DESERIALIZER.deserialize(value) for name, value in item.items()}


def create(client, name):
    """Makes the table and waits for it."""
    client.create_table(
        TableName=name,
        AttributeDefinitions=[
            {"AttributeName": "Artist", "AttributeType": "S"},
            {"AttributeName": "Track", "AttributeType": "N"},
            {"AttributeName": "Genre", "AttributeType": "S"},
        ],
        KeySchema=[{"AttributeName": "Artist", "KeyType": "HASH"}, {"AttributeName": "Track", "KeyType": "RANGE"}],
        GlobalSecondaryIndexes=[
            {
                "IndexName": "ByGenre",
                "KeySchema": [
                    {"AttributeName": "Genre", "KeyType": "HASH"},
                    {"AttributeName": "Track", "KeyType": "RANGE"},
                ],
                "Projection": {"ProjectionType": "INCLUDE", "NonKeyAttributes": ["Title"]},
            }
        ],
        BillingMode="PAY_PER_REQUEST",
    )
    client.get_waiter("table_exists").wait(TableName=name, WaiterConfig={"Delay": 1})


def insert(client, name):
    """One statement for every song."""
    for artist in ARTISTS:
        for track in range(SONGS_EACH):
            genre = "Country" if track % 2 else "Rock"
            client.execute_statement(
                Statement=f"INSERT INTO \"{name}\" VALUE {{'Artist': ?, 'Track': ?, 'Title': ?, 'Genre': ?, 'Awards': [1], 'Tags': ?}}",
                Parameters=values(artist, track, f"song {track}", genre, {"a", "b"}),
            )
    refused("insert: again", "DuplicateItemException", "Duplicate primary key exists in table", client.execute_statement,
            Statement=f"INSERT INTO \"{name}\" VALUE {{'Artist': 'Acme Band', 'Track': 1}}")


def every_page(client, statement, parameters=None, **more):
    """All items a statement selects, and the number of pages: there is no paginator for it."""
    if parameters:
        more["Parameters"] = parameters
    items, pages = [], 0
    while True:
        page = client.execute_statement(Statement=statement, **more)
        pages += 1
        items += [plain(item) for item in page["Items"]]
        if "NextToken" not in page:
            return items, pages
        more["NextToken"] = page["NextToken"]


def select(client, name):
    """Reads by key, by range, through the index and of everything."""
    found = client.execute_statement(
        Statement=f'SELECT Title, Awards[0] FROM "{name}" WHERE Artist = ? AND Track = ?', Parameters=values("Acme Band", 2),
        ConsistentRead=True, ReturnConsumedCapacity="TOTAL")
    check("select: item", [plain(item) for item in found["Items"]], [{"Title": "song 2", "Awards[0]": 1}])
    check("select: units", found["ConsumedCapacity"], {"TableName": name, "CapacityUnits": 1.0})
    items, pages = every_page(client, f'SELECT * FROM "{name}" WHERE Artist = ? AND Track >= ?', values("Acme Band", 2), Limit=2)
    check("select: pages", ([int(item["Track"]) for item in items], pages), ([2, 3, 4, 5, 6], 3))
    check("select: whole", items[0], {
        "Artist": "Acme Band", "Track": 2, "Title": "song 2", "Genre": "Rock", "Awards": [1], "Tags": {"a", "b"}})
    items, _ = every_page(client, f'SELECT Track FROM "{name}" WHERE Artist IN [?, ?] AND Track < 2 ORDER BY Artist DESC, Track DESC',
                          values(*ARTISTS), Limit=1)
    check("select: order", [int(item["Track"]) for item in items], [1, 0, 1, 0])
    items, pages = every_page(client, f'SELECT Artist FROM "{name}"', Limit=4)
    check("select: everything", (len(items), pages), (2 * SONGS_EACH, 4))
    for _ in range(50):
        items, _ = every_page(client, f'SELECT Title FROM "{name}"."ByGenre" WHERE Genre = ? AND Track BETWEEN 3 AND 5', values("Country"))
        if len(items) == 4:
            break
        time.sleep(0.1)
    check("select: index", sorted(item["Title"] for item in items), ["song 3", "song 3", "song 5", "song 5"])
    refused("select: consistent", "ValidationException",
            "Strongly consistent read is not supported on Global Secondary Indexes", client.execute_statement,
            Statement=f'SELECT * FROM "{name}"."ByGenre" WHERE Genre = \'Rock\'', ConsistentRead=True)
    refused("select: syntax", "ValidationException",
            "Statement wasn't well formed, can't be processed: Expected data manipulation", client.execute_statement,
            Statement=f'SELECTT * FROM "{name}"')
    token = client.execute_statement(Statement=f'SELECT * FROM "{name}"', Limit=1)["NextToken"]
    refused("select: token", "ValidationException", "NextToken does not match request", client.execute_statement,
            Statement=f'SELECT Title FROM "{name}"', NextToken=token)


def update_and_delete(client, name):
    """Changes, with what they answer."""
    changed = client.execute_statement(
        Statement=f'UPDATE "{name}" SET Awards = list_append(Awards, ?) SET Tags = set_add(Tags, ?) REMOVE Genre '
                  "WHERE Artist = ? AND Track = ? RETURNING MODIFIED NEW *",
        Parameters=values([2], {"c"}, "Acme Band", 0))["Items"]
    check("update: new", [plain(item) for item in changed], [{"Awards": [1, 2], "Tags": {"a", "b", "c"}}])
    error = refused("update: condition", "ConditionalCheckFailedException", "The conditional request failed",
                    client.execute_statement, Statement=f'UPDATE "{name}" SET Title = ? WHERE Artist = ? AND Track = ? AND Title = ?',
                    Parameters=values("x", "Acme Band", 1, "y"), ReturnValuesOnConditionCheckFailure="ALL_OLD")
    check("update: item of the failure", error.get("Item", {}).get("Title"), {"S": "song 1"})
    refused("update: nobody", "ConditionalCheckFailedException", "The conditional request failed", client.execute_statement,
            Statement=f"UPDATE \"{name}\" SET Title = 'x' WHERE Artist = 'nobody' AND Track = 1")
    gone = client.execute_statement(
        Statement=f'DELETE FROM "{name}" WHERE Artist = ? AND Track = ? RETURNING ALL OLD *', Parameters=values("Acme Band", 0))
    check("delete: old", plain(gone["Items"][0])["Title"], "song 0")
    again = client.execute_statement(
        Statement=f'DELETE FROM "{name}" WHERE Artist = ? AND Track = ? RETURNING ALL OLD *', Parameters=values("Acme Band", 0))
    check("delete: nothing", again["Items"], [])
    refused("delete: key", "ValidationException", "Where clause does not contain a mandatory equality on all key attributes",
            client.execute_statement, Statement=f"DELETE FROM \"{name}\" WHERE Artist = 'Acme Band'")


def batch(client, name):
    """Statements beside each other, with what is wrong with some of them."""
    get = f'SELECT Title FROM "{name}" WHERE Artist = ? AND Track = ?'
    answered = client.batch_execute_statement(
        Statements=[
            {"Statement": get, "Parameters": values("Acme Band", 1)},
            {"Statement": get, "Parameters": values("Acme Band", 99)},
            {"Statement": get, "Parameters": values("Acme Band")},
            {"Statement": f"SELECT * FROM \"{name}\" WHERE Artist = 'Acme Band'"},
        ],
        ReturnConsumedCapacity="TOTAL",
    )
    found = answered["Responses"]
    check("batch: items", [plain(one.get("Item", {})) for one in found], [{"Title": "song 1"}, {}, {}, {}])
    check("batch: errors", [one.get("Error", {}).get("Code") for one in found], [None, None, "ValidationError", "ValidationError"])
    check("batch: units", answered["ConsumedCapacity"], [{"TableName": name, "CapacityUnits": 1.0}])
    found = client.batch_execute_statement(
        Statements=[
            {"Statement": f"INSERT INTO \"{name}\" VALUE {{'Artist': 'Acme Band', 'Track': 50}}"},
            {"Statement": f"INSERT INTO \"{name}\" VALUE {{'Artist': 'Acme Band', 'Track': 1}}"},
            {"Statement": f"DELETE FROM \"{name}\" WHERE Artist = 'Acme Band' AND Track = 2"},
        ]
    )["Responses"]
    check("batch: writes", [one.get("Error", {}).get("Code") for one in found], [None, "DuplicateItem", None])
    refused("batch: mixed", "ValidationException", "Read and write requests together in the same batch is not supported.",
            client.batch_execute_statement, Statements=[
                {"Statement": get, "Parameters": values("Acme Band", 1)},
                {"Statement": f"DELETE FROM \"{name}\" WHERE Artist = 'Acme Band' AND Track = 2"}])


def transaction(client, name):
    """All or nothing, and once for each token."""
    update = f'UPDATE "{name}" SET Plays = ? WHERE Artist = ? AND Track = ? AND Plays IS MISSING'
    request = {
        "TransactStatements": [
            {"Statement": update, "Parameters": values(1, "Acme Band", 3)},
            {"Statement": f"EXISTS(SELECT * FROM \"{name}\" WHERE Artist = 'Acme Band' AND Track = 4 AND Title = 'song 4')"},
        ],
        "ClientRequestToken": uuid.uuid4().hex,
        "ReturnConsumedCapacity": "TOTAL",
    }
    units = client.execute_transaction(**request)["ConsumedCapacity"]
    check("transaction: units", units, [{"TableName": name, "CapacityUnits": 4.0, "WriteCapacityUnits": 4.0}])
    units = client.execute_transaction(**request)["ConsumedCapacity"]
    check("transaction: again", units, [{"TableName": name, "CapacityUnits": 4.0, "ReadCapacityUnits": 4.0}])
    error = refused(
        "transaction: condition", "TransactionCanceledException",
        "Transaction cancelled, please refer cancellation reasons for specific reasons [ConditionalCheckFailed, None]",
        client.execute_transaction, TransactStatements=[
            {"Statement": update, "Parameters": values(2, "Acme Band", 3)},
            {"Statement": f"DELETE FROM \"{name}\" WHERE Artist = 'Acme Band' AND Track = 4"}])
    reasons = [reason["Code"] for reason in error.get("CancellationReasons", [])]
    check("transaction: reasons", reasons, ["ConditionalCheckFailed", "None"])
    get = f'SELECT Title, Plays FROM "{name}" WHERE Artist = ? AND Track = ?'
    found = client.execute_transaction(TransactStatements=[
        {"Statement": get, "Parameters": values("Acme Band", track)} for track in (3, 4, 99)])["Responses"]
    check("transaction: read", [plain(one.get("Item", {})) for one in found], [{"Title": "song 3", "Plays": 1}, {"Title": "song 4"}, {}])


def main():
    """Runs everything against the URL of the command line."""
    client = boto3.client("dynamodb", **settings(__doc__))
    name = f"Music-{time.time_ns()}"
    create(client, name)
    insert(client, name)
    select(client, name)
    update_and_delete(client, name)
    batch(client, name)
    transaction(client, name)
    client.delete_table(TableName=name)
    finish()


main()
