//! Long spans of time and long undo, with 100,000 items: in bounded steps, and with the same result. `../bench` measures
//! how fast.

use hashrange_endpoint::{Observer, Settings, Timeline, target_of};
use hashrange_engine::{Budget, Engine, EngineOptions, Physics};
use hashrange_past::Seen;
use hashrange_tests::service::{InProcess, Service};
use hashrange_tests::traffic::{load, puts, send_all, with_attribute};
use hashrange_time::{Duration, Timestamp};
use hashrange_workload::{KeyChoice, LoadPlan, Sizes};
use serde_json::{Value, json};

const ITEMS: usize = 100_000;
const START: Timestamp = Timestamp::from_seconds(1_700_000_000);

fn table() -> Value {
    json!({
        "TableName": "Tab", "BillingMode": "PAY_PER_REQUEST",
        "AttributeDefinitions": [{ "AttributeName": "pk", "AttributeType": "S" }],
        "KeySchema": [{ "AttributeName": "pk", "KeyType": "HASH" }],
    })
}

/// Batches of 25 items. A third of them expire within the next two days.
fn batches() -> impl Iterator<Item = Value> {
    (0..ITEMS / 25).map(|batch| {
        let puts: Vec<Value> = (batch * 25..batch * 25 + 25)
            .map(|number| {
                let mut item = json!({ "pk": { "S": number.to_string() }, "g": { "S": (number % 997).to_string() } });
                if number % 3 == 0 {
                    let until = START.seconds() + (number as u64 * 172_800 / ITEMS as u64);
                    item["until"] = json!({ "N": until.to_string() });
                }
                json!({ "PutRequest": { "Item": item } })
            })
            .collect();
        json!({ "RequestItems": { "Tab": puts } })
    })
}

fn send(service: &mut InProcess, operation: &str, body: &Value) {
    let answer = service.call(operation, &body.to_string());
    assert_eq!(answer.status, 200, "{operation}: {}", answer.body);
}

/// A table with the real service's pace. Its items expire, and an index is being filled.
fn busy() -> Engine {
    let mut service = InProcess::new(EngineOptions {
        physics: Physics::aws(),
        start: START,
        ..EngineOptions::default()
    });
    send(&mut service, "CreateTable", &table());
    service.advance(10_000);
    for batch in batches() {
        service.advance(25);
        send(&mut service, "BatchWriteItem", &batch);
    }
    let ttl = json!({ "TableName": "Tab", "TimeToLiveSpecification": { "Enabled": true, "AttributeName": "until" } });
    send(&mut service, "UpdateTimeToLive", &ttl);
    let index = json!({
        "TableName": "Tab",
        "AttributeDefinitions": [{ "AttributeName": "g", "AttributeType": "S" }],
        "GlobalSecondaryIndexUpdates": [{ "Create": { "IndexName": "ByG", "Projection": { "ProjectionType": "ALL" }, "KeySchema": [{ "AttributeName": "g", "KeyType": "HASH" }] } }],
    });
    send(&mut service, "UpdateTable", &index);
    service.engine
}

#[test]
fn two_days_pass_in_bounded_steps_with_progress() {
    let mut engine = busy();
    let mut once = engine.clone();
    let to = engine.now() + Duration::from_hours(48);
    let mut still = 0_u32;
    let mut last = engine.now();
    while last < to {
        let progress = engine.advance(to, Budget { steps: 16 });
        // Many events may be due at once, but not without end.
        still = if progress.reached > last { 0 } else { still + 1 };
        assert!(
            still < 10_000 && progress.reached >= last,
            "time stands still at {last:?}"
        );
        last = progress.reached;
    }
    engine.advance(to, Budget::UNBOUNDED);
    once.advance(to, Budget::UNBOUNDED);
    assert!(engine.state_hash() == once.state_hash(), "small steps lead elsewhere");
    let table = engine.table("Tab").expect("the table is there");
    let expired = ITEMS / 3;
    assert!(
        table.item_count() < ITEMS - expired * 9 / 10,
        "{} items are left",
        table.item_count()
    );
    let index = table.indexes().next().expect("an index");
    assert_eq!(index.item_count(), table.item_count());
}

