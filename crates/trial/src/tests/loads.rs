//! Changes of loads.

use hashrange_wire::{Projection, ProjectionType};
use hashrange_workload::Suffix;

use super::*;
use crate::{Note, advice};

fn writes_to(index: Option<&str>, units: u64) -> Change {
    Change::Provisioned {
        index: index.map(str::to_owned),
        reads: None,
        writes: Some(units),
    }
}

fn suffixes(count: u64) -> Change {
    Change::Suffixes {
        count,
        choice: Suffix::Random,
    }
}

/// 10 WCU and 100 writes a second for 5 s: 499 requests, a hundredth of a second apart. The bucket begins with a second, 10, and
/// gains 10 a second; a write is admitted while anything is left. The n-th is admitted once 10 + 10 t > n - 1, so that by 4.99 s
/// n < 60.9: 60 succeed.
fn ten_units() -> Timeline {
    let mut timeline = service();
    table(&mut timeline, (5, 10), &[], "");
    let plan = puts(&timeline, 100, 5, 50);
    run_load(&mut timeline, plan);
    timeline
}

#[test]
fn more_units_serve_the_load() {
    let outcome = tried(&ten_units(), &writes_to(None, 100)).unwrap();
    assert_eq!((outcome.without.requests, outcome.without.answered), (499, 60));
    // 10 are left of the old rate; then each hundredth of a second adds what a request takes.
    assert_eq!((outcome.with.answered, outcome.with.throttled), (499, 0));
    assert_eq!(
        (writes(&outcome.without, None), writes(&outcome.with, None)),
        (Units::whole(60), Units::whole(499))
    );
    assert!(outcome.helps);
    assert_eq!(outcome.difference.answered, 439);
    assert_eq!(
        outcome.sentence,
        "With 100 WCU for the table, 499 of 499 writes succeed instead of 60; the cost is 499 WCU instead of 60 WCU."
    );
}

#[test]
fn fewer_units_serve_less() {
    // 1 WCU: 10 are left of the old rate, and 1 is added per second: 10 + t > n - 1, so that n < 15.99 by 4.99 s.
    let outcome = tried(&ten_units(), &writes_to(None, 1)).unwrap();
    assert_eq!((outcome.with.answered, outcome.helps), (15, false));
}

#[test]
fn on_demand_serves_it() {
    let outcome = tried(&ten_units(), &Change::OnDemand).unwrap();
    assert_eq!((outcome.with.answered, outcome.with.throttled), (499, 0));
    let timeline = {
        let mut timeline = ten_units();
        send(
            &mut timeline,
            "UpdateTable",
            r#"{"TableName":"Tab","BillingMode":"PAY_PER_REQUEST"}"#,
        )
        .unwrap();
        let plan = puts(&timeline, 10, 1, 5);
        run_load(&mut timeline, plan);
        timeline
    };
    assert!(matches!(
        tried(&timeline, &Change::OnDemand),
        Err(NotApplicable::Already { .. })
    ));
}

#[test]
fn suffixes_do_not_help_a_table_of_ten_units() {
    let outcome = tried(&ten_units(), &suffixes(10)).unwrap();
    assert_eq!((outcome.with.answered, outcome.helps), (60, false));
    assert_eq!((outcome.without.queries_per_key, outcome.with.queries_per_key), (1, 10));
    assert_eq!(
        outcome.sentence,
        "With 10 suffixes, 60 of 499 writes succeed, as before; reading one key takes 10 requests instead of 1. Suffixes \
         do not help: they spread keys over partitions, but the load is throttled by the 10 WCU of the table. Try more WCU for the table, or on-demand capacity."
    );
}

