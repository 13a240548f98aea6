//! Loads and refusals in the history. Every undo restores them, and loads are interrupted at any time.

use hashrange_engine::{Budget, Throttling};
use hashrange_journal::Entry;
use hashrange_time::Duration;
use hashrange_workload::{Action, Effect, Fate, KeyChoice, LoadPlan, LoadTally, Mix, Rate, Sizes};

use super::*;
use crate::{Keeps, Sending, Settings, Timeline, replay};

const TABLE: &str = r#"{"TableName":"Notes","ProvisionedThroughput":{"ReadCapacityUnits":5,"WriteCapacityUnits":5},
    "AttributeDefinitions":[{"AttributeName":"Id","AttributeType":"S"},{"AttributeName":"g","AttributeType":"S"}],
    "KeySchema":[{"AttributeName":"Id","KeyType":"HASH"}],
    "GlobalSecondaryIndexes":[{"IndexName":"ByG","KeySchema":[{"AttributeName":"g","KeyType":"HASH"}],
    "Projection":{"ProjectionType":"ALL"},"ProvisionedThroughput":{"ReadCapacityUnits":5,"WriteCapacityUnits":5}}]}"#;

/// A table with little throughput, in a timeline that records everything.
pub(super) fn throttled() -> Timeline {
    let mut settings = Settings {
        seed: 5,
        start: START,
        ..Settings::of_preset("classroom").expect("a preset")
    };
    settings.physics.throttling.mode = Throttling::Adaptive;
    let mut timeline = Timeline::<()>::begin(&settings);
    timeline.set_keeps(Keeps::Everything);
    assert!(ask(&mut timeline, "CreateTable", TABLE).is_success());
    let to = timeline.engine().now() + Duration::from_seconds(20);
    timeline.advance(to, Budget::UNBOUNDED);
    timeline
}

pub(super) fn ask(timeline: &mut Timeline, operation: &str, body: &str) -> Answer {
    let at = timeline.engine().now();
    timeline.dispatch(at, &target_of(operation), body.as_bytes()).answer
}

pub(super) fn put(timeline: &mut Timeline, id: &str) -> Answer {
    ask(
        timeline,
        "PutItem",
        &json!({"TableName": "Notes", "Item": {"Id": {"S": id}}}).to_string(),
    )
}

pub(super) fn plan(timeline: &Timeline, per_second: u32, seconds: u64) -> LoadPlan {
    LoadPlan {
        target: hashrange_workload::Target {
            of_indexes: vec![hashrange_workload::KeyName::string("g")],
            ..hashrange_workload::Target::strings("Notes", "Id", None)
        },
        rate: Rate::steady(per_second),
        from: timeline.engine().now(),
        span: Duration::from_seconds(seconds),
        keys: KeyChoice::Uniform { values: 40 },
        sorts: KeyChoice::Monotonic,
        sizes: Sizes { least: 10, most: 2_000 },
        mix: Mix(vec![(Action::Put, 3), (Action::Get, 1)]),
        suffixes: None,
        consistent: false,
        retries: None,
    }
}

/// Runs the clock for this number of frames, which sends due requests as a page does.
pub(super) fn run(timeline: &mut Timeline, frames: u64) {
    for _ in 0..frames {
        let now = timeline.engine().now() + Duration::from_millis(16);
        while let Sending::Sent(_) | Sending::OutOfBudget(_) = timeline.send_next(now, Budget { steps: 50 }) {}
        timeline.follow(now, Budget::UNBOUNDED);
    }
    timeline.advance(timeline.engine().now(), Budget::UNBOUNDED);
}

pub(super) fn tallies(timeline: &Timeline) -> Vec<LoadTally> {
    timeline.loads().cloned().collect()
}

pub(super) fn kinds(timeline: &Timeline) -> String {
    let letter = |entry: &Entry| match entry {
        Entry::Request { .. } => 'r',
        Entry::Refused { .. } => 'x',
        Entry::Load { .. } => 'L',
        Entry::Sent { .. } => 's',
        Entry::LoadEnd => 'E',
        Entry::StepBegin => '(',
        Entry::StepEnd => ')',
        Entry::Advance { .. } => 'a',
        Entry::Settings { .. } => 'S',
        Entry::Return { .. } => '<',
    };
    timeline.steps().map(|record| letter(&record.entry)).collect()
}

#[test]
fn a_load_is_one_record_with_what_was_sent_of_it() {
    let mut timeline = throttled();
    let plan = plan(&timeline, 50, 4);
    timeline.begin_load(plan, 7);
    run(&mut timeline, 400);
    assert_eq!(kinds(&timeline), "SraLsEa");
    let tally = tallies(&timeline).pop().expect("a load");
    assert_eq!(
        (tally.sent, tally.ended.is_some(), timeline.running_load()),
        (199, true, None)
    );
    assert!(
        tally.throttled > 20 && tally.answered > 20 && tally.refused == 0,
        "{tally:?}"
    );
    assert_eq!(tally.answered + tally.throttled, 199);
    // A few bytes for each successful write: its changes, compressed.
    let bytes = timeline.journal().expect("every record is here").len();
    assert!(bytes < 3_500, "{bytes}");
}