#[test]
fn ten_thousand_writes_a_second_with_two_global_indexes_are_not_throttled() {
    const SECONDS: u64 = 10;
    let mut service = InProcess::new(EngineOptions {
        physics: Physics::aws(),
        start: START,
        ..EngineOptions::default()
    });
    let index = |name: &str, partition: &str| {
        let keys =
            json!([{ "AttributeName": partition, "KeyType": "HASH" }, { "AttributeName": "pk", "KeyType": "RANGE" }]);
        json!({ "IndexName": name, "KeySchema": keys, "Projection": { "ProjectionType": "ALL" } })
    };
    let attributes: Vec<Value> = ["pk", "sk", "group"]
        .iter()
        .map(|name| json!({ "AttributeName": name, "AttributeType": "S" }))
        .collect();
    let table = json!({
        "TableName": "Tab", "BillingMode": "PAY_PER_REQUEST", "AttributeDefinitions": attributes,
        "KeySchema": [{ "AttributeName": "pk", "KeyType": "HASH" }, { "AttributeName": "sk", "KeyType": "RANGE" }],
        "GlobalSecondaryIndexes": [index("BySort", "sk"), index("ByGroup", "group")],
    });
    send(&mut service, "CreateTable", &table);
    service.advance(60_000);
    let keys = KeyChoice::Zipf {
        values: 20_000,
        quarters: 2,
    };
    let plan = LoadPlan {
        sizes: Sizes { least: 100, most: 200 },
        ..puts(&service, "Tab", 10_000, SECONDS, keys)
    };
    let requests: Vec<_> = with_attribute(load(plan), "group", KeyChoice::Uniform { values: 1_000 }).collect();
    let outcome = send_all(&mut service, requests);
    assert_eq!(outcome.all_throttled(), 0);
}

#[test]
fn fifty_steps_at_a_hundred_thousand_items_can_be_undone_and_redone() {
    let settings = Settings {
        start: START,
        ..Settings::default()
    };
    let mut timeline = Timeline::<()>::begin(&settings);
    let mut ask = |operation: &str, body: &Value| {
        let at = timeline.engine().now();
        let answer = timeline
            .dispatch(at, &target_of(operation), body.to_string().as_bytes())
            .answer;
        assert!(answer.is_success(), "{answer:?}");
    };
    ask("CreateTable", &table());
    for batch in batches() {
        ask("BatchWriteItem", &batch);
    }
    for number in 0..2_000 {
        let item = json!({ "pk": { "S": number.to_string() }, "again": { "N": "1" } });
        ask("PutItem", &json!({ "TableName": "Tab", "Item": item }));
    }
    steps_back(&mut timeline);
}

/// Takes fifty undo steps, and returns to the same state.
fn steps_back<W: Observer>(timeline: &mut Timeline<W>) {
    let (place, state) = (timeline.place(), timeline.state_hash());
    for _ in 0..50 {
        assert!(timeline.undo().expect("a step"));
    }
    assert_eq!(timeline.place(), place - 50);
    timeline.go_to(place).expect("a place");
    assert!(timeline.state_hash() == state, "another state at {place}");
}

/// Undo with every feature of a table, at the end, far from it, and after requests for many items.
#[test]
fn fifty_steps_can_be_undone_and_redone_wherever_one_stands() {
    let settings = Settings {
        start: START,
        ..Settings::default()
    };
    let mut timeline = Timeline::<Seen>::begin(&settings);
    timeline.set_tracing(true);
    let mut ask = |operation: &str, body: &Value| {
        let at = timeline.engine().now();
        let answer = timeline
            .dispatch(at, &target_of(operation), body.to_string().as_bytes())
            .answer;
        assert!(answer.is_success(), "{answer:?}");
    };
    let mut table = table();
    let attribute = |name: &str| json!({ "AttributeName": name, "AttributeType": "S" });
    table["AttributeDefinitions"] = json!([attribute("pk"), attribute("g")]);
    table["GlobalSecondaryIndexes"] = json!([{ "IndexName": "ByG", "Projection": { "ProjectionType": "ALL" }, "KeySchema": [{ "AttributeName": "g", "KeyType": "HASH" }] }]);
    table["StreamSpecification"] = json!({ "StreamEnabled": true, "StreamViewType": "NEW_AND_OLD_IMAGES" });
    ask("CreateTable", &table);
    let ttl = json!({ "TableName": "Tab", "TimeToLiveSpecification": { "Enabled": true, "AttributeName": "until" } });
    ask("UpdateTimeToLive", &ttl);
    for batch in batches() {
        ask("BatchWriteItem", &batch);
    }
    for number in 0..2_000 {
        let item = json!({ "pk": { "S": number.to_string() }, "g": { "S": "again" } });
        ask("PutItem", &json!({ "TableName": "Tab", "Item": item }));
    }
    let end = timeline.end();
    steps_back(&mut timeline);
    timeline.go_to(end / 2).expect("a place");
    steps_back(&mut timeline);
    timeline.go_to(end).expect("a place");
    for _ in 0..100 {
        let at = timeline.engine().now();
        assert!(
            timeline
                .dispatch(at, &target_of("Scan"), br#"{"TableName":"Tab"}"#)
                .answer
                .is_success()
        );
    }
    steps_back(&mut timeline);
}
