//! Bulk operations: counts, compression, conditions, reports, tokens and lists.

use std::fs;
use std::io::Write as _;

use serde_json::{Value, json};

use super::world::{World, table};

/// Number of checks of a running operation before a test gives up.
const PATIENCE: usize = 200_000;

pub(super) fn request(more: &Value) -> Value {
    let mut request = json!({
        "TableName": "Music",
        "InputS3Configuration": {"S3Bucket": "music", "InputFormat": "DYNAMODB_JSON", "S3KeyPrefix": "in/"},
        "OutputS3Configuration": {
            "S3Bucket": "music", "S3KeyPrefix": "out", "OutputType": ["ERROR", "CONDITION_CHECK_FAILURE"],
        },
        "PerformanceTier": "ACCELERATED",
    });
    for (name, value) in more.as_object().expect("an object") {
        request[name] = value.clone();
    }
    request
}

pub(super) fn item(p: &str, c: usize) -> Value {
    json!({"p": {"S": p}, "c": {"N": c.to_string()}})
}

pub(super) fn records(numbers: std::ops::Range<usize>) -> String {
    numbers
        .map(|number| format!("{}\n", json!({"Item": item("a", number)})))
        .collect()
}

pub(super) async fn start(world: &World, request: Value) -> Value {
    let begun = world.ask("StartBulkPutItems", request).await["BulkOperationDescription"].clone();
    assert_eq!(begun["BulkOperationStatus"], "IN_PROGRESS");
    assert!(
        begun["EndTime"].is_null() && begun["TotalInputBytes"].is_null(),
        "{begun}"
    );
    begun
}

pub(super) async fn described(world: &World, arn: &Value) -> Value {
    world
        .ask("DescribeBulkOperation", json!({"BulkOperationArn": arn}))
        .await["BulkOperationDescription"]
        .clone()
}

pub(super) async fn ended(world: &World, begun: &Value) -> Value {
    for _ in 0..PATIENCE {
        let reported = described(world, &begun["BulkOperationArn"]).await;
        if !reported["EndTime"].is_null() {
            return reported;
        }
    }
    panic!("{begun} does not end");
}

pub(super) async fn run(world: &World, request: Value) -> Value {
    let begun = start(world, request).await;
    ended(world, &begun).await
}

/// The files of an operation's report.
fn report(world: &World, bulk: &Value, name: &str) -> Option<String> {
    let number = bulk["BulkOperationArn"].as_str().expect("a name").rsplit('/').next();
    let key = format!("out/AWSDynamoDB/{}/{name}", number.expect("a number"));
    fs::read_to_string(world.object(&key)).ok()
}

fn lines(text: &str) -> Vec<Value> {
    text.lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect()
}

#[tokio::test]
async fn the_objects_of_a_prefix_are_put_into_an_existing_table() {
    let world = World::begin("bulk").await;
    let mut definition = table("Music");
    definition["GlobalSecondaryIndexes"] = json!([{
        "IndexName": "ByNumber", "KeySchema": [{"AttributeName": "c", "KeyType": "HASH"}],
        "Projection": {"ProjectionType": "KEYS_ONLY"},
    }]);
    definition["StreamSpecification"] = json!({"StreamEnabled": true, "StreamViewType": "KEYS_ONLY"});
    world.ask("CreateTable", definition).await;
    world.put("Music", item("before", 1)).await;
    let (first, second) = (records(0..40), records(40..90));
    world.put_object("in/1", &first);
    world.put_object("in/2", &second);
    world.put_object("in/3", b"");
    world.put_object("elsewhere", records(100..110));
    let bulk = run(&world, request(&json!({}))).await;
    let bytes = first.len() + second.len();
    assert_eq!(bulk["BulkOperationStatus"], "COMPLETED", "{bulk}");
    assert_eq!(
        json!([
            bulk["ProcessedItemCount"],
            bulk["FailedItemCount"],
            bulk["ProcessedInputBytes"],
            bulk["TotalInputBytes"]
        ]),
        json!([90, 0, bytes, bytes])
    );
    assert_eq!(bulk["PerformanceTier"], "ACCELERATED");
    assert_eq!(bulk["TableDetails"][0]["TableName"], "Music");
    assert_eq!(world.items("Music").await.len(), 91);
    // Ten items take 5 bytes of names, values and numbers, the others too: 1 + 1 and 1 + 2.
    let usage = &bulk["BulkOperationUsage"][0];
    let (of_table, of_index) = (
        usage["Table"]["BulkPutBytes"].as_u64(),
        usage["GlobalSecondaryIndexes"]["ByNumber"]["BulkPutBytes"].as_u64(),
    );
    assert_eq!(of_table, of_index, "the index projects every attribute: {usage}");
    assert_eq!(usage["BulkPutBytes"].as_u64(), of_table.map(|bytes| 2 * bytes));
    assert!(usage["LocalSecondaryIndexes"].is_null() && usage["VectorIndexes"].is_null());
    let query = json!({"TableName": "Music", "IndexName": "ByNumber", "KeyConditionExpression": "c = :c",
                       "ExpressionAttributeValues": {":c": {"N": "77"}}});
    assert_eq!(world.ask("Query", query).await["Count"], 1);
    assert_eq!(report(&world, &bulk, "error.json"), None);
    let manifest = report(&world, &bulk, "manifest-summary.json").expect("a manifest");
    let manifest: Value = serde_json::from_str(&manifest).expect("JSON");
    assert_eq!(
        json!([
            manifest["bulkOperationStatus"],
            manifest["processedItemCount"],
            manifest["outputFiles"]
        ]),
        json!(["COMPLETED", 90, []])
    );
    world.end().await;
}

