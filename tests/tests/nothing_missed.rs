//! Read models receive every event, even if one request or one advance creates more events than the log can hold.

use hashrange_endpoint::{Settings, Timeline, target_of};
use hashrange_engine::{Budget, Physics, Span};
use hashrange_insight::metrics::Metrics;
use hashrange_insight::{Dimensions, Metric, Period};
use hashrange_past::Seen;
use hashrange_time::{Duration, Timestamp};
use serde_json::{Value, json};

const ITEMS: u64 = 12_000;
const START: Timestamp = Timestamp::from_seconds(1_700_000_000);

fn ask(timeline: &mut Timeline<Seen>, at: Timestamp, operation: &str, body: &Value) {
    let answer = timeline
        .dispatch(at, &target_of(operation), body.to_string().as_bytes())
        .answer;
    assert!(answer.is_success(), "{operation}: {answer:?}");
}

/// A table with an index. All its items expire a minute after the start.
fn full(physics: Physics) -> Timeline<Seen> {
    let mut timeline = Timeline::begin(&Settings {
        start: START,
        physics,
        ..Settings::default()
    });
    let attribute = |name: &str| json!({ "AttributeName": name, "AttributeType": "S" });
    let key = |name: &str| json!([{ "AttributeName": name, "KeyType": "HASH" }]);
    let index = json!({ "IndexName": "ByG", "KeySchema": key("g"), "Projection": { "ProjectionType": "ALL" } });
    let table = json!({
        "TableName": "Tab", "BillingMode": "PAY_PER_REQUEST", "KeySchema": key("pk"),
        "AttributeDefinitions": [attribute("pk"), attribute("g")], "GlobalSecondaryIndexes": [index],
    });
    ask(&mut timeline, START, "CreateTable", &table);
    let until = (START.seconds() + 60).to_string();
    for batch in 0..ITEMS / 25 {
        let put = |number: u64| {
            let item = json!({ "pk": { "S": number.to_string() }, "g": { "S": "g" }, "until": { "N": until } });
            json!({ "PutRequest": { "Item": item } })
        };
        let puts: Vec<Value> = (batch * 25..batch * 25 + 25).map(put).collect();
        ask(
            &mut timeline,
            START,
            "BatchWriteItem",
            &json!({ "RequestItems": { "Tab": puts } }),
        );
    }
    timeline
}

fn expire(timeline: &mut Timeline<Seen>, at: Timestamp) {
    let ttl = json!({ "TableName": "Tab", "TimeToLiveSpecification": { "Enabled": true, "AttributeName": "until" } });
    ask(timeline, at, "UpdateTimeToLive", &ttl);
}

/// Deletions in the metrics, deletions in the board, and recorded changes of the index.
fn seen(timeline: &Timeline<Seen>) -> (f64, u64, u64) {
    let insight = &timeline.observer().0;
    let sum = |metrics: &Metrics| {
        let of = Dimensions::table(&"Tab".into());
        let points = metrics.points(&of, Metric::TimeToLiveDeletedItemCount, Period::FiveMinutes);
        points.iter().map(|point| point.statistics.sum()).sum()
    };
    let deleted = insight
        .expiry(timeline.engine(), "Tab")
        .map_or(0, |board| board.deleted);
    let lag = insight.index_lag(timeline.engine(), "Tab", "ByG").expect("an index");
    (sum(insight.metrics()), deleted, lag.arrived)
}

#[test]
fn one_advance_makes_more_events_than_are_kept() {
    let mut physics = Physics::instant();
    physics.index_propagation = Span::exactly(Duration::from_seconds(1));
    physics.expiry.scan = Duration::from_seconds(30);
    physics.expiry.deletion_with_indexes = Span::millis(0, 10_000);
    let mut timeline = full(physics);
    // All changes are due at one time.
    timeline.advance(START + Duration::from_seconds(2), Budget::UNBOUNDED);
    assert_eq!(seen(&timeline), (0.0, 0, ITEMS));
    expire(&mut timeline, START + Duration::from_seconds(2));
    let before = timeline.engine().last_event();
    timeline.advance(START + Duration::from_seconds(600), Budget::UNBOUNDED);
    assert!(timeline.engine().last_event() - before > 2 * ITEMS);
    assert_eq!(seen(&timeline), (12_000.0, ITEMS, 2 * ITEMS));
    // The same after the journal is read, and after undo and redo.
    let mut read = Timeline::<Seen>::read(&timeline.journal().expect("every record is here")).expect("a good journal");
    assert_eq!(seen(&read), seen(&timeline));
    assert!(read.undo().expect("a step"));
    assert_eq!(seen(&read), (0.0, 0, ITEMS));
    assert!(read.redo().expect("a step"));
    assert_eq!(seen(&read), seen(&timeline));
    read.go_to_time(START + Duration::from_seconds(500)).expect("a moment");
    assert_eq!(seen(&read), seen(&timeline));
}

#[test]
fn one_request_makes_more_events_than_are_kept() {
    // Everything is deleted, also from the index, within moments of the first request: before the second one.
    let later = |timeline: &mut Timeline<Seen>| {
        expire(timeline, START + Duration::from_seconds(61));
        ask(timeline, START + Duration::from_seconds(62), "ListTables", &json!({}));
    };
    let mut timeline = full(Physics::instant());
    later(&mut timeline);
    assert_eq!(seen(&timeline), (12_000.0, ITEMS, 2 * ITEMS));
    let read = Timeline::<Seen>::read(&timeline.journal().expect("every record is here")).expect("a good journal");
    assert_eq!(seen(&read), seen(&timeline));
    // The same with an accelerator.
    let mut timeline = full(Physics::instant());
    let settings = Settings {
        dax: Some(hashrange_endpoint::DaxOptions::DEFAULT),
        ..timeline.settings().clone()
    };
    timeline.change(&settings);
    later(&mut timeline);
    assert_eq!(seen(&timeline), (12_000.0, ITEMS, 2 * ITEMS));
}

#[test]
fn a_request_after_a_long_time_makes_more_events_than_are_kept() {
    let mut physics = Physics::instant();
    physics.expiry.scan = Duration::from_seconds(30);
    let mut timeline = full(physics);
    expire(&mut timeline, START);
    ask(
        &mut timeline,
        START + Duration::from_seconds(600),
        "Scan",
        &json!({ "TableName": "Tab" }),
    );
    assert_eq!(seen(&timeline), (12_000.0, ITEMS, 2 * ITEMS));
}