/// 4,000 WCU and 1,500 writes a second on one key for 3 s: 4,497 requests, 667 µs apart. The key's partition serves 1,000 a
/// second and is full at the first: n < 1,001 + 1,000 (t - 0.000667), so that 3,999 succeed by 2.9995 s.
#[test]
fn suffixes_help_a_hot_key() {
    let mut timeline = service();
    table(&mut timeline, (5, 4_000), &[], "");
    let plan = puts(&timeline, 1_500, 3, 1);
    run_load(&mut timeline, plan);
    let outcome = tried(&timeline, &suffixes(10)).unwrap();
    assert_eq!((outcome.without.requests, outcome.without.answered), (4_497, 3_999));
    assert_eq!((outcome.with.answered, outcome.helps), (4_497, true));
    let held = outcome.without.throttles[0].clone();
    assert_eq!(
        (held.cause, held.limit),
        (hashrange_wire::ThrottleCause::KeyRangeThroughput, 1_000)
    );
    let advised = advice(&timeline, Subject::newest(&timeline).unwrap()).unwrap();
    assert!(
        matches!(advised.advice[0].change, Change::Suffixes { .. }),
        "{:?}",
        advised.advice
    );
    let chain = advised.chain.unwrap();
    let reported = "498 of 4,497 writes are throttled: they need more than the 1,000 WCU that one partition of the table serves; 498 of \
         them are for the key pk = key-000000000 in partition ";
    assert!(chain.starts_with(reported), "{chain}");
}

#[test]
fn advice_is_what_helps() {
    let timeline = ten_units();
    let advised = advice(&timeline, Subject::newest(&timeline).unwrap()).unwrap();
    let changes: Vec<&Change> = advised.advice.iter().map(|advice| &advice.change).collect();
    assert_eq!(changes, [&writes_to(None, 100), &Change::OnDemand]);
    let in_vain: Vec<&Change> = advised.in_vain.iter().map(|advice| &advice.change).collect();
    assert_eq!(in_vain, [&suffixes(10), &Change::HalfSize]);
}

/// 100 WCU, an index of 10 WCU: the index throttles the writes to its table as 10 WCU of the table would.
fn short_index() -> Timeline {
    let mut timeline = service();
    table(&mut timeline, (5, 1_000), &["g"], &global("ByG", "g", "ALL", (5, 10)));
    let mut plan = puts(&timeline, 100, 5, 50);
    plan.target.of_indexes = vec![hashrange_workload::KeyName::string("g")];
    run_load(&mut timeline, plan);
    timeline
}

#[test]
fn more_units_for_an_index() {
    let outcome = tried(&short_index(), &writes_to(Some("ByG"), 100)).unwrap();
    assert_eq!((outcome.without.answered, outcome.with.answered), (60, 499));
    assert_eq!(writes(&outcome.with, Some("ByG")), Units::whole(499));
    assert_eq!(outcome.without.throttles[0].index.as_deref(), Some("ByG"));
    let outcome = tried(&short_index(), &writes_to(None, 2_000)).unwrap();
    assert!(!outcome.helps);
    assert!(outcome.sentence.ends_with("This does not help: the rest is throttled by the 10 WCU of the index ByG. Try more WCU for the index ByG, or on-demand capacity."), "{}", outcome.sentence);
}

#[test]
fn a_smaller_projection_costs_an_index_less() {
    let mut timeline = service();
    table(
        &mut timeline,
        (5, 1_000),
        &["g"],
        &global("ByG", "g", "ALL", (5, 1_000)),
    );
    let mut plan = puts(&timeline, 10, 1, 50);
    plan.target.of_indexes = vec![hashrange_workload::KeyName::string("g")];
    plan.sizes = Sizes {
        least: 2_500,
        most: 2_500,
    };
    run_load(&mut timeline, plan);
    let projection = Projection {
        projection_type: Some(ProjectionType::KeysOnly),
        non_key_attributes: None,
    };
    let outcome = tried(
        &timeline,
        &Change::Projection {
            index: "ByG".to_owned(),
            projection,
        },
    )
    .unwrap();
    // 9 items of 2,547 bytes: 3 units in the table and in the index; keys alone take 1.
    assert_eq!(writes(&outcome.without, Some("ByG")), Units::whole(27));
    assert_eq!(writes(&outcome.with, Some("ByG")), Units::whole(9));
    assert_eq!(writes(&outcome.with, None), Units::whole(27));
    // pk and g: 2 + 13 and 1 + 13 bytes, sk: 2 + 9.
    assert_eq!(outcome.with.stored(Some("ByG")).unwrap().bytes, 9 * (15 + 14 + 11));
    assert_eq!(outcome.notes, [Note::IndexMadeAnew]);
}

