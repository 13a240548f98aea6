//! Metrics and live read models: what people see of capacity, throttling, partitions, filling, lag, expiry and streams,
//! with figures.
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::float_cmp,
    clippy::cast_possible_truncation,
    reason = "a test: it fails by panicking, halves are exact, counts small"
)]

use std::collections::BTreeMap;
use std::sync::Arc;

use hashrange_engine::{EngineOptions, EventKind, Physics, Throttling, Units};
use hashrange_insight::{
    BuildPhase, CapacityState, Dimensions, Eligibility, HeatSecond, IndexBuild, Insight, Metric, Period,
    collection_view,
};
use hashrange_tests::service::{InProcess, Service};
use hashrange_time::{Duration, Timestamp};
use hashrange_values::{AttributeValue, Item, Text};
use serde_json::{Value, json};

/// A service and what is folded from its events.
struct Watched {
    service: InProcess,
    insight: Insight,
}

impl Watched {
    fn new(physics: Physics) -> Self {
        Self { service: InProcess::new(EngineOptions { physics, ..EngineOptions::default() }), insight: Insight::new() }
    }

    /// The answer, be it one or a refusal.
    fn call(&mut self, operation: &str, body: &Value) -> (u16, Value) {
        let answer = self.service.call(operation, &body.to_string());
        self.insight.observe(&self.service.engine);
        (answer.status, serde_json::from_str(&answer.body).expect("JSON"))
    }

    fn send(&mut self, operation: &str, body: &Value) -> Value {
        let (status, answer) = self.call(operation, body);
        assert_eq!(status, 200, "{operation}: {answer}");
        answer
    }

    fn advance(&mut self, milliseconds: u64) {
        self.service.advance(milliseconds);
        self.insight.observe(&self.service.engine);
    }

    fn table(&mut self, units: u64) {
        let key = |name: &str, kind: &str| json!({ "AttributeName": name, "KeyType": kind });
        let rate = json!({ "ReadCapacityUnits": units, "WriteCapacityUnits": units });
        self.send(
            "CreateTable",
            &json!({
                "TableName": "Tab",
                "AttributeDefinitions": [{ "AttributeName": "pk", "AttributeType": "S" }, { "AttributeName": "a", "AttributeType": "S" }],
                "KeySchema": [key("pk", "HASH")],
                "ProvisionedThroughput": rate,
                "StreamSpecification": { "StreamEnabled": true, "StreamViewType": "KEYS_ONLY" },
                "GlobalSecondaryIndexes": [{ "IndexName": "ByA", "Projection": { "ProjectionType": "ALL" }, "KeySchema": [key("a", "HASH")], "ProvisionedThroughput": rate }],
            }),
        );
        self.advance(60_000);
    }

    fn put(&mut self, pk: &str, more: &Value) -> (u16, Value) {
        let mut item = json!({ "pk": { "S": pk }, "a": { "S": "one" } });
        for (name, value) in more.as_object().expect("an object") {
            item[name] = value.clone();
        }
        self.call("PutItem", &json!({ "TableName": "Tab", "Item": item }))
    }

    fn sum(&self, of: &Dimensions, metric: Metric) -> f64 {
        self.insight.metrics().points(of, metric, Period::FiveMinutes).iter().map(|point| point.statistics.sum()).sum()
    }
}

fn of_table() -> Dimensions {
    Dimensions::table(&"Tab".into())
}

fn of_index(name: &str) -> Dimensions {
    Dimensions::resource(&"Tab".into(), Some(&name.into()))
}

fn throttling() -> Physics {
    let mut physics = Physics::instant();
    physics.throttling.mode = Throttling::Adaptive;
    physics
}