#[test]
fn what_a_load_met_is_there_again_on_every_way_back() {
    let mut timeline = throttled();
    let load = plan(&timeline, 50, 4);
    timeline.begin_load(load, 7);
    run(&mut timeline, 100);
    assert!(!put(&mut timeline, "").is_success());
    let in_between = (
        tallies(&timeline),
        timeline.state_hash(),
        timeline.engine().last_event(),
        timeline.place(),
    );
    run(&mut timeline, 400);
    let whole = (
        tallies(&timeline),
        timeline.state_hash(),
        timeline.engine().last_event(),
    );
    let now = |timeline: &Timeline| (tallies(timeline), timeline.state_hash(), timeline.engine().last_event());
    timeline.go_to(0).expect("the beginning");
    assert_eq!(tallies(&timeline), []);
    timeline.go_to(in_between.3).expect("a place");
    assert_eq!(now(&timeline), (in_between.0.clone(), in_between.1, in_between.2));
    timeline.go_to(u64::MAX).expect("the end");
    assert_eq!(now(&timeline), whole);
    let read = Timeline::<()>::read(&timeline.journal().expect("every record is here")).expect("a good journal");
    assert_eq!(now(&read), whole);
    assert_eq!(
        replay(&timeline.journal().expect("every record is here"))
            .expect("a good journal")
            .state_hash(),
        whole.1
    );
    let undo = timeline.undo_place().expect("a step");
    timeline.go_to(undo).expect("a place");
    let next = timeline.record_at(undo + 1).map(|record| &record.entry);
    assert!(matches!(next, Some(Entry::Load { .. })), "a load is one step");
    let redo = timeline.redo_place().expect("a step");
    timeline.go_to(redo).expect("a place");
    assert_eq!((tallies(&timeline), timeline.running_load()), (whole.0, None));
}

#[test]
fn a_moment_inside_a_load_is_reached_exactly_and_can_begin_another_future() {
    let mut timeline = throttled();
    let load = plan(&timeline, 50, 4);
    let begins = load.from;
    timeline.begin_load(load, 7);
    let mut stopped = timeline.clone();
    run(&mut timeline, 400);
    let (end, whole) = (timeline.place(), tallies(&timeline));
    for micros in [0, 1, 19_999, 20_000, 20_001, 1_234_567, 3_979_999] {
        let moment = begins + Duration::from_micros(micros);
        timeline.go_to_time(moment).expect("a moment");
        while let Sending::Sent(_) = stopped.send_next(moment, Budget::UNBOUNDED) {}
        stopped.advance(moment, Budget::UNBOUNDED);
        assert_eq!(timeline.engine().now(), moment);
        assert_eq!(
            (tallies(&timeline), timeline.state_hash()),
            (tallies(&stopped), stopped.state_hash()),
            "{micros}"
        );
    }
    // Goes back to a time inside the load again, and continues from there.
    timeline
        .go_to_time(begins + Duration::from_millis(500))
        .expect("a moment");
    let sent = timeline.running_load().map(|tally| tally.sent);
    assert_eq!(sent, Some(25));
    timeline
        .go_to_time(begins + Duration::from_millis(700))
        .expect("a moment");
    timeline.go_to(u64::MAX).expect("the end");
    assert_eq!(tallies(&timeline), whole);
    timeline
        .go_to_time(begins + Duration::from_millis(500))
        .expect("a moment");
    assert_eq!(timeline.undo_place(), Some(3), "the load as a whole");
    let fork = timeline.fork();
    assert!(put(&mut timeline, "by hand").is_success());
    assert_eq!(kinds(&timeline), "SraLsEr");
    let cut = tallies(&timeline).pop().expect("a load");
    assert_eq!((cut.sent, cut.ended), (25, Some(begins + Duration::from_millis(500))));
    let read = Timeline::<()>::read(&timeline.journal().expect("every record is here")).expect("a good journal");
    assert_eq!(
        (tallies(&read), read.state_hash()),
        (tallies(&timeline), timeline.state_hash())
    );
    let [future] = *timeline.futures() else {
        panic!("{:?}", timeline.futures())
    };
    timeline.switch(future).expect("the first");
    assert_eq!((timeline.place(), tallies(&timeline)), (end, whole));
    let read = Timeline::<()>::read(&fork.journal().expect("every record is here")).expect("a good journal");
    assert_eq!((tallies(&read), read.state_hash()), (tallies(&fork), fork.state_hash()));
    assert_eq!(
        (read.running_load().is_some(), read.engine().now()),
        (true, fork.engine().now())
    );
}