#[test]
fn items_half_as_big() {
    let mut timeline = service();
    table(&mut timeline, (5, 1_000), &[], "");
    let plan = LoadPlan {
        sizes: Sizes {
            least: 3_600,
            most: 3_600,
        },
        ..puts(&timeline, 10, 1, 50)
    };
    run_load(&mut timeline, plan);
    let outcome = tried(&timeline, &Change::HalfSize).unwrap();
    // 3,600 and some bytes are 4 units, 1,800 and some are 2.
    assert_eq!(
        (writes(&outcome.without, None), writes(&outcome.with, None)),
        (Units::whole(36), Units::whole(18))
    );
}

#[test]
fn strong_reads_cost_twice_and_dax_spares_them() {
    let mut timeline = service();
    table(&mut timeline, (1_000, 1_000), &[], "");
    let plan = LoadPlan {
        mix: Mix(vec![(Action::Get, 1)]),
        ..puts(&timeline, 10, 1, 3)
    };
    let plan = LoadPlan {
        sorts: KeyChoice::Uniform { values: 1 },
        ..plan
    };
    run_load(&mut timeline, plan);
    let read = |figures: &Figures| figures.total(Direction::Read);
    let outcome = tried(&timeline, &Change::Consistency { strong: true }).unwrap();
    // 9 reads of missing items: half a unit each, or one.
    assert_eq!(
        (read(&outcome.without), read(&outcome.with)),
        (Units::halves(9), Units::whole(9))
    );
    // Three keys are read from the table once, and six times or more from the cache.
    let outcome = tried(&timeline, &Change::Accelerator { on: true }).unwrap();
    assert_eq!((outcome.with.hits, read(&outcome.with)), (6, Units::halves(3)));
    assert!(outcome.helps);
}

#[test]
fn what_does_not_apply_to_loads_is_said() {
    let timeline = ten_units();
    let error = |change: Change| tried(&timeline, &change).unwrap_err().to_string();
    assert_eq!(
        error(Change::Accelerator { on: true }),
        "DAX does not make writes cheaper: it passes each write to the table."
    );
    assert_eq!(
        error(Change::Consistency { strong: true }),
        "Consistency applies to reads: GetItem, Query and Scan."
    );
    assert_eq!(
        error(writes_to(None, 10)),
        "This changes nothing: 5 RCU and 10 WCU are provisioned."
    );
    assert_eq!(error(writes_to(Some("Idx"), 10)), "The table Tab has no index Idx.");
    assert_eq!(error(suffixes(0)), "A load needs at least one suffix.");
    assert!(error(writes_to(None, 1_000_000)).starts_with("DynamoDB refuses the change with "));
    let subject = Subject::Load { record: 77 };
    assert_eq!(
        Trial::begin(&timeline, subject, suffixes(2)).unwrap_err(),
        NotApplicable::NoSubject
    );
}

#[test]
fn a_load_that_was_stopped_stops_on_both_sides() {
    let mut timeline = service();
    table(&mut timeline, (5, 10), &[], "");
    timeline.begin_load(puts(&timeline, 100, 60, 50), 7);
    let half = START + Duration::from_millis(500);
    while timeline.send_next(half, Budget::UNBOUNDED) != Sending::Due(half + Duration::from_millis(10)) {}
    timeline.end_load();
    let outcome = tried(&timeline, &writes_to(None, 100)).unwrap();
    assert_eq!((outcome.without.sent, outcome.with.sent), (50, 50));
}

