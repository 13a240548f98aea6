#!/usr/bin/env python3
"""Exports to S3 and imports from there through an unchanged AWS SDK, against a running server.

Usage: boto3_transfer.py http://127.0.0.1:8000 <folder>

The server is started with `--s3 <folder>`. Exports a table, reads the exported files with Python's own gzip and json and with
boto3's own TypeDeserializer, imports them into another table, and compares. Then changes, rows of text, faults and tokens. Needs
boto3 and nothing from AWS. Bucket and tables have names of their own each time.
"""

import base64
import gzip
import hashlib
import json
import sys
import time
from decimal import Decimal
from pathlib import Path

import boto3
from boto3.dynamodb.types import Binary, TypeDeserializer
from boto3_checks import check, finish, refused, settings

KEYS = {
    "AttributeDefinitions": [
        {"AttributeName": "Artist", "AttributeType": "S"},
        {"AttributeName": "Year", "AttributeType": "N"},
    ],
    "KeySchema": [
        {"AttributeName": "Artist", "KeyType": "HASH"},
        {"AttributeName": "Year", "KeyType": "RANGE"},
    ],
    "BillingMode": "PAY_PER_REQUEST",
}

ITEMS = [
    {"Artist": "minimal", "Year": Decimal(1)},
    {"Artist": "texts", "Year": Decimal(2), "Unicode": "zażółć 日本語 🦑", "Escapes": "\"\\\n\t\u0000", "Empty": ""},
    {"Artist": "numbers", "Year": Decimal("-17.5"), "Digits": Decimal("1" * 38), "Small": Decimal("1E-130"),
     "Large": Decimal("9.99999E+37"), "Zero": Decimal(0)},
    {"Artist": "bytes", "Year": Decimal(4), "Bytes": Binary(b"\x00\x01\xfe\xff"), "None": Binary(b"")},
    {"Artist": "words", "Year": Decimal(5), "Yes": True, "No": False, "Nothing": None},
    {"Artist": "sets", "Year": Decimal(6), "SS": {"a", "b"}, "NS": {Decimal(1), Decimal("-2.5")},
     "BS": {Binary(b"\x00"), Binary(b"\x01")}},
    {"Artist": "documents", "Year": Decimal(7), "List": ["s", Decimal(1), True, None, Binary(b"b"), [], {}],
     "Map": {"a.b": {"Size": {"deep": "leaf"}}}},
    {"Artist": "big", "Year": Decimal(8), "Text": "y" * 380_000},
]


def plain(value):
    """An item as Python's own reader gives it: base64 to bytes, then boto3's own types."""
    (kind, content), = value.items()
    if kind == "B":
        return {"B": base64.b64decode(content)}
    if kind == "BS":
        return {"BS": [base64.b64decode(one) for one in content]}
    if kind == "L":
        return {"L": [plain(one) for one in content]}
    if kind == "M":
        return {"M": {name: plain(one) for name, one in content.items()}}
    return value


def items_of(attributes):
    """The item of DynamoDB JSON."""
    return {name: TypeDeserializer().deserialize(plain(value)) for name, value in attributes.items()}


def in_order(items):
    """Items by their keys."""
    return sorted(items, key=lambda item: (item["Artist"], item["Year"]))


def wait(describe, member, status, arn):
    """Polls until an export or import has ended."""
    while True:
        found = describe(**{arn[0]: arn[1]})[member]
        if found[status] != "IN_PROGRESS":
            return found
        time.sleep(0.05)


def export(client, **parameters):
    """Exports, and waits."""
    begun = client.export_table_to_point_in_time(**parameters)["ExportDescription"]
    check("export: begins", begun["ExportStatus"], "IN_PROGRESS")
    return wait(client.describe_export, "ExportDescription", "ExportStatus", ("ExportArn", begun["ExportArn"]))


def import_table(client, bucket, prefix, name, **parameters):
    """Imports, and waits."""
    begun = client.import_table(
        S3BucketSource={"S3Bucket": bucket.name, "S3KeyPrefix": prefix},
        TableCreationParameters={"TableName": name, **KEYS},
        **{"InputFormat": "DYNAMODB_JSON", **parameters},
    )["ImportTableDescription"]
    check("import: begins", begun["ImportStatus"], "IN_PROGRESS")
    member = "ImportTableDescription"
    return wait(client.describe_import, member, "ImportStatus", ("ImportArn", begun["ImportArn"]))