#[test]
fn a_future_may_be_taken_up_from_within_a_record_of_another() {
    let mut timeline = throttled();
    let load = plan(&timeline, 50, 4);
    timeline.begin_load(load.clone(), 7);
    run(&mut timeline, 400);
    timeline
        .go_to_time(load.from + Duration::from_millis(20))
        .expect("a moment");
    assert!(put(&mut timeline, "by hand").is_success());
    let other = (tallies(&timeline), timeline.state_hash());
    let future = timeline.futures()[0];
    timeline.switch(future).expect("the first");
    timeline
        .go_to_time(load.from + Duration::from_millis(2_000))
        .expect("a moment");
    let future = timeline.futures()[0];
    timeline.switch(future).expect("the second");
    assert_eq!((tallies(&timeline), timeline.state_hash()), other);
}

#[test]
fn requests_of_a_load_that_come_late_are_late_again() {
    let mut timeline = throttled();
    let load = plan(&timeline, 50, 2);
    timeline.begin_load(load.clone(), 7);
    for second in 1..=5 {
        // Time passes before the load starts, and no record shows it.
        let now = load.from + Duration::from_millis(second * 430);
        timeline.follow(now, Budget::UNBOUNDED);
        for _ in 0..9 {
            timeline.send_next(now, Budget::UNBOUNDED);
        }
    }
    let read = Timeline::<()>::read(&timeline.journal().expect("every record is here")).expect("a good journal");
    assert_eq!(
        (tallies(&read), read.state_hash()),
        (tallies(&timeline), timeline.state_hash())
    );
}

#[test]
fn a_load_is_stopped_and_another_begun() {
    let mut timeline = throttled();
    assert_eq!(timeline.send_next(START, Budget::UNBOUNDED), Sending::Ended);
    let load = plan(&timeline, 50, 4);
    timeline.begin_load(load.clone(), 7);
    let due = load.from + Duration::from_millis(20);
    assert_eq!(timeline.send_next(load.from, Budget::UNBOUNDED), Sending::Due(due));
    assert_eq!(
        timeline.send_next(due, Budget::UNBOUNDED),
        Sending::Sent(Fate::Answered(Effect::Read))
    );
    timeline.begin_load(LoadPlan { from: due, ..load }, 8);
    run(&mut timeline, 10);
    timeline.end_load();
    timeline.end_load();
    assert_eq!(kinds(&timeline), "SraLsELsE");
    let ended: Vec<bool> = timeline.loads().map(|tally| tally.ended.is_some()).collect();
    assert_eq!(ended, [true, true]);
    let read = Timeline::<()>::read(&timeline.journal().expect("every record is here")).expect("a good journal");
    assert_eq!(
        (tallies(&read), read.state_hash()),
        (tallies(&timeline), timeline.state_hash())
    );
}

#[test]
fn a_load_goes_on_where_its_journal_ended() {
    let mut timeline = throttled();
    let load = plan(&timeline, 50, 4);
    timeline.begin_load(load, 7);
    run(&mut timeline, 50);
    let mut read = Timeline::<()>::read(&timeline.journal().expect("every record is here")).expect("a good journal");
    read.set_keeps(Keeps::Everything);
    for timeline in [&mut timeline, &mut read] {
        let now = timeline.engine().now() + Duration::from_seconds(9);
        while let Sending::Sent(_) = timeline.send_next(now, Budget::UNBOUNDED) {}
    }
    assert_eq!(
        (tallies(&read), read.state_hash()),
        (tallies(&timeline), timeline.state_hash())
    );
}

#[test]
fn every_request_by_hand_is_a_record_where_everything_is_kept() {
    let mut timeline = throttled();
    let before = timeline.engine().last_event();
    assert!(ask(&mut timeline, "ListTables", "{}").is_success());
    assert!(
        !ask(
            &mut timeline,
            "PutItem",
            r#"{"TableName":"Nowhere","Item":{"Id":{"S":"a"}}}"#
        )
        .is_success()
    );
    assert!(!ask(&mut timeline, "PutItem", "{").is_success());
    assert!(!ask(&mut timeline, "NoSuchThing", "{}").is_success());
    assert!(!ask(&mut timeline, "CreateTable", TABLE).is_success());
    let throttles = (0..160).filter(|_| !put(&mut timeline, "a").is_success()).count();
    assert!(throttles > 20, "{throttles}");
    assert!(kinds(&timeline).starts_with("Srarxxxxrr"), "{}", kinds(&timeline));
    let events = timeline.engine().last_event();
    assert_eq!(events - before, 163, "those that the engine saw");
    let mut read = Timeline::<()>::read(&timeline.journal().expect("every record is here")).expect("a good journal");
    assert_eq!(read.engine().last_event(), events);
    assert!(read.engine().events_since(0).eq(timeline.engine().events_since(0)));
    read.go_to(8).expect("a place");
    assert_eq!(
        read.undo_place(),
        Some(1),
        "neither refusals nor what only reports something is a step"
    );
    assert_eq!(read.redo_place(), Some(9));
}

