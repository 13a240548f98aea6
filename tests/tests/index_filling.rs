//! The backfill of an index that is added to a table in use, followed in metrics and in the build. Covers its progress,
//! its units apart from those of live writes, and the throughput that live writes leave.
#![allow(clippy::float_cmp, reason = "halves are exact")]

use std::collections::BTreeMap;
use std::sync::Arc;

use hashrange_engine::{EventKind, Physics, Throttling};
use hashrange_insight::{BuildPhase, Dimensions, IndexBuild, Metric};
use hashrange_tests::watched::Watched;
use hashrange_values::{AttributeValue, Item};
use serde_json::json;

/// Adds the index `New` on `b`.
fn create_index(watched: &mut Watched, write_units: u64) {
    let create = json!({
        "TableName": "Tab",
        "AttributeDefinitions": [{ "AttributeName": "b", "AttributeType": "S" }],
        "GlobalSecondaryIndexUpdates": [{ "Create": { "IndexName": "New", "Projection": { "ProjectionType": "ALL" }, "KeySchema": [{ "AttributeName": "b", "KeyType": "HASH" }], "ProvisionedThroughput": { "ReadCapacityUnits": 1, "WriteCapacityUnits": write_units } } }],
    });
    watched.send("UpdateTable", &create);
}

fn of_table() -> Dimensions {
    Dimensions::table(&"Tab".into())
}

fn of_new_index() -> Dimensions {
    Dimensions::resource(&"Tab".into(), Some(&"New".into()))
}

fn build(watched: &Watched) -> IndexBuild {
    IndexBuild::of(&watched.service.engine, "Tab", "New").expect("asked for")
}

#[test]
fn mng_012_mng_045_the_filling_of_an_index_is_followed() {
    let mut watched = Watched::provisioned(Physics::classroom(), 100);
    for number in 0..60 {
        let other = if number < 2 {
            json!({ "N": "7" })
        } else {
            json!({ "S": number.to_string() })
        };
        watched.put(&format!("p{number}"), &json!({ "b": other }));
    }
    create_index(&mut watched, 10);
    let first = build(&watched);
    assert_eq!((first.phase, first.percent), (BuildPhase::Allocating, 0));
    let refused: Vec<_> = first.rules.iter().filter_map(|rule| rule.refusal.clone()).collect();
    assert_eq!(refused.len(), 5);
    let answer = watched.call(
        "UpdateTable",
        &json!({ "TableName": "Tab", "GlobalSecondaryIndexUpdates": [{ "Delete": { "IndexName": "New" } }] }),
    );
    assert_eq!(
        answer.json()["message"],
        json!(refused[0]),
        "word for word what the service says"
    );
    let answer = watched.call("DeleteTable", &json!({ "TableName": "Tab" }));
    assert_eq!(answer.json()["message"], json!(refused[4]));
    watched.advance(5_000);
    let half = build(&watched);
    assert_eq!(half.phase, BuildPhase::Backfilling);
    assert!(half.percent > 10 && half.percent < 90, "{half:?}");
    assert!(half.rules[0].refusal.is_none(), "it can be deleted while it is filled");
    watched.advance(60_000);
    let done = build(&watched);
    assert_eq!(
        (done.phase, done.percent, done.entries, done.violation_count),
        (BuildPhase::Active, 100, 58, 2)
    );
    assert_eq!(done.violations[0].reason, "Type Violation: Expected: S Found: N");
    assert_eq!(
        watched.sum(&of_new_index(), Metric::OnlineIndexConsumedWriteCapacity),
        58.0
    );
    assert_eq!(
        watched.sum(&of_new_index(), Metric::ConsumedWriteCapacityUnits),
        0.0,
        "counted apart"
    );
    assert!(
        watched.sum(&of_new_index(), Metric::OnlineIndexThrottleEvents) > 10.0,
        "10 units a second for 58"
    );
    let progress = watched
        .insight
        .metrics()
        .newest(&of_new_index(), Metric::OnlineIndexPercentageProgress);
    assert_eq!(progress.expect("followed").statistics.maximum(), 100.0);
}

/// How many live writes the throughput of a new index refuses, computed from the model's formulas. From the engine it
/// uses only the start time of the backfill. Rows are in hash order, as in a scan. Levels are millionths of a unit: two
/// units per second are two of them per microsecond, stored for 300 seconds. At the start the index has one second
/// saved. Each second the backfill may write two entries of one unit, but not the last available unit. Unused units
/// expire. A live write of a row that the backfill has passed requires a remaining part of a unit, and consumes a whole
/// unit.
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
    let mut watched = Watched::provisioned(physics, 500);
    for number in 0..1_000 {
        watched.put(&format!("p{number}"), &json!({ "b": { "S": "all the same" } }));
        watched.advance(10);
    }
    create_index(&mut watched, 2);
    watched.advance(60_000);
    assert_eq!(watched.sum(&of_table(), Metric::WriteThrottleEvents), 0.0);
    let filling = watched.service.engine.events_since(0).find_map(|event| {
        matches!(
            event.kind,
            EventKind::Index {
                backfilling: Some(true),
                ..
            }
        )
        .then_some(event.at.micros())
    });
    let order: Vec<u64> = watched
        .service
        .engine
        .table("Tab")
        .expect("made")
        .items()
        .map(number_of)
        .collect();
    let expected = refused(
        &order,
        filling.expect("it began"),
        (watched.service.now().micros(), 3_000),
    );
    let mut throttled = 0;
    for number in 0..3_000 {
        // Items that the cursor has passed reach the index at once.
        let more = json!({ "b": { "S": "all the same" }, "n": { "N": number.to_string() } });
        throttled += u64::from(watched.put(&format!("p{}", number % 1_000), &more) == 400);
        watched.advance(LIVE_PACE / 1_000);
    }
    // The formulas give 35 with the start time that this seed draws.
    assert_eq!((throttled, expected), (35, 35));
    let in_the_way = watched.sum(&of_new_index(), Metric::WriteThrottleEvents);
    assert_eq!(in_the_way, throttled as f64, "the index is what is short");
    assert_eq!(
        watched.sum(&of_table(), Metric::WriteThrottleEvents),
        0.0,
        "the table itself has plenty"
    );
    assert!(watched.sum(&of_new_index(), Metric::OnlineIndexConsumedWriteCapacity) > 50.0);
    let build = build(&watched);
    assert!(
        build.phase == BuildPhase::Backfilling && build.percent < 100,
        "{build:?}"
    );
}

/// The number in the key of an item of `put`.
fn number_of((item, _): (&Arc<Item>, u32)) -> u64 {
    let key = if let Some(AttributeValue::S(key)) = item.get("pk") {
        key.as_str()
    } else {
        ""
    };
    key.trim_start_matches('p').parse().expect("a number")
}