/// An index of 10 WCU saves 30 s in addition to its first second: 310 units, which 199 writes within a second can use.
/// A recreated one starts with the saved units, so that both sides serve them.
#[test]
fn an_index_made_anew_has_what_the_old_one_saved() {
    let mut timeline = service();
    table(&mut timeline, (5, 1_000), &["g"], &global("ByG", "g", "ALL", (5, 10)));
    timeline.advance(START + Duration::from_seconds(30), Budget::UNBOUNDED);
    let mut plan = puts(&timeline, 200, 1, 50);
    plan.target.of_indexes = vec![hashrange_workload::KeyName::string("g")];
    run_load(&mut timeline, plan);
    let projection = Projection {
        projection_type: Some(ProjectionType::KeysOnly),
        non_key_attributes: None,
    };
    let outcome = tried(
        &timeline,
        &Change::Projection {
            index: "ByG".to_owned(),
            projection,
        },
    )
    .unwrap();
    assert_eq!((outcome.without.answered, outcome.with.answered), (199, 199));
}

/// 20 writes per second for 2 s are 39, of which 10 WCU serve 29 by then: the others retry until they succeed.
#[test]
fn a_client_that_tries_again_is_done_sooner_with_more_units() {
    let mut timeline = service();
    table(&mut timeline, (5, 10), &[], "");
    let retries = Some(hashrange_workload::Retries::DYNAMODB);
    let plan = LoadPlan {
        retries,
        ..puts(&timeline, 20, 2, 50)
    };
    run_load(&mut timeline, plan);
    let outcome = tried(&timeline, &writes_to(None, 100)).unwrap();
    assert_eq!(
        (outcome.without.answered, outcome.with.answered, outcome.with.throttled),
        (39, 39, 0)
    );
    assert!(outcome.without.throttled > 0 && outcome.helps);
    assert_eq!(outcome.with.complete, Some(Duration::from_millis(1_950)));
    // 39 units need 2.8 s: 10 are available, and 10 are added each second; one may be owed.
    assert!(outcome.without.complete.unwrap() >= Duration::from_millis(2_800));
}

#[test]
fn what_is_done_by_hand_meanwhile_is_done_on_both_sides() {
    let mut timeline = service();
    table(&mut timeline, (5, 10), &[], "");
    timeline.begin_load(puts(&timeline, 100, 4, 50), 7);
    let second = START + Duration::from_millis(1_005);
    while timeline.send_next(second, Budget::UNBOUNDED) != Sending::Due(START + Duration::from_millis(1_010)) {}
    let body = format!(
        r#"{{"TableName":"Tab","Item":{{"pk":{{"S":"a"}},"sk":{{"S":"b"}},"c":{{"S":"{}"}}}}}}"#,
        "x".repeat(9_000)
    );
    timeline.advance(second, Budget::UNBOUNDED);
    // It owes 8 units or so: the load is throttled for most of a second.
    let _ = send(&mut timeline, "PutItem", &body);
    let mut settings = timeline.settings().clone();
    settings.physics.throttling.mode = Throttling::Off;
    while matches!(
        timeline.send_next(START + Duration::from_seconds(3), Budget::UNBOUNDED),
        Sending::Sent(hashrange_workload::Fate::Throttled(_))
    ) {}
    timeline.change(&settings);
    while timeline.send_next(Timestamp::MAX, Budget::UNBOUNDED) != Sending::Ended {}
    let outcome = tried(&timeline, &writes_to(None, 20)).unwrap();
    assert!(
        outcome.without.answered > 199,
        "throttling is off for the last two seconds: {}",
        outcome.without.answered
    );
    assert!(outcome.with.answered > outcome.without.answered);
}