#[test]
fn consumed_units_are_the_tables_without_its_indexes() {
    let mut watched = Watched::new(Physics::instant());
    watched.table(5);
    for number in 0..4 {
        watched.put(&format!("p{number}"), &json!({ "pad": { "S": "x".repeat(1_500) } }));
    }
    watched.send("GetItem", &json!({ "TableName": "Tab", "Key": { "pk": { "S": "p1" } } }));
    let points = watched.insight.metrics().points(&of_table(), Metric::ConsumedWriteCapacityUnits, Period::Minute);
    let written = points.last().expect("a point").statistics;
    assert_eq!((written.sum(), written.sample_count(), written.average(), written.maximum()), (8.0, 4, 2.0, 2.0));
    assert_eq!(watched.sum(&of_index("ByA"), Metric::ConsumedWriteCapacityUnits), 8.0);
    assert_eq!(watched.sum(&of_table(), Metric::ConsumedReadCapacityUnits), 0.5);
    watched.advance(60_000);
    let rate = watched.insight.metrics().newest(&of_index("ByA"), Metric::ProvisionedReadCapacityUnits);
    assert_eq!(rate.expect("sampled").statistics.average(), 5.0);
    assert!(
        watched.insight.metrics().points(&of_table(), Metric::ProvisionedReadCapacityUnits, Period::Minute).is_empty()
    );
}

#[test]
fn throttled_requests_events_and_causes_are_counted_apart() {
    let mut watched = Watched::new(throttling());
    watched.table(1);
    let mut throttled = 0;
    for number in 0..100 {
        throttled += u64::from(watched.put(&format!("p{number}"), &json!({})).0 == 400);
    }
    assert!(throttled > 0);
    let metrics = [Metric::WriteThrottleEvents, Metric::WriteProvisionedThroughputThrottleEvents];
    for metric in metrics {
        assert_eq!(watched.sum(&of_table(), metric), throttled as f64);
        assert_eq!(watched.sum(&of_index("ByA"), metric), throttled as f64, "both are in the way");
    }
    assert_eq!(watched.sum(&of_table(), Metric::WriteKeyRangeThroughputThrottleEvents), 0.0);
    let of_puts = Dimensions::operation(&"Tab".into(), hashrange_wire::Operation::PutItem);
    assert_eq!(watched.sum(&of_puts, Metric::ThrottledRequests), throttled as f64);
    assert_eq!(watched.sum(&Dimensions::default(), Metric::UserErrors), 0.0);
    // A batch of which something was done is no throttled request, though its members are throttled events.
    watched.advance(2_000);
    let put = |pk: &str| json!({ "PutRequest": { "Item": { "pk": { "S": pk }, "pad": { "S": "x".repeat(3_000) } } } });
    let answer = watched.send("BatchWriteItem", &json!({ "RequestItems": { "Tab": [put("a"), put("b"), put("c")] } }));
    let left = answer["UnprocessedItems"]["Tab"].as_array().map_or(0, Vec::len);
    assert!(left > 0);
    assert_eq!(watched.sum(&of_table(), Metric::WriteThrottleEvents), (throttled as usize + left) as f64);
    let of_batches = Dimensions::operation(&"Tab".into(), hashrange_wire::Operation::BatchWriteItem);
    assert_eq!(watched.sum(&of_batches, Metric::ThrottledRequests), 0.0);
    let partitions = watched.service.engine.table("Tab").expect("made").partitions();
    let by_partition = partitions.map(|one| watched.insight.throttled_in("Tab", None, one.number).writes);
    assert_eq!(by_partition.sum::<u64>() as usize, throttled as usize + left);
    let seconds = watched.insight.capacity("Tab").expect("used").against_table(watched.service.engine.now(), 300);
    assert!(seconds.iter().any(|second| second.throttled_writes > 0));
    let state = CapacityState::of(&watched.service.engine, "Tab", None).expect("a table");
    assert_eq!(
        (state.provisioned, state.writes.left, state.writes.most),
        (Some((1, 1)), Units::ZERO, Units::whole(300))
    );
}

#[test]
fn mng_010_the_hot_keys_of_a_table_and_its_index_are_told() {
    let mut watched = Watched::new(throttling());
    watched.table(1);
    for number in 0..90 {
        watched.put(if number % 3 == 0 { "cold" } else { "hot" }, &json!({ "n": { "N": number.to_string() } }));
    }
    let hot = watched.insight.hot_keys(&watched.service.engine, "Tab", None).expect("a table");
    let (key, times) = &hot.throttled[0];
    assert!(*times > 10 && format!("{key:?}").contains("hot"), "{hot:?}");
    assert!(!hot.accessed.is_empty());
    let of_index = watched.insight.hot_keys(&watched.service.engine, "Tab", Some("ByA")).expect("an index");
    assert!(of_index.throttled.is_empty(), "writes an index throttles are no keys of it");
}

