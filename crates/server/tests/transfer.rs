//! Exports of tables to a folder that replaces S3, and imports from there, as a client sees them.
#![allow(clippy::disallowed_methods, reason = "a test of files")]

mod bulk;
mod bulk_ends;
mod faults;
mod formats;
mod refusals;
mod restarts;
mod world;

use std::collections::BTreeSet;
use std::fs;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use md5::{Digest as _, Md5};
use serde_json::{Value, json};
use world::{World, import_of, lines, some_time_passes, sorted};

/// One item of every type, and further ones.
fn every_type() -> Vec<Value> {
    let mut items = vec![
        json!({"p": {"S": "minimal"}, "c": {"N": "1"}}),
        json!({"p": {"S": "texts"}, "c": {"N": "2"}, "unicode": {"S": "ñ 🦀\n\t\"\\ \u{0}"}, "empty": {"S": ""}}),
        json!({"p": {"S": "numbers"}, "c": {"N": "-3.5"}, "digits": {"N": "12345678901234567890123456789012345678"},
               "small": {"N": "0.0000000000000000000000000000001"}, "large": {"N": "1000000000000000000000000000000"}}),
        json!({"p": {"S": "binary"}, "c": {"N": "4"}, "bytes": {"B": "AP8="}, "empty": {"B": ""}}),
        json!({"p": {"S": "words"}, "c": {"N": "5"}, "yes": {"BOOL": true}, "no": {"BOOL": false}, "nothing": {"NULL": true}}),
        json!({"p": {"S": "sets"}, "c": {"N": "6"}, "ss": {"SS": ["a", "b"]}, "ns": {"NS": ["1", "2.5"]}, "bs": {"BS": ["AA==", "AQ=="]}}),
        json!({"p": {"S": "documents"}, "c": {"N": "7"}, "list": {"L": [{"S": "s"}, {"N": "1"}, {"L": []}, {"M": {}}]},
               "map": {"M": {"a.b": {"M": {"Size": {"NULL": true}}}}}}),
    ];
    items.extend(
        (0..60).map(
            |number| json!({"p": {"S": "many"}, "c": {"N": number.to_string()}, "text": {"S": "x".repeat(1_000)}}),
        ),
    );
    sorted(items)
}

async fn with_items(name: &str) -> (World, String) {
    let world = World::begin(name).await;
    let arn = world.table("Music").await;
    for item in every_type() {
        world.put("Music", item).await;
    }
    (world, arn)
}

#[tokio::test]
async fn a_table_comes_back_as_it_was_exported() {
    let (world, arn) = with_items("back").await;
    let export = world
        .export(json!({"TableArn": arn, "S3Bucket": "music", "S3Prefix": "2020-Nov"}))
        .await;
    assert_eq!(export["ExportStatus"], "COMPLETED", "{export}");
    assert_eq!(
        (&export["ItemCount"], &export["ExportFormat"]),
        (&json!(67), &json!("DYNAMODB_JSON"))
    );
    assert!(export["ExportType"].is_null() && export["BilledSizeBytes"].as_u64() > Some(60_000));
    let number = export["ExportArn"]
        .as_str()
        .and_then(|arn| arn.rsplit('/').next())
        .expect("a number")
        .to_owned();
    let folder = format!("2020-Nov/AWSDynamoDB/{number}");
    assert_eq!(export["ExportManifest"], format!("{folder}/manifest-summary.json"));

    let mut request = import_of("Copy", &format!("{folder}/data/"));
    request["InputCompressionType"] = json!("GZIP");
    let import = world.import(request).await;
    assert_eq!(import["ImportStatus"], "COMPLETED", "{import}");
    assert_eq!(
        (&import["ProcessedItemCount"], &import["ErrorCount"]),
        (&json!(67), &json!(0))
    );
    assert_eq!(import["S3BucketSource"]["S3BucketOwner"], "000000000000");
    assert_eq!(world.items("Copy").await, world.items("Music").await);
    let reported = world.ask("DescribeTable", json!({"TableName": "Copy"})).await;
    assert_eq!(
        (&reported["Table"]["TableId"], &reported["Table"]["TableArn"]),
        (&import["TableId"], &import["TableArn"])
    );
    world.end().await;
}

