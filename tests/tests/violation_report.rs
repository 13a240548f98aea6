//! The report of violations lists the items of a table that cannot be in an index, regardless of when they were
//! written.

use hashrange_engine::{EngineOptions, Physics, ViolationReason};
use hashrange_tests::service::{InProcess, Service};
use serde_json::{Value, json};

fn send(service: &mut InProcess, operation: &str, body: &Value) {
    let answer = service.call(operation, &body.to_string());
    assert_eq!(answer.status, 200, "{operation}: {}", answer.body);
}

/// Items before the index: three that fit it, one without its key, and one for each way to violate it.
fn with_index() -> InProcess {
    let mut service = InProcess::new(EngineOptions {
        physics: Physics::instant(),
        ..EngineOptions::default()
    });
    send(
        &mut service,
        "CreateTable",
        &json!({ "TableName": "Tab", "BillingMode": "PAY_PER_REQUEST",
            "AttributeDefinitions": [{ "AttributeName": "pk", "AttributeType": "S" }],
            "KeySchema": [{ "AttributeName": "pk", "KeyType": "HASH" }] }),
    );
    let values = [
        ("fits-1", json!({ "a": { "S": "x" }, "b": { "B": "eA==" } })),
        (
            "fits-2",
            json!({ "a": { "S": "x".repeat(2_048) }, "b": { "B": "eA==" } }),
        ),
        ("lacks", json!({ "a": { "S": "x" } })),
        ("type", json!({ "a": { "BOOL": true } })),
        ("size", json!({ "a": { "S": "x".repeat(2_049) } })),
        ("empty", json!({ "a": { "S": "" } })),
        ("both", json!({ "a": { "SS": ["x"] }, "b": { "S": "x" } })),
    ];
    for (key, mut item) in values {
        item["pk"] = json!({ "S": key });
        send(&mut service, "PutItem", &json!({ "TableName": "Tab", "Item": item }));
    }
    send(
        &mut service,
        "UpdateTable",
        &json!({ "TableName": "Tab",
            "AttributeDefinitions": [{ "AttributeName": "a", "AttributeType": "S" }, { "AttributeName": "b", "AttributeType": "B" }],
            "GlobalSecondaryIndexUpdates": [{ "Create": { "IndexName": "Index", "Projection": { "ProjectionType": "ALL" },
                "KeySchema": [{ "AttributeName": "a", "KeyType": "HASH" }, { "AttributeName": "b", "KeyType": "RANGE" }] } }] }),
    );
    service.advance(1_000);
    service
}

/// The content of the report: keys and errors, in the order of the keys.
fn found(service: &InProcess, most: usize) -> (u64, bool, Vec<String>) {
    let table = service.engine.table("Tab").expect("it was made");
    let report = table.violations("Index", most).expect("it was added");
    let mut lines: Vec<String> = Vec::new();
    for item in &report.items {
        let key = format!("{:?}", item.key.get("pk").expect("it is the key"));
        for violation in &item.violations {
            let reason = match violation.reason {
                ViolationReason::Type { expected, found } => {
                    format!("{} {}", expected.descriptor(), found.descriptor())
                }
                ViolationReason::Size { partition, bytes } => format!("{partition} {bytes}"),
                ViolationReason::Empty { expected } => format!("empty {}", expected.descriptor()),
                other => format!("{other:?}"),
            };
            lines.push(format!("{key} {}: {reason}", violation.attribute));
        }
    }
    lines.sort();
    (report.scanned, report.complete, lines)
}

#[test]
fn every_way_to_violate_an_index_is_reported() {
    let mut service = with_index();
    let expected = [
        r#"S("both") a: S SS"#,
        r#"S("both") b: B S"#,
        r#"S("empty") a: empty S"#,
        r#"S("size") a: true 2049"#,
        r#"S("type") a: S BOOL"#,
    ];
    assert_eq!(
        found(&service, usize::MAX),
        (7, true, expected.map(str::to_owned).to_vec())
    );
    let table = service.engine.table("Tab").expect("it was made");
    assert_eq!(table.indexes().map(|index| index.item_count()).collect::<Vec<_>>(), [2]);

    let (scanned, complete, lines) = found(&service, 1);
    assert!(
        scanned < 7 && !complete && !lines.is_empty(),
        "{scanned} {complete} {lines:?}"
    );

    // Corrected items are no longer reported.
    for key in ["both", "type"] {
        send(
            &mut service,
            "DeleteItem",
            &json!({ "TableName": "Tab", "Key": { "pk": { "S": key } } }),
        );
    }
    assert_eq!(
        found(&service, usize::MAX),
        (5, true, vec![expected[2].to_owned(), expected[3].to_owned()])
    );
}

#[test]
fn an_index_that_is_not_there_has_no_report() {
    let service = with_index();
    assert_eq!(
        service.engine.table("Tab").expect("it was made").violations("Other", 1),
        None
    );
}