#[test]
fn conditions_conflicts_and_errors_of_users() {
    let mut watched = Watched::new(Physics::instant());
    watched.table(5);
    let never =
        json!({ "TableName": "Tab", "Item": { "pk": { "S": "p" } }, "ConditionExpression": "attribute_exists(pk)" });
    watched.call("PutItem", &never);
    watched.call("TransactWriteItems", &json!({ "TransactItems": [{ "Put": never }] }));
    watched.call("PutItem", &json!({ "TableName": "Tab", "Item": { "other": { "S": "p" } } }));
    watched.call("GetItem", &json!({ "TableName": "None", "Key": { "pk": { "S": "p" } } }));
    assert_eq!(watched.sum(&of_table(), Metric::ConditionalCheckFailedRequests), 2.0);
    assert_eq!(watched.sum(&Dimensions::default(), Metric::UserErrors), 2.0);
    watched.put("p", &json!({}));
    watched.send("Scan", &json!({ "TableName": "Tab" }));
    let of_scans = Dimensions::operation(&"Tab".into(), hashrange_wire::Operation::Scan);
    assert_eq!(watched.sum(&of_scans, Metric::ReturnedItemCount), 1.0);
}

#[test]
fn items_in_the_way_of_transactions_are_counted() {
    let mut physics = Physics::instant();
    physics.transaction = Duration::from_millis(20);
    let mut watched = Watched::new(physics);
    watched.table(50);
    let put = |pk: &str| json!({ "Put": { "TableName": "Tab", "Item": { "pk": { "S": pk } } } });
    watched.send("TransactWriteItems", &json!({ "TransactItems": [put("p"), put("q")] }));
    let conflicts = |watched: &Watched| {
        let points = watched.insight.metrics().points(&of_table(), Metric::TransactionConflict, Period::FiveMinutes);
        points.last().map(|point| (point.statistics.sum(), point.statistics.sample_count()))
    };
    assert_eq!(conflicts(&watched), None);
    assert_eq!(watched.put("p", &json!({})).0, 400);
    assert_eq!(conflicts(&watched), Some((1.0, 1)));
    let (status, _) = watched.call("TransactWriteItems", &json!({ "TransactItems": [put("p"), put("q"), put("r")] }));
    assert_eq!((status, conflicts(&watched)), (400, Some((3.0, 2))), "items are summed, requests sampled");
    watched.send(
        "BatchWriteItem",
        &json!({ "RequestItems": { "Tab": [{ "DeleteRequest": { "Key": { "pk": { "S": "q" } } } }] } }),
    );
    let get = json!({ "Get": { "TableName": "Tab", "Key": { "pk": { "S": "p" } } } });
    watched.call("TransactGetItems", &json!({ "TransactItems": [get] }));
    assert_eq!(conflicts(&watched), Some((5.0, 4)));
    assert_eq!(watched.sum(&Dimensions::default(), Metric::UserErrors), 3.0, "the batch was answered");
    assert_eq!(watched.sum(&of_table(), Metric::ConditionalCheckFailedRequests), 0.0);
    watched.advance(20);
    assert_eq!(watched.put("p", &json!({})).0, 200);
    assert_eq!(conflicts(&watched), Some((5.0, 4)));
}

