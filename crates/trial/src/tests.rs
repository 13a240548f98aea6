//! Each change on a separate small table, with figures that can be calculated by hand.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test: it fails by panicking"
)]

mod loads;
mod previews;
mod requests;

use hashrange_endpoint::{Sending, Settings, Timeline};
use hashrange_engine::{Budget, Direction, Throttling, Units};
use hashrange_time::{Duration, Timestamp};
use hashrange_wire::{Checked, Operation, Response, ServiceError};
use hashrange_workload::{Action, KeyChoice, LoadPlan, Mix, Rate, Sizes, Target};

use crate::{Change, Figures, NotApplicable, Outcome, Subject, Trial};

const START: Timestamp = Timestamp::from_seconds(1_700_000_000);

/// A service without delays, with throttling.
fn service() -> Timeline {
    let mut settings = Settings {
        start: START,
        ..Settings::default()
    };
    settings.physics.throttling.mode = Throttling::Adaptive;
    Timeline::begin(&settings)
}

/// Sends a request now.
fn send(timeline: &mut Timeline, operation: &str, body: &str) -> Result<Response, ServiceError> {
    let request = Checked::decode(Operation::from_name(operation).unwrap(), body.as_bytes()).unwrap();
    let now = timeline.engine().now();
    timeline.handle(now, request, body.to_owned())
}

/// A table Tab with keys pk and sk, and further definitions.
fn table(timeline: &mut Timeline, (reads, writes): (u64, u64), attributes: &[&str], more: &str) {
    let defined: Vec<String> = ["pk", "sk"]
        .iter()
        .chain(attributes)
        .map(|name| format!(r#"{{"AttributeName":"{name}","AttributeType":"S"}}"#))
        .collect();
    let body = format!(
        r#"{{"TableName":"Tab","AttributeDefinitions":[{}],"KeySchema":[{}],
        "ProvisionedThroughput":{{"ReadCapacityUnits":{reads},"WriteCapacityUnits":{writes}}}{more}}}"#,
        defined.join(","),
        key_schema("pk", Some("sk")),
    );
    send(timeline, "CreateTable", &body).unwrap();
}

fn key_schema(partition: &str, sort: Option<&str>) -> String {
    let element = |name: &str, role: &str| format!(r#"{{"AttributeName":"{name}","KeyType":"{role}"}}"#);
    let elements = std::iter::once(element(partition, "HASH")).chain(sort.map(|name| element(name, "RANGE")));
    elements.collect::<Vec<_>>().join(",")
}

/// A global index on one attribute.
fn global(name: &str, key: &str, projection: &str, (reads, writes): (u64, u64)) -> String {
    format!(
        r#","GlobalSecondaryIndexes":[{{"IndexName":"{name}","KeySchema":[{}],"Projection":{{"ProjectionType":"{projection}"}},
        "ProvisionedThroughput":{{"ReadCapacityUnits":{reads},"WriteCapacityUnits":{writes}}}}}]"#,
        key_schema(key, None),
    )
}

/// Puts of small items: a number per second for a number of seconds, from now, on a number of keys.
fn puts(timeline: &Timeline, per_second: u32, seconds: u64, keys: u64) -> LoadPlan {
    LoadPlan {
        target: Target::strings("Tab", "pk", Some("sk")),
        rate: Rate::steady(per_second),
        from: timeline.engine().now(),
        span: Duration::from_seconds(seconds),
        keys: KeyChoice::Uniform { values: keys },
        sorts: KeyChoice::Monotonic,
        sizes: Sizes { least: 100, most: 100 },
        mix: Mix(vec![(Action::Put, 1)]),
        suffixes: None,
        consistent: false,
        retries: None,
    }
}

fn run_load(timeline: &mut Timeline, plan: LoadPlan) {
    timeline.begin_load(plan, 7);
    while timeline.send_next(Timestamp::MAX, Budget::UNBOUNDED) != Sending::Ended {}
}

/// Tries a change of the latest load or request twice: the outcome is the same, and the timeline does not change.
fn tried(timeline: &Timeline, change: &Change) -> Result<Outcome, NotApplicable> {
    let before = (timeline.state_hash(), timeline.place(), timeline.end());
    let subject = Subject::newest(timeline).unwrap();
    let first = Trial::begin(timeline, subject, change.clone()).and_then(Trial::run);
    let mut slowly = Trial::begin(timeline, subject, change.clone());
    if let Ok(trial) = &mut slowly {
        let mut last = 0;
        while !trial.step(7).over {
            assert!(trial.progress().permille >= last, "it goes on");
            last = trial.progress().permille;
        }
        assert_eq!(first.as_ref().ok(), trial.outcome());
    }
    assert_eq!((timeline.state_hash(), timeline.place(), timeline.end()), before);
    if let Ok(outcome) = &first {
        assert_is_history(timeline, &outcome.without);
    }
    first
}

/// The side without a change equals the original, if the latest subject is a load.
fn assert_is_history(timeline: &Timeline, without: &Figures) {
    let Some(Subject::Load { .. }) = Subject::newest(timeline) else {
        return;
    };
    let tally = timeline.loads().next_back().unwrap();
    assert_eq!(
        (
            without.sent,
            without.answered,
            without.throttled,
            without.refused,
            without.given_up
        ),
        (
            tally.sent,
            tally.answered,
            tally.throttled,
            tally.refused,
            tally.given_up
        )
    );
    assert_eq!(without.seconds, tally.seconds);
}

/// Write units of the table and of an index.
fn writes(figures: &Figures, index: Option<&str>) -> Units {
    figures.units_of(index, Direction::Write)
}
