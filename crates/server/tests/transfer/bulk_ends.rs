//! Bulk operations that cannot begin, and those that end early: cancelled, without their table, or with the server.

use std::fs;

use hashrange_engine::Throttling;
use hashrange_journal::{Entry, Reader};
use hashrange_server::{Options, PhysicsPreset, Server};
use serde_json::{Value, json};

use super::bulk::{described, ended, records, request, run, start};
use super::world::{World, options, table};
use crate::client::{call, start as start_server};

#[tokio::test]
async fn requests_that_cannot_begin_are_refused() {
    let world = World::begin("bulk-refusals").await;
    world.ask("CreateTable", table("Music")).await;
    let input = |more: Value| {
        let mut input = request(&json!({}))["InputS3Configuration"].clone();
        for (name, value) in more.as_object().expect("an object") {
            input[name] = value.clone();
        }
        json!({ "InputS3Configuration": input })
    };
    for (more, words) in [
        (
            json!({"TableName": "Other"}),
            "ResourceNotFoundException: Requested resource not found: Table: Other not found",
        ),
        (
            json!({"MaxWriteRequestUnits": 1_023}),
            "ValidationException: 1 validation error detected: Value '1023' at 'maxWriteRequestUnits' failed to satisfy \
             constraint: Member must have value greater than or equal to 1024",
        ),
        (
            json!({"PerformanceTier": "FAST"}),
            "ValidationException: 1 validation error detected: Value 'FAST' at 'performanceTier' failed to satisfy",
        ),
        (
            input(json!({"InputFormat": "ION"})),
            "ValidationException: Invalid Request: InputFormat ION is not supported here",
        ),
        (
            input(json!({"S3KeyPrefix": "../x"})),
            "ValidationException: Invalid Request: S3KeyPrefix ../x",
        ),
        (
            json!({"OutputS3Configuration": {"S3Bucket": "music", "OutputType": []}}),
            "ValidationException: Invalid Request: OutputType needs",
        ),
        (
            json!({"TableName": "arn:aws:dynamodb:us-east-1:111111111111:table/Music"}),
            "AccessDeniedException: ",
        ),
    ] {
        let refusal = world.refused("StartBulkPutItems", request(&more)).await;
        assert!(refusal.starts_with(words), "{more}: {refusal}");
    }
    assert_eq!(
        world.ask("ListBulkOperations", json!({})).await,
        json!({"BulkOperationsSummaryList": []})
    );
    let arn = "arn:aws:dynamodb:us-east-1:000000000000:table/Music/bulk-operation/01658528578619-0badf00d";
    for operation in ["DescribeBulkOperation", "CancelBulkOperation"] {
        let refusal = world.refused(operation, json!({"BulkOperationArn": arn})).await;
        assert!(refusal.starts_with("ResourceNotFoundException: "), "{refusal}");
    }
    world.end().await;
}

/// At 1,024 units per second, this many items of a kilobyte take minutes.
const MANY: usize = 200_000;
const SLOW: i64 = 1_024;

#[tokio::test]
async fn a_cancelled_operation_keeps_what_it_has_put() {
    let world = World::begin("bulk-cancel").await;
    world.ask("CreateTable", table("Music")).await;
    world.put_object("in/1", records(0..MANY));
    let begun = start(&world, request(&json!({"MaxWriteRequestUnits": SLOW}))).await;
    let refusal = world.refused("StartBulkPutItems", request(&json!({}))).await;
    assert_eq!(
        refusal,
        "LimitExceededException: Too many bulk operations at a time for table Music: there can be 1"
    );
    let arn = json!({"BulkOperationArn": begun["BulkOperationArn"]});
    let cancelled = world.ask("CancelBulkOperation", arn.clone()).await;
    assert_eq!(
        cancelled,
        json!({"BulkOperationArn": begun["BulkOperationArn"], "BulkOperationStatus": "CANCELLING"})
    );
    let bulk = ended(&world, &begun).await;
    assert_eq!(
        json!([bulk["BulkOperationStatus"], bulk["FailureCode"]]),
        json!(["CANCELLED", "Cancelled"]),
        "{bulk}"
    );
    let count = world
        .ask("Scan", json!({"TableName": "Music", "Select": "COUNT"}))
        .await["Count"]
        .as_u64();
    assert!(count < Some(MANY as u64), "{count:?}");
    assert_eq!(bulk["ProcessedItemCount"].as_u64(), count);
    let refusal = world.refused("CancelBulkOperation", arn).await;
    assert_eq!(
        refusal,
        "ValidationException: Invalid Request: the bulk operation has ended: CANCELLED."
    );
    world.end().await;
}

#[tokio::test]
async fn a_deleted_table_ends_its_operation() {
    let world = World::begin("bulk-gone").await;
    world.ask("CreateTable", table("Music")).await;
    world.put_object("in/1", records(0..MANY));
    let begun = start(&world, request(&json!({"MaxWriteRequestUnits": SLOW}))).await;
    world.ask("DeleteTable", json!({"TableName": "Music"})).await;
    world.ask("CreateTable", table("Music")).await;
    let bulk = ended(&world, &begun).await;
    assert_eq!(
        json!([bulk["BulkOperationStatus"], bulk["FailureCode"]]),
        json!(["FAILED", "TableDeleted"])
    );
    assert_eq!(
        world.items("Music").await,
        [Value::Null; 0],
        "the new table is another one"
    );
    world.end().await;
}