#[test]
fn ttl_015_items_deleted_by_time_to_live_are_counted_when_they_go() {
    let mut watched = Watched::new(Physics::classroom());
    watched.table(50);
    for (number, until) in ["80", "100", "100000", "not a number"].into_iter().enumerate() {
        let kind = if number == 3 { "S" } else { "N" };
        watched.put(&format!("p{number}"), &json!({ "until": { kind: until } }));
    }
    let ttl = json!({ "TableName": "Tab", "TimeToLiveSpecification": { "Enabled": true, "AttributeName": "until" } });
    watched.send("UpdateTimeToLive", &ttl);
    watched.advance(10_000);
    let board = watched.insight.expiry(&watched.service.engine, "Tab").expect("switched on");
    assert_eq!((board.live, board.readable, board.never, board.deleted), (3, 0, 1, 0));
    watched.advance(1_200_000);
    let board = watched.insight.expiry(&watched.service.engine, "Tab").expect("switched on");
    assert_eq!((board.live, board.readable, board.never, board.deleted), (1, 0, 1, 2));
    assert!(board.sweeps.iter().any(|(_, last, _)| last.is_some()));
    assert_eq!(watched.sum(&of_table(), Metric::TimeToLiveDeletedItemCount), 2.0);
    let points = watched.insight.metrics().points(&of_table(), Metric::TimeToLiveDeletedItemCount, Period::Minute);
    assert!(points.iter().all(|point| point.at >= Timestamp::from_seconds(60)));
    let item = watched
        .service
        .engine
        .table("Tab")
        .expect("made")
        .items()
        .find(|(item, _)| format!("{item:?}").contains("not a"));
    let (item, _) = item.expect("never deleted");
    assert_eq!(Eligibility::of(item, "until", watched.service.engine.now()), Eligibility::NotANumber);
}

#[test]
fn mng_012_mng_045_the_filling_of_an_index_is_followed() {
    let mut watched = Watched::new(Physics::classroom());
    watched.table(100);
    for number in 0..60 {
        let other = if number < 2 { json!({ "N": "7" }) } else { json!({ "S": number.to_string() }) };
        watched.put(&format!("p{number}"), &json!({ "b": other }));
    }
    let create = json!({
        "TableName": "Tab",
        "AttributeDefinitions": [{ "AttributeName": "b", "AttributeType": "S" }],
        "GlobalSecondaryIndexUpdates": [{ "Create": { "IndexName": "New", "Projection": { "ProjectionType": "ALL" }, "KeySchema": [{ "AttributeName": "b", "KeyType": "HASH" }], "ProvisionedThroughput": { "ReadCapacityUnits": 1, "WriteCapacityUnits": 10 } } }],
    });
    watched.send("UpdateTable", &create);
    let build = |watched: &Watched| IndexBuild::of(&watched.service.engine, "Tab", "New").expect("asked for");
    let first = build(&watched);
    assert_eq!((first.phase, first.percent), (BuildPhase::Allocating, 0));
    let refused: Vec<_> = first.rules.iter().filter_map(|rule| rule.refusal.clone()).collect();
    assert_eq!(refused.len(), 5);
    let (_, answer) = watched.call(
        "UpdateTable",
        &json!({ "TableName": "Tab", "GlobalSecondaryIndexUpdates": [{ "Delete": { "IndexName": "New" } }] }),
    );
    assert_eq!(answer["message"], json!(refused[0]), "word for word what the service says");
    let (_, answer) = watched.call("DeleteTable", &json!({ "TableName": "Tab" }));
    assert_eq!(answer["message"], json!(refused[4]));
    watched.advance(5_000);
    let half = build(&watched);
    assert_eq!(half.phase, BuildPhase::Backfilling);
    assert!(half.percent > 10 && half.percent < 90, "{half:?}");
    assert!(half.rules[0].refusal.is_none(), "it can be deleted while it is filled");
    watched.advance(60_000);
    let done = build(&watched);
    assert_eq!((done.phase, done.percent, done.entries, done.violation_count), (BuildPhase::Active, 100, 58, 2));
    assert_eq!(done.violations[0].reason, "Type Violation: Expected: S Found: N");
    assert_eq!(watched.sum(&of_index("New"), Metric::OnlineIndexConsumedWriteCapacity), 58.0);
    assert_eq!(watched.sum(&of_index("New"), Metric::ConsumedWriteCapacityUnits), 0.0, "counted apart");
    assert!(watched.sum(&of_index("New"), Metric::OnlineIndexThrottleEvents) > 10.0, "10 units a second for 58");
    let progress = watched.insight.metrics().newest(&of_index("New"), Metric::OnlineIndexPercentageProgress);
    assert_eq!(progress.expect("followed").statistics.maximum(), 100.0);
}

