//! Background work and its cost, shown by the events: only there could units without a request appear.

use hashrange_engine::{EngineOptions, Event, EventKind, Physics, Units};
use hashrange_tests::service::{InProcess, Service};
use serde_json::{Value, json};

/// Milliseconds after which expiry, backfill and deletion are complete, in the classroom's physics.
const LONG_MILLISECONDS: u64 = 1_200_000;

fn classroom() -> InProcess {
    InProcess::new(EngineOptions {
        physics: Physics::classroom(),
        ..EngineOptions::default()
    })
}

fn send(service: &mut InProcess, operation: &str, body: &Value) {
    let answer = service.call(operation, &body.to_string());
    assert_eq!(answer.status, 200, "{operation}: {}", answer.body);
}

/// A table with a local index on `a`, and twenty items with two attributes besides the keys.
fn with_items(service: &mut InProcess) {
    send(
        service,
        "CreateTable",
        &json!({
            "TableName": "Tab",
            "AttributeDefinitions": [{ "AttributeName": "pk", "AttributeType": "S" }, { "AttributeName": "sk", "AttributeType": "N" }, { "AttributeName": "a", "AttributeType": "S" }],
            "KeySchema": [{ "AttributeName": "pk", "KeyType": "HASH" }, { "AttributeName": "sk", "KeyType": "RANGE" }],
            "ProvisionedThroughput": { "ReadCapacityUnits": 1, "WriteCapacityUnits": 1 },
            "LocalSecondaryIndexes": [{ "IndexName": "Local", "Projection": { "ProjectionType": "ALL" }, "KeySchema": [{ "AttributeName": "pk", "KeyType": "HASH" }, { "AttributeName": "a", "KeyType": "RANGE" }] }],
            "GlobalSecondaryIndexes": [{ "IndexName": "Global", "Projection": { "ProjectionType": "ALL" }, "KeySchema": [{ "AttributeName": "a", "KeyType": "HASH" }], "ProvisionedThroughput": { "ReadCapacityUnits": 1, "WriteCapacityUnits": 1 } }],
        }),
    );
    service.advance(1_000);
    for number in 0..20 {
        let item = json!({ "pk": { "S": "p" }, "sk": { "N": number.to_string() }, "a": { "S": "a" }, "b": { "S": "x".repeat(1_500) }, "until": { "N": "60" } });
        send(service, "PutItem", &json!({ "TableName": "Tab", "Item": item }));
    }
    service.advance(1_000);
}

fn events(service: &InProcess, since: u64) -> Vec<Event> {
    service.engine.events_since(since).cloned().collect()
}

fn requests_that_used_units(events: &[Event]) -> usize {
    let used = |event: &&Event| matches!(&event.kind, EventKind::Request(request) if !request.consumption.is_empty());
    events.iter().filter(used).count()
}

#[test]
fn ttl_007_ttl_008_expiry_uses_no_units_and_takes_index_entries_along() {
    let mut service = classroom();
    with_items(&mut service);
    let ttl = json!({ "TableName": "Tab", "TimeToLiveSpecification": { "Enabled": true, "AttributeName": "until" } });
    send(&mut service, "UpdateTimeToLive", &ttl);
    let since = service.engine.last_event();
    service.advance(LONG_MILLISECONDS);
    let events = events(&service, since);
    let expired = events
        .iter()
        .filter(|event| matches!(event.kind, EventKind::Expired { .. }))
        .count();
    assert_eq!((expired, requests_that_used_units(&events)), (20, 0));
    let table = service.engine.table("Tab").expect("the table is there");
    assert_eq!(table.item_count(), 0);
    assert!(table.indexes().all(|index| index.item_count() == 0));
}

#[test]
fn mng_039_mng_040_mng_048_filling_an_index_writes_units_and_reads_none() {
    let mut service = classroom();
    with_items(&mut service);
    let since = service.engine.last_event();
    let create = json!({
        "TableName": "Tab",
        "AttributeDefinitions": [{ "AttributeName": "b", "AttributeType": "S" }],
        "GlobalSecondaryIndexUpdates": [{ "Create": { "IndexName": "New", "Projection": { "ProjectionType": "ALL" }, "KeySchema": [{ "AttributeName": "b", "KeyType": "HASH" }], "ProvisionedThroughput": { "ReadCapacityUnits": 1, "WriteCapacityUnits": 1 } } }],
    });
    send(&mut service, "UpdateTable", &create);
    service.advance(LONG_MILLISECONDS);
    let events = events(&service, since);
    let filled = events.iter().filter_map(|event| match &event.kind {
        EventKind::Backfilled { entries, units, .. } => Some((*entries, *units)),
        _ => None,
    });
    let (entries, units) = filled.fold((0, Units::ZERO), |sum, one| (sum.0 + one.0, sum.1 + one.1));
    // 20 entries of 1,500 bytes and more, two units each.
    assert_eq!((entries, units), (20, Units::whole(40)));
    assert_eq!(
        requests_that_used_units(&events),
        0,
        "the table was read at somebody's cost"
    );
}

#[test]
fn mng_055_deleting_an_index_uses_no_units() {
    let mut service = classroom();
    with_items(&mut service);
    let since = service.engine.last_event();
    let delete =
        json!({ "TableName": "Tab", "GlobalSecondaryIndexUpdates": [{ "Delete": { "IndexName": "Global" } }] });
    send(&mut service, "UpdateTable", &delete);
    service.advance(LONG_MILLISECONDS);
    let events = events(&service, since);
    let gone = |event: &Event| matches!(&event.kind, EventKind::Index { status: None, .. });
    assert!(events.iter().any(gone));
    assert_eq!(requests_that_used_units(&events), 0);
}
