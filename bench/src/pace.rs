//! The pace of virtual time: how many times faster than real time a table handles 10,000 writes per second. The table
//! has two global indexes, and all background work runs at the pace of the real service.

use std::hint::black_box;

use hashrange_engine::{Engine, EngineOptions, Physics};
use hashrange_time::{Duration, Timestamp};
use hashrange_values::AttributeValue;
use hashrange_wire::{Checked, Operation, Request};
use hashrange_workload::{Action, KeyChoice, Load, LoadPlan, Mix, Rate, Sizes, Target};

use crate::stopwatch::Stopwatch;

/// The name of this measurement in the results.
pub(crate) const NAME: &str = "workload, 10,000 writes/s";
/// The multiple of real time that the design requires.
pub(crate) const BUDGET: f64 = 10.0;

const WRITES_PER_SECOND: u32 = 10_000;
/// Virtual seconds before the measurement, and during it.
const WARM_UP: u64 = 2;
const SECONDS: u64 = 20;
/// The number of values of the second index's key. A generator modulo 1,024 reaches all of them.
const GROUPS: u64 = 1_024;
const START: Timestamp = Timestamp::from_seconds(1_700_000_000);

/// Virtual seconds per real second.
pub(crate) fn times_real_time() -> f64 {
    let mut engine = Engine::new(EngineOptions {
        physics: Physics::aws(),
        start: START,
        ..EngineOptions::default()
    });
    engine
        .handle(
            START,
            Checked::decode(Operation::CreateTable, table().as_bytes()).expect("a request"),
        )
        .expect("a table");
    let from = START + Duration::from_minutes(1);
    let mut groups = 0_u64;
    let mut grouped = |(at, mut request): (Timestamp, Request)| {
        if let Request::PutItem(put) = &mut request {
            groups = groups.wrapping_mul(5).wrapping_add(1) % GROUPS;
            put.item
                .insert("group", AttributeValue::string(&format!("group-{groups:04}")));
        }
        (at, request)
    };
    let mut requests: Vec<(Timestamp, Request)> = Load::new(plan(from), 1).map(&mut grouped).collect();
    let measured = requests.split_off(requests.partition_point(|(at, _)| *at < from + Duration::from_seconds(WARM_UP)));
    let send = |engine: &mut Engine, (at, request): (Timestamp, Request)| {
        drop(black_box(
            engine
                .handle(at, Checked::of(request).expect("a request"))
                .expect("an answer"),
        ));
    };
    requests.into_iter().for_each(|request| send(&mut engine, request));
    let watch = Stopwatch::start();
    measured.into_iter().for_each(|request| send(&mut engine, request));
    SECONDS as f64 / watch.elapsed().as_secs_f64()
}

fn plan(from: Timestamp) -> LoadPlan {
    LoadPlan {
        target: Target::strings("Bench", "pk", Some("sk")),
        rate: Rate::steady(WRITES_PER_SECOND),
        from,
        span: Duration::from_seconds(WARM_UP + SECONDS),
        keys: KeyChoice::Zipf {
            values: 20_000,
            quarters: 2,
        },
        sorts: KeyChoice::Monotonic,
        sizes: Sizes { least: 100, most: 200 },
        mix: Mix(vec![(Action::Put, 1)]),
        suffixes: None,
        consistent: false,
        retries: None,
    }
}

/// A table with an index on the sort key and an index on a group.
fn table() -> String {
    let index = |name: &str, partition: &str, sort: &str| {
        format!(
            r#"{{"IndexName":"{name}","KeySchema":[{{"AttributeName":"{partition}","KeyType":"HASH"}},{{"AttributeName":"{sort}","KeyType":"RANGE"}}],"Projection":{{"ProjectionType":"ALL"}}}}"#
        )
    };
    let key = |name: &str| format!(r#"{{"AttributeName":"{name}","AttributeType":"S"}}"#);
    format!(
        r#"{{"TableName":"Bench","BillingMode":"PAY_PER_REQUEST","AttributeDefinitions":[{},{},{}],"KeySchema":[{{"AttributeName":"pk","KeyType":"HASH"}},{{"AttributeName":"sk","KeyType":"RANGE"}}],"GlobalSecondaryIndexes":[{},{}]}}"#,
        key("pk"),
        key("sk"),
        key("group"),
        index("BySort", "sk", "pk"),
        index("ByGroup", "group", "sk"),
    )
}