def data_of(bucket, manifest):
    """The lines of all data files, every sum checked."""
    summary_bytes = (bucket / manifest).read_bytes()
    sum_of = lambda content: base64.b64encode(hashlib.md5(content).digest()).decode()
    check("summary: sum", (bucket / manifest.replace(".json", ".md5")).read_text(), sum_of(summary_bytes))
    summary = json.loads(summary_bytes)
    files = bucket / summary["manifestFilesS3Key"]
    check("files: sum", files.with_suffix(".md5").read_text(), sum_of(files.read_bytes()))
    lines = []
    for entry in map(json.loads, files.read_text().splitlines()):
        content = (bucket / entry["dataFileS3Key"]).read_bytes()
        check("data: sum", entry["md5Checksum"], sum_of(content))
        found = [json.loads(line) for line in gzip.decompress(content).decode().splitlines()]
        check("data: count", entry["itemCount"], len(found))
        lines += found
    check("summary: count", summary["itemCount"], len(lines))
    return summary, lines


def there_and_back(client, tables, bucket, name):
    """Exports a table, reads the files, imports them, and compares."""
    table = tables.Table(name)
    for item in ITEMS:
        table.put_item(Item=item)
    arn = client.describe_table(TableName=name)["Table"]["TableArn"]
    refused("export: recovery is off", "PointInTimeRecoveryUnavailableException", client.export_table_to_point_in_time,
            TableArn=arn, S3Bucket=bucket.name)
    client.update_continuous_backups(TableName=name,
                                     PointInTimeRecoverySpecification={"PointInTimeRecoveryEnabled": True})
    exported = export(client, TableArn=arn, S3Bucket=bucket.name, S3Prefix="2020-Nov")
    check("export: ends", (exported["ExportStatus"], exported["ItemCount"]), ("COMPLETED", len(ITEMS)))
    manifest = exported["ExportManifest"]
    summary, lines = data_of(bucket, manifest)
    check("summary: table", (summary["tableArn"], summary["exportArn"]), (arn, exported["ExportArn"]))
    check("summary: bucket", (summary["s3Bucket"], summary["s3Prefix"]), (bucket.name, "2020-Nov"))
    check("data: items", in_order([items_of(line["Item"]) for line in lines]), in_order(ITEMS))

    copy = f"{name}-copy"
    folder = manifest.replace("manifest-summary.json", "data/")
    imported = import_table(client, bucket, folder, copy, InputCompressionType="GZIP")
    counts = [imported[count] for count in ("ProcessedItemCount", "ImportedItemCount", "ErrorCount")]
    check("import: ends", (imported["ImportStatus"], counts), ("COMPLETED", [len(ITEMS), len(ITEMS), 0]))
    check("import: items", in_order(tables.Table(copy).scan()["Items"]), in_order(ITEMS))
    check("import: table", client.describe_table(TableName=copy)["Table"]["TableId"], imported["TableId"])
    return arn, exported


def changes(client, tables, bucket, arn, before):
    """An incremental export has what changed since, and a full one of then has not."""
    # The SDK sends whole seconds.
    since = int(time.time()) + 1
    time.sleep(since - time.time())
    table = tables.Table(arn.split("/")[1])
    table.delete_item(Key={"Artist": "minimal", "Year": 1})
    table.put_item(Item={"Artist": "new", "Year": 9})
    exported = export(client, TableArn=arn, S3Bucket=bucket.name, ExportType="INCREMENTAL_EXPORT",
                      IncrementalExportSpecification={"ExportFromTime": since})
    summary, lines = data_of(bucket, exported["ExportManifest"])
    check("changes: view", (summary["outputView"], summary["exportType"]), ("NEW_AND_OLD_IMAGES", "INCREMENTAL_EXPORT"))
    found = {line["Keys"]["Artist"]["S"]: line for line in lines}
    check("changes: deletion", ("OldImage" in found["minimal"], "NewImage" in found["minimal"]), (True, False))
    check("changes: insertion", ("OldImage" in found["new"], "NewImage" in found["new"]), (False, True))
    summaries = client.list_exports(TableArn=arn)["ExportSummaries"]
    check("list", [one["ExportArn"] for one in summaries], [exported["ExportArn"], before["ExportArn"]])
    pages = [client.list_exports(TableArn=arn, MaxResults=1)]
    pages.append(client.list_exports(TableArn=arn, MaxResults=1, NextToken=pages[0]["NextToken"]))
    check("list: pages", [page["ExportSummaries"][0] for page in pages], summaries)