#[test]
fn the_lag_of_an_index_and_the_age_of_a_reader() {
    let mut physics = Physics::instant();
    physics.index_propagation = hashrange_engine::Span::exactly(Duration::from_millis(300));
    let mut watched = Watched::new(physics);
    watched.table(5);
    watched.put("p", &json!({}));
    watched.advance(100);
    let lag = watched.insight.index_lag(&watched.service.engine, "Tab", "ByA").expect("an index");
    assert_eq!((lag.queued, lag.oldest, lag.arrived), (1, Some(Duration::from_millis(100)), 0));
    watched.advance(5_000);
    let lag = watched.insight.index_lag(&watched.service.engine, "Tab", "ByA").expect("an index");
    assert_eq!((lag.queued, lag.oldest, lag.arrived, lag.slowest), (0, None, 1, Duration::from_millis(300)));
    let board = watched.insight.streams(&watched.service.engine, "Tab");
    assert_eq!((board.streams.len(), board.records), (1, 1));
    let streams = watched.send("ListStreams", &json!({}));
    let arn = streams["Streams"][0]["StreamArn"].clone();
    let shard =
        watched.send("DescribeStream", &json!({ "StreamArn": arn }))["StreamDescription"]["Shards"][0]["ShardId"]
            .clone();
    let place = json!({ "StreamArn": arn, "ShardId": shard, "ShardIteratorType": "TRIM_HORIZON" });
    let place = watched.send("GetShardIterator", &place)["ShardIterator"].clone();
    watched.send("GetRecords", &json!({ "ShardIterator": place }));
    let reads = watched.insight.streams(&watched.service.engine, "Tab").reads;
    assert_eq!((reads.calls, reads.records), (1, 1));
    assert!(reads.age >= Duration::from_seconds(5));
}

#[test]
fn a_collection_is_shown_in_every_index() {
    let mut watched = Watched::new(Physics::instant());
    watched.table(5);
    for pk in ["p", "q"] {
        watched.put(pk, &json!({}));
    }
    let view = watched.service.engine.table("Tab").expect("made");
    let item = view.items().next().expect("an item").0;
    let key = view.keys().key_of(item);
    let collections = collection_view(&watched.service.engine, "Tab", &key, 10).expect("a table");
    assert_eq!(collections.table.as_ref().map(|collection| collection.members.len()), Some(1));
    assert_eq!(collections.indexes[0].collection.as_ref().map(|collection| collection.members.len()), Some(2));
    assert_eq!(collections.limit, None, "only local indexes set one");
    assert_eq!(Some(collections.bytes), collections.table.map(|collection| collection.bytes));
}

/// How many live writes the throughput of a new index refuses, worked out from the model's formulas and nothing the engine
/// did but the moment filling began. Rows are passed in hash order, which is the order of a scan. Levels are millionths of a
/// unit: two units a second are two of them a microsecond, kept for 300 seconds. When filling begins the index has one second
/// saved. Each second filling may write two entries of a unit, but never the last unit there is; what it could not use it does
/// not keep. A live write of a row that was passed needs some of a unit left, and takes a whole one.
fn refused(order: &[u64], filling: u64, (first, writes): (u64, u64)) -> u64 {
    const UNIT: i64 = 1_000_000;
    let place: BTreeMap<u64, i64> = order.iter().copied().zip(0..).collect();
    let (mut level, mut at, mut passed, mut refused) = (2 * UNIT, filling, 0, 0);
    let mut next = filling;
    for number in 0..writes {
        let now = first + number * LIVE_PACE;
        let mut refill = |level: &mut i64, to: u64| {
            *level = (*level + 2 * (to - at) as i64).min(600 * UNIT);
            at = to;
        };
        while next <= now {
            refill(&mut level, next);
            let left = level.div_euclid(UNIT / 2).max(0);
            let filled = 2.min((left + 1) / 2 - 1).max(0);
            (level, passed, next) = (level - filled * UNIT, passed + filled, next + 1_000_000);
        }
        if place[&(number % order.len() as u64)] >= passed {
            continue;
        }
        refill(&mut level, now);
        if level > 0 { level -= UNIT } else { refused += 1 }
    }
    refused
}

