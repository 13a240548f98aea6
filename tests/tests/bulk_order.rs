//! The order of the records of a bulk operation: sorted by partition key they keep one partition busy at a time,
//! shuffled they keep all of them busy. Runs both, and compares their times.

use hashrange_engine::{EngineOptions, Physics, Throttling};
use hashrange_tests::service::InProcess;
use hashrange_tests::traffic::{create, puts};
use hashrange_time::Duration;
use hashrange_wire::ServiceError;
use hashrange_workload::{Client, Effect, Fate, KeyChoice, Limit, LoadPlan, Retries};
use serde_json::json;

/// Partition key values, and the items of each.
const VALUES: u64 = 10;
const EACH: u64 = 3_000;
/// Write units of a table with four partitions, and the rate of the operation.
const UNITS: (u64, u64) = (1, 3_999);
const RATE: u32 = 3_900;

/// Puts the items in bulk into a new table. Returns how long that takes, and the number of attempts that were throttled.
fn put_in_bulk(shuffled: bool) -> (Duration, u64) {
    let mut physics = Physics::instant();
    physics.throttling.mode = Throttling::Adaptive;
    let mut service = InProcess::new(EngineOptions {
        physics,
        ..EngineOptions::default()
    });
    create(&mut service, "Tab", UNITS, &json!({}));
    let order = |values, each| KeyChoice::Records { values, each, shuffled };
    let plan = LoadPlan {
        sorts: order(VALUES * EACH, 1),
        retries: Some(Retries::IN_TURN),
        ..puts(&service, "Tab", RATE, 8, order(VALUES, EACH))
    };
    let (from, mut throttled) = (plan.from, 0);
    let (mut client, mut end, mut put) = (Client::new(plan, 1), from, 0);
    while let Some((attempt, request)) = client.take() {
        let at = attempt.at;
        let fate = match service.send(at, request) {
            Ok(_) => Fate::Answered(Effect::Created),
            Err(ServiceError::Throttled(_)) => Fate::Throttled(Limit::Partition),
            Err(error) => panic!("refused: {error:?}"),
        };
        throttled += u64::from(matches!(fate, Fate::Throttled(_)));
        put += u64::from(matches!(fate, Fate::Answered(_)));
        end = at;
        client.record_outcome(attempt, fate, at);
        if put == VALUES * EACH {
            break;
        }
    }
    let table = service.engine.table("Tab").expect("made");
    assert_eq!(table.item_count() as u64, VALUES * EACH);
    (end - from, throttled)
}

#[test]
fn new_032_sorted_input_makes_a_rolling_hot_partition() {
    let ((sorted, often), (shuffled, seldom)) = (put_in_bulk(false), put_in_bulk(true));
    // A value needs 3,000 units of a partition, which has saved 1,000 and gets 1,000 a second.
    assert!(sorted.seconds() >= 2 * VALUES - 1, "{sorted}");
    assert!(shuffled.millis() * 3 < sorted.millis() * 2, "{shuffled}, {sorted}");
    assert!(seldom < often, "{seldom}, {often}");
}
