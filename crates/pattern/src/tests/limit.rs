//! The multiple that holds: each bound throttles where a hand calculation says.

use hashrange_engine::{Direction, Engine};
use hashrange_values::{AttributeValue, Item, Text};
use hashrange_wire::{Operation, ThrottleCause};

use super::play::{at, provisioned, put, put_with_state, table};
use super::{of_customer, pattern, shop};
use crate::{Found, KeySource, Limit, Pattern, Per};

fn found(engine: &Engine, patterns: &[Pattern]) -> Found {
    let (mut limit, mut progress) = (Limit::new(engine, patterns, 7), 0);
    while !limit.is_over() {
        limit.step(&mut 1_000);
        assert!((progress..=1_000).contains(&limit.progress()));
        progress = limit.progress();
    }
    assert_eq!(progress, 1_000);
    limit.found().clone()
}

fn key(name: &str, value: &str) -> Option<Item> {
    Some(
        [(Text::from(name), AttributeValue::string(value))]
            .into_iter()
            .collect(),
    )
}

#[test]
fn a_provisioned_table_of_100_write_units_holds_ten_writes_a_second_ten_times() {
    let found = found(&provisioned(100, 100), &[put(10, KeySource::Each)]);
    let (multiple, first) = found.throttled.expect("a throttle");
    assert_eq!((found.held, multiple), (Some(1_000), 1_100));
    assert_eq!(
        (first.table.as_str(), first.index, first.direction, first.cause),
        ("Jobs", None, Direction::Write, ThrottleCause::ProvisionedThroughput)
    );
    // A second of 100 units is left in the beginning, and 10 more a second are used than refilled.
    assert_eq!((first.pattern, first.after.seconds()), (0, 10));
}

#[test]
fn a_multiple_below_one_holds_where_once_is_too_much() {
    let found = found(&provisioned(1, 1), &[put(10, KeySource::Each)]);
    assert_eq!(
        (found.held, found.throttled.map(|(multiple, _)| multiple)),
        (Some(10), Some(11))
    );
}

#[test]
fn a_partition_holds_a_thousand_write_units() {
    // Every put replaces the same item.
    let found = found(&provisioned(10_000, 10), &[put(100, KeySource::Written)]);
    let (multiple, first) = found.throttled.expect("a throttle");
    assert_eq!((found.held, multiple), (Some(1_000), 1_100));
    assert_eq!(
        (first.cause, first.key),
        (ThrottleCause::KeyRangeThroughput, key("Tenant", "t1"))
    );
}

#[test]
fn a_table_on_demand_holds_its_maximum() {
    let billing =
        r#""BillingMode":"PAY_PER_REQUEST","OnDemandThroughput":{"MaxReadRequestUnits":10,"MaxWriteRequestUnits":50}"#;
    let found = found(&table(billing, ""), &[put(10, KeySource::Each)]);
    let (multiple, first) = found.throttled.expect("a throttle");
    assert_eq!((found.held, multiple), (Some(500), 510));
    assert_eq!((first.cause, first.index), (ThrottleCause::MaxOnDemandThroughput, None));
}

#[test]
fn an_index_short_of_throughput_throttles_its_table() {
    let found = found(&provisioned(1_000, 10), &[put_with_state(1)]);
    let (multiple, first) = found.throttled.expect("a throttle");
    assert_eq!((found.held, multiple), (Some(1_000), 1_100));
    assert_eq!(
        (first.index.as_deref(), first.cause, first.key),
        (
            Some("ByState"),
            ThrottleCause::ProvisionedThroughput,
            key("State", "NEW")
        )
    );
}

#[test]
fn a_throttled_query_names_its_partition_key_value() {
    let body = r##"{"TableName":"Jobs","IndexName":"ByState","KeyConditionExpression":"#s = :s",
        "ExpressionAttributeNames":{"#s":"State"},"ExpressionAttributeValues":{":s":{"S":"NEW"}}}"##;
    let asked = at(pattern(Operation::Query, body), 10, Per::Second, KeySource::Written);
    let found = found(&provisioned(10, 10), &[asked]);
    let (multiple, first) = found.throttled.expect("a throttle");
    // A Query takes half a unit, and the index has ten.
    assert_eq!((found.held, multiple), (Some(200), 210));
    assert_eq!(
        (first.index.as_deref(), first.direction, first.key),
        (Some("ByState"), Direction::Read, key("State", "NEW"))
    );
}

#[test]
fn nothing_throttles_a_seldom_call() {
    let seldom = at(of_customer(), 1, Per::Minute, KeySource::Random);
    let expected = Found {
        held: Some(102_400),
        throttled: None,
    };
    assert_eq!(found(&shop(), &[seldom]), expected);
    assert_eq!(found(&shop(), &[]), expected);
}