/// The lines of an export's data files.
fn exported_lines(world: &World, export: &Value) -> Vec<Value> {
    let manifest = export["ExportManifest"].as_str().expect("a key");
    let files = manifest.replace("manifest-summary", "manifest-files");
    let files = fs::read_to_string(world.object(&files)).expect("a file");
    let file = |line: &str| -> Value { serde_json::from_str(line).expect("JSON") };
    let data = files
        .lines()
        .map(|line| file(line)["dataFileS3Key"].as_str().expect("a key").to_owned());
    data.flat_map(|key| lines(&world.object(&key))).collect()
}

/// A key condition limits what is read, and so the billed size; a filter limits only what is written.
#[tokio::test]
async fn a_filter_decides_what_is_exported() {
    let (world, arn) = with_items("filtered").await;
    let export = |filter: Value| {
        let request = json!({"TableArn": arn, "S3Bucket": "music", "FilterSpecification": filter});
        world.export(request)
    };
    let many = json!({
        "KeyConditionExpression": "p = :p AND c BETWEEN :low AND :high",
        "ExpressionAttributeValues": {":p": {"S": "many"}, ":low": {"N": "10"}, ":high": {"N": "19"}},
    });
    let read = export(many.clone()).await;
    assert_eq!(read["ItemCount"], 10, "{read}");
    assert_eq!(read["FilterSpecification"], many);
    let filtered = export(json!({
        "KeyConditionExpression": "p = :p AND c BETWEEN :low AND :high",
        "FilterExpression": "attribute_exists(#other)",
        "ExpressionAttributeNames": {"#other": "other"},
        "ExpressionAttributeValues": {":p": {"S": "many"}, ":low": {"N": "10"}, ":high": {"N": "19"}},
    }))
    .await;
    assert_eq!(filtered["ItemCount"], 0);
    assert_eq!(
        filtered["BilledSizeBytes"], read["BilledSizeBytes"],
        "read all the same"
    );
    let projected = export(json!({
        "FilterExpression": "p = :p",
        "ProjectionExpression": "unicode",
        "ExpressionAttributeValues": {":p": {"S": "texts"}},
    }))
    .await;
    assert_eq!(
        exported_lines(&world, &projected),
        [json!({"Item": {"unicode": {"S": "ñ 🦀\n\t\"\\ \u{0}"}}})]
    );

    for (filter, refusal) in [
        (
            json!({"KeyConditionExpression": "c = :c", "ExpressionAttributeValues": {":c": {"N": "1"}}}),
            "ValidationException: Query condition missed key schema element: p",
        ),
        (
            json!({"KeyConditionExpression": "p = :p", "FilterExpression": "c = :p", "ExpressionAttributeValues": {":p": {"S": "x"}}}),
            "ValidationException: Filter Expression can only contain non-primary key attributes: Primary key attribute: c",
        ),
        (
            json!({"FilterExpression": "a = :a"}),
            "ValidationException: Invalid FilterExpression: An expression attribute value used in expression is not defined; attribute value: :a",
        ),
    ] {
        let request = json!({"TableArn": arn, "S3Bucket": "music", "FilterSpecification": filter});
        assert_eq!(world.refused("ExportTableToPointInTime", request).await, refusal);
    }
    world.end().await;
}