def rows_and_faults(client, tables, bucket, name):
    """Rows of text become items; what is at fault is counted."""
    (bucket / "rows.csv").write_text('Artist,Year,Note\nAda,1999,"a ""note"""\nEva,2000,\n')
    imported = import_table(client, bucket, "rows.csv", f"{name}-rows", InputFormat="CSV")
    check("rows: ends", (imported["ImportStatus"], imported["ImportedItemCount"]), ("COMPLETED", 2))
    expected = [{"Artist": "Ada", "Year": Decimal(1999), "Note": 'a "note"'}, {"Artist": "Eva", "Year": Decimal(2000)}]
    check("rows: items", in_order(tables.Table(f"{name}-rows").scan()["Items"]), expected)
    lines = ['{"Item":{"Artist":{"S":"a"},"Year":{"N":"1"}}}', '{"Item":{"Artist":{"S":"b"}}}']
    (bucket / "faults.json").write_text("\n".join(lines))
    imported = import_table(client, bucket, "faults.json", f"{name}-faults")
    check("faults: ends", (imported["ImportStatus"], imported["FailureCode"]), ("FAILED", "ItemValidationError"))
    check("faults: counts", (imported["ImportedItemCount"], imported["ErrorCount"]), (1, 1))
    imports = client.list_imports(PageSize=25)["ImportSummaryList"]
    ours = [one for one in imports if one["S3BucketSource"]["S3Bucket"] == bucket.name]
    check("list: imports", [one["ImportStatus"] for one in ours], ["FAILED", "COMPLETED", "COMPLETED"])


def refusals(client, bucket, arn):
    """What is refused at once, and what fails afterwards."""
    token = f"token-{time.time_ns()}"
    first = export(client, TableArn=arn, S3Bucket=bucket.name, ClientToken=token)
    again = client.export_table_to_point_in_time(TableArn=arn, S3Bucket=bucket.name, ClientToken=token)
    check("token: same", again["ExportDescription"]["ExportArn"], first["ExportArn"])
    refused("token: conflict", "ExportConflictException", client.export_table_to_point_in_time, TableArn=arn,
            S3Bucket=bucket.name, ClientToken=token, S3Prefix="other")
    refused("no table", "TableNotFoundException", client.export_table_to_point_in_time, TableArn=f"{arn}x",
            S3Bucket=bucket.name)
    refused("no time", "InvalidExportTimeException", client.export_table_to_point_in_time, TableArn=arn,
            S3Bucket=bucket.name, ExportTime=1)
    refused("no export", "ExportNotFoundException", client.describe_export, ExportArn=f"{first['ExportArn']}0")
    refused("no import", "ImportNotFoundException", client.describe_import, ImportArn=f"{arn}/import/01-0badf00d")
    failed = export(client, TableArn=arn, S3Bucket=f"{bucket.name}x")
    check("no bucket", (failed["ExportStatus"], failed["FailureCode"]), ("FAILED", "S3NoSuchBucket"))


def main():
    """Runs the job against the URL and the folder of the command line."""
    place = settings(__doc__, further=1)
    client, tables = boto3.client("dynamodb", **place), boto3.resource("dynamodb", **place)
    name = f"Music-{time.time_ns()}"
    bucket = Path(sys.argv[2]) / name.lower()
    bucket.mkdir(parents=True)
    client.create_table(TableName=name, **KEYS)
    client.get_waiter("table_exists").wait(TableName=name, WaiterConfig={"Delay": 1})
    arn, exported = there_and_back(client, tables, bucket, name)
    changes(client, tables, bucket, arn, exported)
    rows_and_faults(client, tables, bucket, name)
    refusals(client, bucket, arn)
    finish()


main()