#[tokio::test]
async fn objects_are_decompressed_and_bytes_are_those_of_the_objects() {
    let world = World::begin("bulk-compressed").await;
    world.ask("CreateTable", table("Music")).await;
    let text = records(0..60);
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    gzip.write_all(text.as_bytes()).expect("memory");
    let zstandard = ruzstd::encoding::compress_to_vec(text.as_bytes(), ruzstd::encoding::CompressionLevel::Fastest);
    for (compression, bytes) in [("GZIP", gzip.finish().expect("memory")), ("ZSTD", zstandard)] {
        world.put_object(&format!("{compression}/1"), &bytes);
        let input = json!({"S3Bucket": "music", "InputFormat": "DYNAMODB_JSON", "S3KeyPrefix": compression,
                           "InputCompressionType": compression});
        let bulk = run(&world, request(&json!({"InputS3Configuration": input}))).await;
        assert_eq!(
            json!([
                bulk["BulkOperationStatus"],
                bulk["ProcessedItemCount"],
                bulk["ProcessedInputBytes"]
            ]),
            json!(["COMPLETED", 60, bytes.len()])
        );
        assert_eq!(bulk["InputS3Configuration"], input);
    }
    world.end().await;
}

/// Records with true and false conditions, and invalid ones.
fn mixed_records() -> String {
    let unless_there =
        |item: Value| json!({"Item": item, "ConditionExpression": "attribute_not_exists(p)"}).to_string();
    let compared = json!({
        "Item": {"p": {"S": "new"}, "c": {"N": "9"}}, "ConditionExpression": "#v = :v",
        "ExpressionAttributeNames": {"#v": "v"}, "ExpressionAttributeValues": {":v": {"S": "x"}},
    });
    [
        unless_there(item("old", 1)),
        unless_there(item("new", 1)),
        compared.to_string(),
        "{\"Item\":".to_owned(),
        json!({"Item": {"p": {"S": "no sort key"}}}).to_string(),
        json!({"Item": {"p": {"N": "1"}, "c": {"N": "1"}}}).to_string(),
        json!({"Item": item("large", 1), "Conditions": "x"}).to_string(),
        json!({"Item": {"p": {"S": "large"}, "c": {"N": "1"}, "v": {"S": "x".repeat(410_000)}}}).to_string(),
        json!({"Item": item("last", 1)}).to_string(),
    ]
    .join("\n")
}

#[tokio::test]
async fn conditions_and_invalid_records_are_reported() {
    let world = World::begin("bulk-report").await;
    world.ask("CreateTable", table("Music")).await;
    world
        .put("Music", json!({"p": {"S": "old"}, "c": {"N": "1"}, "v": {"S": "kept"}}))
        .await;
    world.put_object("in/1", mixed_records());
    let bulk = run(&world, request(&json!({}))).await;
    assert_eq!(
        json!([
            bulk["BulkOperationStatus"],
            bulk["ProcessedItemCount"],
            bulk["FailedItemCount"]
        ]),
        json!(["COMPLETED_WITH_ERRORS", 9, 5]),
        "{bulk}"
    );
    assert!(bulk["FailureCode"].is_null());
    let keys: Vec<Value> = world
        .items("Music")
        .await
        .iter()
        .map(|item| item["p"]["S"].clone())
        .collect();
    assert_eq!(keys, ["last", "new", "old"]);
    let conditions = lines(&report(&world, &bulk, "condition-check-failure.json").expect("a file"));
    assert_eq!(conditions.len(), 2);
    assert_eq!(
        conditions[0],
        json!({"S3Bucket": "music", "S3Key": "in/1", "Line": 1, "Item": item("old", 1),
               "ExistingItem": {"p": {"S": "old"}, "c": {"N": "1"}, "v": {"S": "kept"}}})
    );
    assert!(conditions[1]["ExistingItem"].is_null(), "there is no such item");
    let errors = lines(&report(&world, &bulk, "error.json").expect("a file"));
    let said: Vec<(u64, String)> = errors
        .iter()
        .map(|line| {
            let words = line["ErrorMessage"].as_str().expect("words").chars().take(40).collect();
            (line["Line"].as_u64().expect("a number"), words)
        })
        .collect();
    for ((line, said), (expected, words)) in said.iter().zip([
        (4, "The record cannot be read"),
        (5, "One or more parameter values were invali"),
        (6, "One or more parameter values were invali"),
        (7, "The record cannot be read: unknown field"),
        (8, "Item size has exceeded the maximum allow"),
    ]) {
        assert!(*line == expected && said.starts_with(words), "{line}: {said}");
    }
    assert_eq!(errors[0]["Record"], "{\"Item\":");
    world.end().await;
}

