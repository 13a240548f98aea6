//! Patterns played together: the same seed gives the same counts, counts add up, and a burst is used up when a hand
//! calculation says.

use hashrange_engine::{Direction, Engine, EngineOptions, Units};
use hashrange_time::Duration;
use hashrange_wire::{Operation, ThrottleCause};

use super::{ask, of_customer, of_status, pattern, placed, shop};
use crate::{CallCounts, KeySource, Pattern, Per, Play, PlayOptions, Played, Rate, Served};

/// A table with a partition key and a sort key, and an index by `State`, in this billing.
pub(super) fn table(billing: &str, of_index: &str) -> Engine {
    let mut engine = Engine::new(EngineOptions::default());
    let body = format!(
        r#"{{"TableName":"Jobs",{billing},
        "AttributeDefinitions":[{{"AttributeName":"Tenant","AttributeType":"S"}},{{"AttributeName":"Job","AttributeType":"S"}},
         {{"AttributeName":"State","AttributeType":"S"}}],
        "KeySchema":[{{"AttributeName":"Tenant","KeyType":"HASH"}},{{"AttributeName":"Job","KeyType":"RANGE"}}],
        "GlobalSecondaryIndexes":[{{"IndexName":"ByState",{of_index}"KeySchema":[{{"AttributeName":"State","KeyType":"HASH"}}],
         "Projection":{{"ProjectionType":"ALL"}}}}]}}"#
    );
    ask(&mut engine, Operation::CreateTable, &body);
    engine
}

pub(super) fn provisioned(of_table: u64, of_index: u64) -> Engine {
    let units = |units| format!(r#""ProvisionedThroughput":{{"ReadCapacityUnits":10,"WriteCapacityUnits":{units}}}"#);
    let billing = format!(r#""BillingMode":"PROVISIONED",{}"#, units(of_table));
    table(&billing, &format!("{},", units(of_index)))
}

pub(super) fn at(pattern: Pattern, calls: u32, per: Per, keys: KeySource) -> Pattern {
    Pattern {
        rate: Some(Rate { calls, per }),
        keys,
        ..pattern
    }
}

/// A put of one write unit.
pub(super) fn put(calls: u32, keys: KeySource) -> Pattern {
    let body = r#"{"TableName":"Jobs","Item":{"Tenant":{"S":"t1"},"Job":{"S":"j"}}}"#;
    at(pattern(Operation::PutItem, body), calls, Per::Second, keys)
}

/// A put of one write unit in the table and one in the index.
pub(super) fn put_with_state(calls: u32) -> Pattern {
    let body = r#"{"TableName":"Jobs","Item":{"Tenant":{"S":"t1"},"Job":{"S":"j"},"State":{"S":"NEW"}}}"#;
    at(pattern(Operation::PutItem, body), calls, Per::Second, KeySource::Each)
}

fn options(multiple: u32, seconds: u32) -> PlayOptions {
    PlayOptions {
        multiple,
        seconds,
        hour: None,
        seed: 7,
    }
}

fn played(mut play: Play, slice: usize) -> Played {
    let mut progress = 0;
    while !play.is_over() {
        play.step(&mut { slice });
        assert!((progress..=1_000).contains(&play.progress()));
        progress = play.progress();
    }
    assert_eq!(progress, 1_000);
    play.played().clone()
}

/// All patterns of the shop, with keys from its items.
fn of_shop() -> Vec<Pattern> {
    vec![
        at(of_customer(), 3, Per::Second, KeySource::Random),
        at(of_status(), 50, Per::Minute, KeySource::Hot),
        at(placed(), 2, Per::Second, KeySource::Each),
        placed(),
    ]
}

#[test]
fn the_same_seed_gives_the_same_counts_in_any_slices() {
    let engine = shop();
    let all = played(Play::new(&engine, &of_shop(), options(100, 60)), usize::MAX);
    for slice in [1, 7] {
        let play = Play::new(&engine, &of_shop(), options(100, 60));
        assert_eq!(played(play, slice), all);
    }
    assert_eq!(engine.table("Orders").map(|table| table.item_count()), Some(2));
}

#[test]
fn twice_the_multiple_is_twice_the_calls_and_counts_add_up() {
    let calls = |multiple| {
        let played = played(Play::new(&shop(), &of_shop(), options(multiple, 60)), usize::MAX);
        assert_eq!(played.lasted, Duration::from_seconds(60));
        played.patterns.iter().map(|counts| counts.all()).collect::<Vec<_>>()
    };
    assert_eq!(calls(100), [180, 50, 120, 0]);
    assert_eq!(calls(200), [360, 100, 240, 0]);
    assert_eq!(calls(1), [1, 0, 1, 0]);
}

#[test]
fn units_are_those_of_the_answered_calls_of_each_pattern() {
    let patterns = [put_with_state(2), put(3, KeySource::Written)];
    let played = played(
        Play::new(&provisioned(100, 100), &patterns, options(100, 10)),
        usize::MAX,
    );
    let answered = |answered| CallCounts {
        answered,
        ..CallCounts::default()
    };
    assert_eq!(played.patterns, [answered(20), answered(30)]);
    let written = |units: &Vec<Served>| -> Vec<(Direction, Units)> {
        units.iter().map(|served| (served.direction, served.units)).collect()
    };
    let units: Vec<_> = played.units.iter().map(written).collect();
    let of = |units| (Direction::Write, Units::whole(units));
    assert_eq!(
        units,
        [vec![of(20), of(20)], vec![of(30)]],
        "the table and its index; the table"
    );
    assert_eq!(played.first, None);
}

#[test]
fn what_the_service_refuses_is_counted_as_refused() {
    let unknown = pattern(Operation::Scan, r#"{"TableName":"Nowhere"}"#);
    let patterns = [
        at(unknown, 1, Per::Second, KeySource::Written),
        at(pattern(Operation::GetItem, "{"), 1, Per::Second, KeySource::Each),
    ];
    let refused = CallCounts {
        refused: 10,
        ..CallCounts::default()
    };
    let played = played(Play::new(&shop(), &patterns, options(100, 10)), usize::MAX);
    assert_eq!(played.patterns, [refused, refused]);
}

#[test]
fn a_play_begins_with_the_saved_burst() {
    let mut engine = provisioned(1, 1);
    engine.advance(
        engine.now() + Duration::from_hours(1),
        hashrange_engine::Budget::UNBOUNDED,
    );
    // 300 units are saved. Two puts a second use one of them each second.
    let play = Play::new(&engine, &[put(2, KeySource::Each)], options(100, 600)).until_throttled();
    let first = played(play, usize::MAX).first.expect("a throttle");
    assert_eq!(
        (first.after.seconds(), first.cause),
        (300, ThrottleCause::ProvisionedThroughput)
    );
}

#[test]
fn throttled_calls_are_not_tried_again() {
    // One unit a second, and one in the beginning.
    let counts = played(
        Play::new(&provisioned(1, 1), &[put(10, KeySource::Each)], options(100, 600)),
        usize::MAX,
    );
    let [counts] = counts.patterns.as_slice() else {
        panic!("one pattern")
    };
    assert_eq!((counts.all(), counts.refused), (6_000, 0));
    assert!((600..=612).contains(&counts.answered), "{counts:?}");
}