#[test]
fn a_refusal_that_is_none_any_more_is_reported() {
    let mut timeline = throttled();
    assert!(!ask(&mut timeline, "DescribeTable", r#"{"TableName":"Nowhere"}"#).is_success());
    let good = timeline.journal().expect("every record is here");
    for (was, now) in [("Resource", "Xesource"), ("\"Nowhere\"", "\"Notes\"  ")] {
        let records = hashrange_journal::read(&good)
            .expect("a good journal")
            .records
            .into_iter();
        let changed = records.map(|mut record| {
            if let Entry::Refused { body, exception, .. } = &mut record.entry {
                (*body, *exception) = (body.replace(was, now), exception.replace(was, now));
            }
            record
        });
        let header = good[..hashrange_journal::HEADER_BYTES].to_vec();
        let bytes = header
            .into_iter()
            .chain(changed.flat_map(|record| hashrange_journal::encode_record(&record)));
        let replayed = replay(&bytes.collect::<Vec<u8>>()).expect("nothing stops");
        let reported = replayed.differences.to_string();
        assert!(
            reported.contains("record 4, DescribeTable: it was successful; by the rules of this version it would be"),
            "{was}: {reported}"
        );
    }
}

/// Random loads: every operation, with and without retries, throttled by the table, its index and its partitions.
#[test]
fn the_counts_of_a_load_add_up_to_what_was_sent_and_to_the_items_of_the_table() {
    let mut seen = [0; 9];
    for seed in 0..30 {
        let mut random = hashrange_time::Random::new(seed);
        let mut timeline = throttled();
        let units = |units: u64| json!({"ReadCapacityUnits": units, "WriteCapacityUnits": units});
        let table = [2, 20, 20_000][usize::try_from(random.below(3)).expect("few")];
        let index = [2, 20_000, 20_000][usize::try_from(random.below(3)).expect("few")];
        let update = json!({"TableName": "Notes", "ProvisionedThroughput": units(table),
            "GlobalSecondaryIndexUpdates": [{"Update": {"IndexName": "ByG", "ProvisionedThroughput": units(index)}}]});
        assert!(ask(&mut timeline, "UpdateTable", &update.to_string()).is_success());
        let to = timeline.engine().now() + Duration::from_hours(1);
        timeline.advance(to, Budget::UNBOUNDED);
        let actions = [Action::Put, Action::Update, Action::Delete, Action::Get, Action::Query];
        let load = LoadPlan {
            mix: Mix(actions
                .map(|action| (action, u32::try_from(random.below(4)).expect("few")))
                .to_vec()),
            keys: KeyChoice::Uniform {
                values: [1, 40][usize::from(random.below(2) == 0)],
            },
            retries: (random.below(2) == 0).then_some(hashrange_workload::Retries::STANDARD),
            ..plan(&timeline, [60, 2_000][usize::from(random.below(2) == 0)], 2)
        };
        timeline.begin_load(load, seed);
        while !matches!(timeline.send_next(Timestamp::MAX, Budget::UNBOUNDED), Sending::Ended) {}
        let tally = tallies(&timeline).pop().expect("a load");
        let parts = |of: &LoadTally| {
            (
                of.created + of.replaced + of.updated + of.deleted + of.unchanged + of.read,
                of.by_table + of.by_index + of.by_partition + of.by_account,
            )
        };
        assert_eq!(parts(&tally), (tally.answered, tally.throttled), "{tally:?}");
        assert_eq!(tally.sent, tally.answered + tally.throttled + tally.refused);
        let count = ask(
            &mut timeline,
            "Scan",
            r#"{"TableName":"Notes","Select":"COUNT","ConsistentRead":true}"#,
        );
        let items = serde_json::from_str::<Value>(&count.body).expect("JSON")["Count"].as_u64();
        if count.is_success() {
            assert_eq!(items, Some(tally.created - tally.deleted), "{tally:?}");
        }
        seen.iter_mut()
            .zip(parts_of(&tally))
            .for_each(|(sum, part)| *sum += part);
    }
    assert!(seen.iter().all(|part| *part > 0), "every kind happened: {seen:?}");
}

/// The counts of a tally that its sums consist of, without that of the account's limit.
fn parts_of(of: &LoadTally) -> [u64; 9] {
    [
        of.created,
        of.replaced,
        of.updated,
        of.deleted,
        of.unchanged,
        of.read,
        of.by_table,
        of.by_index,
        of.by_partition,
    ]
}