#[tokio::test]
async fn only_the_kinds_that_are_asked_for_are_listed() {
    let world = World::begin("bulk-kinds").await;
    world.ask("CreateTable", table("Music")).await;
    world.put_object("in/1", "nonsense\n");
    world.put_object("in/2", records(0..3));
    let output = json!({"S3Bucket": "music", "S3KeyPrefix": "out", "OutputType": ["CONDITION_CHECK_FAILURE"]});
    let bulk = run(&world, request(&json!({"OutputS3Configuration": output}))).await;
    assert_eq!(
        json!([
            bulk["BulkOperationStatus"],
            bulk["ProcessedItemCount"],
            bulk["FailedItemCount"]
        ]),
        json!(["COMPLETED_WITH_ERRORS", 4, 1])
    );
    assert_eq!(report(&world, &bulk, "error.json"), None);
    world.end().await;
}

#[tokio::test]
async fn an_object_that_cannot_be_read_is_one_error() {
    let world = World::begin("bulk-unreadable").await;
    world.ask("CreateTable", table("Music")).await;
    world.put_object("in/1", "no gzip at all");
    let input = json!({"S3Bucket": "music", "InputFormat": "DYNAMODB_JSON", "S3KeyPrefix": "in/",
                       "InputCompressionType": "GZIP"});
    let bulk = run(&world, request(&json!({"InputS3Configuration": input}))).await;
    assert_eq!(
        json!([bulk["BulkOperationStatus"], bulk["FailedItemCount"]]),
        json!(["COMPLETED_WITH_ERRORS", 1])
    );
    let errors = lines(&report(&world, &bulk, "error.json").expect("a file"));
    assert!(
        errors[0]["Record"].is_null() && errors[0]["S3Key"] == "in/1",
        "{errors:?}"
    );
    world.end().await;
}

#[tokio::test]
async fn missing_buckets_fail_and_an_empty_prefix_completes() {
    let world = World::begin("bulk-buckets").await;
    world.ask("CreateTable", table("Music")).await;
    let input = |bucket: &str| json!({"InputS3Configuration": {"S3Bucket": bucket, "InputFormat": "DYNAMODB_JSON"}});
    let bulk = run(&world, request(&input("missing"))).await;
    assert_eq!(
        json!([bulk["BulkOperationStatus"], bulk["FailureCode"]]),
        json!(["FAILED", "S3NoSuchBucket"])
    );
    let output = json!({"S3Bucket": "missing", "OutputType": ["ERROR"]});
    let bulk = run(&world, request(&json!({"OutputS3Configuration": output}))).await;
    assert_eq!(bulk["FailureCode"], "S3NoSuchBucket");
    let mut owned = input("music");
    owned["InputS3Configuration"]["S3BucketOwner"] = json!("111111111111");
    assert_eq!(run(&world, request(&owned)).await["FailureCode"], "S3AccessDenied");
    let bulk = run(&world, request(&json!({}))).await;
    assert_eq!(
        json!([
            bulk["BulkOperationStatus"],
            bulk["ProcessedItemCount"],
            bulk["TotalInputBytes"]
        ]),
        json!(["COMPLETED", 0, 0])
    );
    world.end().await;
}

#[tokio::test]
async fn one_token_is_one_operation() {
    let world = World::begin("bulk-token").await;
    world.ask("CreateTable", table("Music")).await;
    world.put_object("in/1", records(0..3));
    let with_token = request(&json!({"ClientToken": "once"}));
    let first = run(&world, with_token.clone()).await;
    let again = world.ask("StartBulkPutItems", with_token.clone()).await["BulkOperationDescription"].clone();
    assert_eq!(again, first);
    let mut other = with_token;
    other["MaxWriteRequestUnits"] = json!(2_000);
    let refusal = world.refused("StartBulkPutItems", other).await;
    assert!(
        refusal.starts_with("IdempotentParameterMismatchException: "),
        "{refusal}"
    );
    let second = run(&world, request(&json!({}))).await;
    assert_ne!(second["BulkOperationArn"], first["BulkOperationArn"]);
    let page = world.ask("ListBulkOperations", json!({"MaxResults": 1})).await;
    let summary = &page["BulkOperationsSummaryList"][0];
    assert_eq!(
        json!([
            summary["BulkOperationArn"],
            summary["BulkOperationStatus"],
            summary["EndTime"]
        ]),
        json!([second["BulkOperationArn"], "COMPLETED", second["EndTime"]])
    );
    let rest = world
        .ask("ListBulkOperations", json!({"NextToken": page["NextToken"]}))
        .await;
    assert_eq!(
        rest["BulkOperationsSummaryList"][0]["BulkOperationArn"],
        first["BulkOperationArn"]
    );
    assert!(rest["NextToken"].is_null());
    world.end().await;
}