/// Microseconds between two live writes.
const LIVE_PACE: u64 = 50_000;

#[test]
fn mng_008_filling_and_live_writes_share_the_write_throughput_of_a_new_index() {
    let mut physics = Physics::aws();
    physics.throttling.mode = Throttling::Adaptive;
    let mut watched = Watched::new(physics);
    watched.table(500);
    for number in 0..1_000 {
        watched.put(&format!("p{number}"), &json!({ "b": { "S": "all the same" } }));
        watched.advance(10);
    }
    let create = json!({
        "TableName": "Tab",
        "AttributeDefinitions": [{ "AttributeName": "b", "AttributeType": "S" }],
        "GlobalSecondaryIndexUpdates": [{ "Create": { "IndexName": "New", "Projection": { "ProjectionType": "ALL" }, "KeySchema": [{ "AttributeName": "b", "KeyType": "HASH" }], "ProvisionedThroughput": { "ReadCapacityUnits": 1, "WriteCapacityUnits": 2 } } }],
    });
    watched.send("UpdateTable", &create);
    watched.advance(60_000);
    assert_eq!(watched.sum(&of_table(), Metric::WriteThrottleEvents), 0.0);
    let filling = watched.service.engine.events_since(0).find_map(|event| {
        matches!(event.kind, EventKind::Index { backfilling: Some(true), .. }).then_some(event.at.micros())
    });
    let order: Vec<u64> = watched.service.engine.table("Tab").expect("made").items().map(number_of).collect();
    let expected = refused(&order, filling.expect("it began"), (watched.service.now().micros(), 3_000));
    let mut throttled = 0;
    for number in 0..3_000 {
        // Items the cursor has passed reach the index at once.
        let more = json!({ "b": { "S": "all the same" }, "n": { "N": number.to_string() } });
        throttled += u64::from(watched.put(&format!("p{}", number % 1_000), &more).0 == 400);
        watched.advance(LIVE_PACE / 1_000);
    }
    // The formulas come to 49 with the moment of filling that this seed draws.
    assert_eq!((throttled, expected), (49, 49));
    let in_the_way = watched.sum(&of_index("New"), Metric::WriteThrottleEvents);
    assert_eq!(in_the_way, throttled as f64, "the index is what is short");
    assert_eq!(watched.sum(&of_table(), Metric::WriteThrottleEvents), 0.0, "the table itself has plenty");
    assert!(watched.sum(&of_index("New"), Metric::OnlineIndexConsumedWriteCapacity) > 50.0);
    let build = IndexBuild::of(&watched.service.engine, "Tab", "New").expect("asked for");
    assert!(build.phase == BuildPhase::Backfilling && build.percent < 100, "{build:?}");
}

/// The number in the key of an item of `put`.
fn number_of((item, _): (&Arc<Item>, u32)) -> u64 {
    let key = if let Some(AttributeValue::S(key)) = item.get("pk") { key.as_str() } else { "" };
    key.trim_start_matches('p').parse().expect("a number")
}