#[tokio::test]
async fn an_operation_that_was_running_has_failed_after_a_restart() {
    let world = World::begin("bulk-restart").await;
    world.ask("CreateTable", table("Music")).await;
    world.put_object("in/1", records(0..3));
    let completed = run(&world, request(&json!({"ClientToken": "once"}))).await;
    world.put_object("in/1", records(3..MANY));
    let begun = start(&world, request(&json!({"MaxWriteRequestUnits": SLOW}))).await;
    let world = world.again().await;
    assert_eq!(described(&world, &completed["BulkOperationArn"]).await, completed);
    let bulk = described(&world, &begun["BulkOperationArn"]).await;
    assert_eq!(
        json!([bulk["BulkOperationStatus"], bulk["FailureCode"]]),
        json!(["FAILED", "ServerEnded"]),
        "{bulk}"
    );
    let count = world
        .ask("Scan", json!({"TableName": "Music", "Select": "COUNT"}))
        .await["Count"]
        .as_u64();
    assert_eq!(bulk["ProcessedItemCount"].as_u64().map(|put| put + 3), count);
    world.end().await;
}

/// A server that throttles, with a table of this many units per second.
async fn strict_server(world: &World, units: u64) -> Server {
    let strict = Options {
        throttling: Some(Throttling::Adaptive),
        data_dir: Some(world.folder.join("strict")),
        ..options(&world.folder)
    };
    let server = start_server(strict).await;
    let mut definition = table("Music");
    definition["BillingMode"] = json!("PROVISIONED");
    definition["ProvisionedThroughput"] = json!({"ReadCapacityUnits": 1_000, "WriteCapacityUnits": units});
    assert_eq!(call(&server, "CreateTable", &definition).await.status, 200);
    server
}

/// The description of an operation of this server.
async fn described_by(server: &Server, arn: &Value) -> Value {
    call(server, "DescribeBulkOperation", arn).await.json()["BulkOperationDescription"].clone()
}

/// A throttled batch is put in part, and the operation ends before the rest of it is.
#[tokio::test]
async fn items_of_the_batch_that_a_cancellation_interrupts_are_counted() {
    let world = World::begin("bulk-interrupted").await;
    let server = strict_server(&world, 10).await;
    world.put_object("in/1", records(0..MANY));
    let begun = call(&server, "StartBulkPutItems", &request(&json!({}))).await.json();
    let arn = json!({"BulkOperationArn": begun["BulkOperationDescription"]["BulkOperationArn"]});
    let read = json!({"TableName": "Music", "Select": "COUNT"});
    while call(&server, "Scan", &read).await.json()["Count"].as_u64() < Some(3) {}
    assert_eq!(call(&server, "CancelBulkOperation", &arn).await.status, 200);
    let bulk = loop {
        let bulk = described_by(&server, &arn).await;
        if !bulk["EndTime"].is_null() {
            break bulk;
        }
    };
    let count = call(&server, "Scan", &read).await.json()["Count"].as_u64();
    assert_eq!(bulk["ProcessedItemCount"].as_u64(), count, "{bulk}");
    server.stop().await.expect("it ends well");
    world.end().await;
}

/// The table has one second of units at first; the rest of the items waits for more.
#[tokio::test]
async fn throttled_records_are_put_later_and_in_order() {
    let world = World::begin("bulk-throttled").await;
    let server = strict_server(&world, 200).await;
    // The last record has the key of the first one.
    let last = json!({"Item": {"p": {"S": "a"}, "c": {"N": "0"}, "v": {"S": "last"}}});
    world.put_object("in/1", format!("{}{last}\n", records(0..400)));
    let begun = call(&server, "StartBulkPutItems", &request(&json!({}))).await.json();
    let arn = json!({"BulkOperationArn": begun["BulkOperationDescription"]["BulkOperationArn"]});
    let bulk = loop {
        let bulk = described_by(&server, &arn).await;
        if !bulk["EndTime"].is_null() {
            break bulk;
        }
    };
    assert_eq!(
        json!([
            bulk["BulkOperationStatus"],
            bulk["ProcessedItemCount"],
            bulk["FailedItemCount"]
        ]),
        json!(["COMPLETED", 401, 0])
    );
    let read = json!({"TableName": "Music", "Key": {"p": {"S": "a"}, "c": {"N": "0"}}});
    let item = call(&server, "GetItem", &read).await.json();
    assert_eq!(item["Item"]["v"]["S"], "last");
    server.stop().await.expect("it ends well");
    // The rest of a batch is a batch again, unless it is a single record.
    let journal = fs::read(world.folder.join("strict/journal.hashrange")).expect("a journal");
    let (_, reader) = Reader::new(&journal).expect("a header");
    let requests = reader.map(|record| record.expect("a record").entry);
    let singles = requests.filter(|entry| matches!(entry, Entry::Request { operation, .. } if operation == "PutItem"));
    let batches = 401 / 25 + 1;
    assert!(singles.count() <= batches);
    world.end().await;
}

#[tokio::test]
async fn a_table_whose_index_is_in_creation_is_in_use() {
    let world = World::begin("bulk-busy").await;
    let slow = Options {
        physics: Some(PhysicsPreset::Aws),
        data_dir: None,
        ..options(&world.folder)
    };
    let server = start_server(slow).await;
    let reply = call(&server, "CreateTable", &table("Slow")).await;
    assert_eq!(reply.status, 200);
    let reply = call(&server, "StartBulkPutItems", &request(&json!({"TableName": "Slow"}))).await;
    assert_eq!(
        reply.json()["message"],
        "Attempt to change a resource which is still in use: Table is being created: Slow"
    );
    server.stop().await.expect("it ends well");
    world.end().await;
}