/// Changes are judged by their newest image, deletions by the old one.
#[tokio::test]
async fn a_filter_judges_changes_by_their_newest_image() {
    let world = World::begin("filtered-changes").await;
    let arn = world.table("Music").await;
    let item = |p: &str, v: u32| json!({"p": {"S": p}, "c": {"N": "1"}, "v": {"N": v.to_string()}});
    for p in ["kept", "dropped", "deleted"] {
        world.put("Music", item(p, if p == "dropped" { 2 } else { 1 })).await;
    }
    some_time_passes().await;
    let start = world.export(json!({"TableArn": arn, "S3Bucket": "music"})).await["ExportTime"].clone();
    world.put("Music", item("kept", 2)).await;
    world.put("Music", item("dropped", 1)).await;
    let key = json!({"p": {"S": "deleted"}, "c": {"N": "1"}});
    world.ask("DeleteItem", json!({"TableName": "Music", "Key": key})).await;
    let export = world
        .export(json!({
            "TableArn": arn, "S3Bucket": "music", "ExportType": "INCREMENTAL_EXPORT",
            "IncrementalExportSpecification": {"ExportFromTime": start},
            "FilterSpecification": {
                "FilterExpression": "v = :two OR (p = :deleted AND v = :one)",
                "ExpressionAttributeValues": {":one": {"N": "1"}, ":two": {"N": "2"}, ":deleted": {"S": "deleted"}},
            },
        }))
        .await;
    let mut keys: Vec<Value> = exported_lines(&world, &export)
        .iter()
        .map(|line| line["Keys"]["p"]["S"].clone())
        .collect();
    keys.sort_by_key(Value::to_string);
    assert_eq!(keys, ["deleted", "kept"]);
    world.end().await;
}

#[tokio::test]
async fn an_export_has_the_service_s_layout_and_sums() {
    let (world, arn) = with_items("layout").await;
    let export = world.export(json!({"TableArn": arn, "S3Bucket": "music"})).await;
    let manifest = export["ExportManifest"].as_str().expect("a key");
    let folder = manifest.strip_suffix("/manifest-summary.json").expect("its end");
    let names: BTreeSet<String> = fs::read_dir(world.object(folder))
        .expect("a folder")
        .map(|entry| entry.expect("an entry").file_name().into_string().expect("text"))
        .collect();
    let expected = [
        "_started",
        "data",
        "manifest-files.json",
        "manifest-files.md5",
        "manifest-summary.json",
        "manifest-summary.md5",
    ];
    assert_eq!(names.iter().map(String::as_str).collect::<Vec<_>>(), expected);

    for name in ["manifest-files", "manifest-summary"] {
        let bytes = fs::read(world.object(&format!("{folder}/{name}.json"))).expect("a file");
        let sum = fs::read_to_string(world.object(&format!("{folder}/{name}.md5"))).expect("a file");
        assert_eq!(sum, STANDARD.encode(Md5::digest(bytes)));
    }
    let summary: Value = serde_json::from_slice(&fs::read(world.object(manifest)).expect("a file")).expect("JSON");
    assert_eq!(
        (&summary["version"], &summary["exportArn"]),
        (&json!("2020-06-30"), &export["ExportArn"])
    );
    assert_eq!(
        (&summary["itemCount"], &summary["s3Prefix"]),
        (&json!(67), &Value::Null)
    );
    let files = summary["manifestFilesS3Key"].as_str().expect("a key");
    let files = fs::read_to_string(world.object(files)).expect("a file");
    let mut items = Vec::new();
    for entry in files.lines() {
        let entry: Value = serde_json::from_str(entry).expect("JSON");
        let path = world.object(entry["dataFileS3Key"].as_str().expect("a key"));
        let digest = Md5::digest(fs::read(&path).expect("a file"));
        assert_eq!(entry["md5Checksum"], STANDARD.encode(digest));
        assert_eq!(entry["etag"], format!("{:x}-1", Md5::digest(digest)));
        let lines = lines(&path);
        assert_eq!(entry["itemCount"], lines.len());
        items.extend(lines.into_iter().map(|line| line["Item"].clone()));
    }
    assert_eq!(sorted(items), world.items("Music").await);
    world.end().await;
}