#[test]
fn lsi_046_a_local_index_uses_its_tables_throughput() {
    let mut watched = Watched::new(throttling());
    let key = |name: &str, kind: &str| json!({ "AttributeName": name, "KeyType": kind });
    let local = json!({ "IndexName": "Local", "Projection": { "ProjectionType": "ALL" }, "KeySchema": [key("pk", "HASH"), key("a", "RANGE")] });
    let table = json!({
        "TableName": "Tab",
        "AttributeDefinitions": [{ "AttributeName": "pk", "AttributeType": "S" }, { "AttributeName": "sk", "AttributeType": "S" }, { "AttributeName": "a", "AttributeType": "S" }],
        "KeySchema": [key("pk", "HASH"), key("sk", "RANGE")],
        "ProvisionedThroughput": { "ReadCapacityUnits": 5, "WriteCapacityUnits": 5 },
        "LocalSecondaryIndexes": [local],
    });
    watched.send("CreateTable", &table);
    watched.send(
        "PutItem",
        &json!({ "TableName": "Tab", "Item": { "pk": { "S": "p" }, "sk": { "S": "s" }, "a": { "S": "a" } } }),
    );
    assert_eq!(watched.sum(&of_table(), Metric::ConsumedWriteCapacityUnits), 2.0, "the item and its entry");
    let query = json!({ "TableName": "Tab", "IndexName": "Local", "KeyConditionExpression": "pk = :p", "ExpressionAttributeValues": { ":p": { "S": "p" } }, "ConsistentRead": true });
    let throttled = (0..20).map(|_| watched.call("Query", &query)).filter(|(status, _)| *status == 400).last();
    let (_, answer) = throttled.expect("five units a second");
    assert_eq!(answer["ThrottlingReasons"][0]["reason"], json!("TableReadProvisionedThroughputExceeded"));
    let state = |index| CapacityState::of(&watched.service.engine, "Tab", index);
    assert!(state(None).is_some() && state(Some("Local")).is_none(), "it has none of its own");
    let of_local = watched.insight.metrics().all().filter(|(of, _)| of.index.is_some()).count();
    assert_eq!(of_local, 0);
}

#[test]
fn the_old_rate_holds_while_billing_is_switched() {
    let mut physics = Physics::aws();
    physics.throttling.mode = Throttling::Adaptive;
    let mut watched = Watched::new(physics);
    watched.table(1);
    let switch = |mode: &str| json!({ "TableName": "Tab", "BillingMode": mode });
    watched.send("UpdateTable", &switch("PAY_PER_REQUEST"));
    watched.advance(1_000);
    let state = |watched: &Watched| CapacityState::of(&watched.service.engine, "Tab", None).expect("a table");
    assert_eq!((state(&watched).provisioned, state(&watched).writes.per_second), (None, 1));
    watched.advance(200_000);
    assert_eq!(state(&watched).writes.per_second, 4_000);
    let rate = json!({ "ReadCapacityUnits": 7, "WriteCapacityUnits": 7 });
    let mut back = switch("PROVISIONED");
    back["ProvisionedThroughput"] = rate.clone();
    back["GlobalSecondaryIndexUpdates"] = json!([{ "Update": { "IndexName": "ByA", "ProvisionedThroughput": rate } }]);
    watched.send("UpdateTable", &back);
    watched.advance(1_000);
    assert_eq!((state(&watched).provisioned, state(&watched).writes.per_second), (Some((7, 7)), 4_000));
    watched.advance(100_000);
    assert_eq!(state(&watched).writes.per_second, 7);
}

#[test]
fn what_partitions_serve_and_refuse_is_known_second_by_second() {
    let mut watched = Watched::new(throttling());
    watched.table(1);
    let throttled = (0..100).filter(|_| watched.put("p", &json!({})).0 == 400).count();
    watched.advance(3_000);
    let engine = &watched.service.engine;
    let heat = |index| watched.insight.partition_heat(engine, "Tab", index, 10);
    let key: Item = [(Text::from("pk"), AttributeValue::string("p"))].into_iter().collect();
    let landing = watched.insight.landing(engine, "Tab", None, &key).expect("a key");
    let [partition] = landing.partitions[..] else { panic!("one collection, one partition: {landing:?}") };
    let busy: Vec<HeatSecond> = heat(None).into_iter().filter(|second| !second.partitions.is_empty()).collect();
    assert_eq!((busy.len(), heat(None).len(), heat(Some("ByA")).len()), (1, 10, 10));
    assert_eq!(busy[0].partitions.keys().collect::<Vec<_>>(), [&partition]);
    let sum = busy[0].partitions[&partition];
    assert_eq!((sum.write, sum.throttled as usize), (Units::whole(100 - throttled as u64), throttled));
    assert!(throttled > 0 && watched.insight.last_report().is_some_and(hashrange_insight::Report::is_throttled));
    for wrong in [AttributeValue::Null, AttributeValue::Bool(true)] {
        let key: Item = [(Text::from("pk"), wrong)].into_iter().collect();
        assert_eq!(watched.insight.landing(engine, "Tab", None, &key), None);
    }
}
