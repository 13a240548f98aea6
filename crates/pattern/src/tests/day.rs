//! Days of patterns: hours follow the curve, a measured day agrees with single runs where nothing is throttled, and what
//! is throttled is not paid.

use hashrange_bill::Throughput;
use hashrange_engine::{Direction, Units};
use hashrange_wire::Operation;
use hashrange_workload::DailyCurve;

use super::play::{at, provisioned, put, put_with_state, table};
use super::{pattern, run};
use crate::{CapacityMode, Day, DayPlay, DaySample, KeySource, Pattern, Per, Plan, Run, usage};

/// A rate of 100 % at night, 50 % at noon and nothing else.
fn night() -> Option<DailyCurve> {
    let mut hours = [0; 24];
    (hours[2], hours[12]) = (100, 50);
    Some(DailyCurve { hours })
}

fn measured(engine: &hashrange_engine::Engine, patterns: &[Pattern]) -> Day {
    let mut play = DayPlay::new(engine, patterns, 7);
    while !play.is_over() {
        play.step(&mut { 1_000 });
    }
    play.day().clone()
}

fn of_runs(engine: &hashrange_engine::Engine, patterns: &[Pattern]) -> Day {
    let runs: Vec<Run> = patterns.iter().map(|pattern| run(engine, pattern)).collect();
    Day::of_runs(patterns, &runs)
}

#[test]
fn hours_follow_the_curve_and_rare_calls_are_not_lost() {
    let engine = table(r#""BillingMode":"PAY_PER_REQUEST""#, "");
    let by_night = Pattern {
        daily: night(),
        ..put(10, KeySource::Each)
    };
    let once_a_day = at(by_night.clone(), 1, Per::Day, KeySource::Each);
    let flat = at(put(1, KeySource::Each), 1, Per::Day, KeySource::Each);
    let units = |patterns: &[Pattern]| of_runs(&engine, patterns).units("Jobs", None, Direction::Write);
    // 36,000 calls at night and 18,000 at noon.
    assert_eq!(units(std::slice::from_ref(&by_night)), Units::whole(54_000));
    // An hour of 1 and one of a half, of a rate of a 24th an hour: a 16th of a unit.
    assert_eq!(units(std::slice::from_ref(&once_a_day)), Units::ZERO);
    assert_eq!(units(&vec![once_a_day; 8]), Units::halves(1));
    assert_eq!(units(&[flat]), Units::whole(1));
    assert_eq!(Pattern::busiest_hour(&[by_night]), 2);
    assert_eq!(Pattern::busiest_hour(&[]), 0);
}

#[test]
fn a_measured_day_is_that_of_single_runs_where_nothing_is_throttled() {
    let engine = table(r#""BillingMode":"PAY_PER_REQUEST""#, "");
    let get = pattern(
        Operation::GetItem,
        r#"{"TableName":"Jobs","Key":{"Tenant":{"S":"t1"},"Job":{"S":"j"}}}"#,
    );
    let patterns = [
        put_with_state(2),
        at(get.clone(), 7, Per::Hour, KeySource::Written),
        Pattern {
            daily: night(),
            ..at(get, 90, Per::Minute, KeySource::Written)
        },
    ];
    let day = measured(&engine, &patterns);
    assert_eq!(day.parts, of_runs(&engine, &patterns).parts);
    // 24 minutes of 120 puts, one get in each hour, and 90 and 45 gets.
    let calls = 24 * 120 + 24 + 90 + 45;
    assert_eq!(
        day.sample,
        Some(DaySample {
            calls,
            ..DaySample::default()
        })
    );
    assert_eq!(day, measured(&engine, &patterns), "the same seed gives the same day");
}

#[test]
fn what_is_throttled_is_not_counted() {
    let engine = provisioned(1, 1);
    let patterns = [put(10, KeySource::Each)];
    let day = measured(&engine, &patterns);
    let sample = day.sample.expect("a measured day");
    assert_eq!(sample.calls, 24 * 600);
    // In the first minute 300 saved units and 60 new ones are used; in each later hour the saved units are back.
    assert_eq!(sample.calls - sample.throttled, 24 * 360);
    assert_eq!(day.units("Jobs", None, Direction::Write), Units::whole(24 * 360 * 60));
}

#[test]
fn a_plan_provisions_what_the_hours_need() {
    let engine = table(r#""BillingMode":"PAY_PER_REQUEST""#, "");
    let patterns = [Pattern {
        daily: night(),
        ..put(10, KeySource::Each)
    }];
    let day = of_runs(&engine, &patterns);
    let writes = |mode| {
        let plan = Plan {
            mode: Some(mode),
            class: None,
        };
        let usage = usage(&engine, &day, plan);
        let table = usage.tables.into_iter().next().expect("a table");
        (table.itself.throughput, table.target_percent)
    };
    let (constant, none) = writes(CapacityMode::Provisioned);
    assert_eq!(none, None);
    assert_eq!(
        constant,
        Throughput::Provisioned {
            read: vec![1],
            write: vec![10]
        }
    );
    let (scaled, target) = writes(CapacityMode::AutoScaling);
    // 10 units a second at a use of 70 % are 14.3 units of capacity; 5 are 7.1.
    let mut hours = vec![1; 24];
    (hours[2], hours[12]) = (15, 8);
    assert_eq!(target, Some(70));
    assert_eq!(
        scaled,
        Throughput::Provisioned {
            read: vec![1; 24],
            write: hours
        }
    );
    let (on_demand, _) = writes(CapacityMode::OnDemand);
    assert_eq!(
        on_demand,
        Throughput::OnDemand {
            read: Units::ZERO,
            write: Units::whole(54_000)
        }
    );
}