#[tokio::test]
async fn an_export_is_of_the_time_asked_for() {
    let world = World::begin("time").await;
    let arn = world.table("Music").await;
    world
        .put("Music", json!({"p": {"S": "a"}, "c": {"N": "1"}, "v": {"S": "old"}}))
        .await;
    some_time_passes().await;
    let first = world.export(json!({"TableArn": arn, "S3Bucket": "music"})).await;
    some_time_passes().await;
    world
        .put("Music", json!({"p": {"S": "a"}, "c": {"N": "1"}, "v": {"S": "new"}}))
        .await;
    world.put("Music", json!({"p": {"S": "b"}, "c": {"N": "2"}})).await;
    let then = json!({"TableArn": arn, "S3Bucket": "music", "ExportTime": first["ExportTime"]});
    let second = world.export(then).await;
    assert_eq!((&first["ItemCount"], &second["ItemCount"]), (&json!(1), &json!(1)));
    for export in [first, second] {
        let prefix = export["ExportManifest"]
            .as_str()
            .expect("a key")
            .replace("manifest-summary.json", "data");
        let found: Vec<Value> = fs::read_dir(world.object(&prefix))
            .expect("a folder")
            .flat_map(|entry| lines(&entry.expect("an entry").path()))
            .collect();
        assert_eq!(
            found,
            [json!({"Item": {"p": {"S": "a"}, "c": {"N": "1"}, "v": {"S": "old"}}})]
        );
    }
    world.end().await;
}

#[tokio::test]
async fn an_incremental_export_has_what_changed() {
    let world = World::begin("changes").await;
    let arn = world.table("Music").await;
    let item = |key: &str, value: &str| json!({"p": {"S": key}, "c": {"N": "1"}, "v": {"S": value}});
    for key in ["kept", "changed", "gone"] {
        world.put("Music", item(key, "old")).await;
    }
    some_time_passes().await;
    let from = world.export(json!({"TableArn": arn, "S3Bucket": "music"})).await["ExportTime"].clone();
    world.put("Music", item("changed", "new")).await;
    world.put("Music", item("came", "new")).await;
    world
        .ask(
            "DeleteItem",
            json!({"TableName": "Music", "Key": {"p": {"S": "gone"}, "c": {"N": "1"}}}),
        )
        .await;
    some_time_passes().await;
    let period = json!({"ExportFromTime": from});
    let request = json!({"TableArn": arn, "S3Bucket": "music", "ExportType": "INCREMENTAL_EXPORT",
                         "IncrementalExportSpecification": period});
    let export = world.export(request).await;
    assert_eq!(
        (&export["ItemCount"], &export["ExportType"]),
        (&json!(3), &json!("INCREMENTAL_EXPORT")),
        "{export}"
    );
    assert_eq!(
        export["IncrementalExportSpecification"]["ExportViewType"],
        "NEW_AND_OLD_IMAGES"
    );
    assert!(export["ExportTime"].is_null());
    let data: Vec<_> = fs::read_dir(world.object("AWSDynamoDB/data"))
        .expect("a folder")
        .collect();
    assert_eq!(data.len(), 1, "data of incremental exports is together");
    let mut found = lines(&data[0].as_ref().expect("an entry").path());
    found.sort_by_key(|line| line["Keys"].to_string());
    let images: Vec<_> = found
        .iter()
        .map(|line| {
            (
                &line["Keys"]["p"]["S"],
                &line["OldImage"]["v"]["S"],
                &line["NewImage"]["v"]["S"],
            )
        })
        .collect();
    let (old, new, none) = (json!("old"), json!("new"), Value::Null);
    let (came, changed, gone) = (json!("came"), json!("changed"), json!("gone"));
    assert_eq!(
        images,
        [(&came, &none, &new), (&changed, &old, &new), (&gone, &old, &none)]
    );
    assert!(
        found[0]["Metadata"]["WriteTimestampMicros"]["N"]
            .as_str()
            .is_some_and(|micros| micros.len() == 16)
    );
    world.end().await;
}
