//! The core as a page uses it: stored bytes, undo and redo, and loads that control time.

use hashrange_journal::Entry;
use hashrange_wire::{Checked, ListTablesRequest, Operation, Request, TableStatus};
use hashrange_workload::{Action, Arrivals, KeyChoice, LoadPlan, Mix, Rate, Retries, Sizes, Target};

use super::*;

fn submit(core: &mut Core, operation: Operation, body: &str) -> Result<Response, ServiceError> {
    let request = Checked::decode(operation, body.as_bytes()).expect("a request");
    core.handle(0.0, request, body.to_owned())
}

const TABLE: &str = r#"{"TableName":"Notes","BillingMode":"PAY_PER_REQUEST",
    "AttributeDefinitions":[{"AttributeName":"Id","AttributeType":"S"}],
    "KeySchema":[{"AttributeName":"Id","KeyType":"HASH"}]}"#;

#[test]
fn a_tick_ends_when_its_work_takes_too_long() {
    let mut core = Core::fresh();
    core.tick(0.0);
    for number in 0..80 {
        let body = TABLE.replace("Notes", &format!("Notes-{number}"));
        submit(&mut core, Operation::CreateTable, &body).expect("a table");
    }
    let active = |core: &Core| {
        let tables = core.engine().tables();
        tables.filter(|table| table.status() == TableStatus::Active).count()
    };
    let (mut before, mut real) = (active(&core), 0.0);
    assert_eq!(before, 0);
    while before < 80 {
        real += 60_000.0;
        // Every look at the clock finds the tick full.
        let looked = std::cell::Cell::new(real);
        core.tick_by(real, || looked.replace(looked.get() + 2.0 * MOST_TICK_MS));
        let now = active(&core);
        assert!(
            before < now && now - before <= STEPS_PER_SLICE.steps,
            "{before}, then {now}"
        );
        before = now;
    }
}

#[test]
fn what_leaves_a_mark_is_in_the_journal() {
    let mut core = Core::fresh();
    submit(&mut core, Operation::CreateTable, TABLE).expect("a table");
    core.command(0.0, ClockCommand::StepTo(START + Duration::from_seconds(5)));
    submit(
        &mut core,
        Operation::PutItem,
        r#"{"TableName":"Notes","Item":{"Id":{"S":"a"}}}"#,
    )
    .expect("a put");
    submit(
        &mut core,
        Operation::PutItem,
        r#"{"TableName":"Other","Item":{"Id":{"S":"a"}}}"#,
    )
    .unwrap_err();
    let list = Request::ListTables(ListTablesRequest::default());
    core.handle(0.0, Checked::of(list).expect("a request"), "{}".to_owned())
        .expect("a list");
    assert_eq!(core.steps(), 2);
    let unsaved = core.take_unsaved().expect("bytes");
    assert!(unsaved.begins);
    let journal = hashrange_journal::read(&unsaved.bytes).expect("a journal");
    assert_eq!(journal.torn, None);
    let requests = journal
        .records
        .iter()
        .filter(|record| matches!(record.entry, Entry::Request { .. }));
    assert_eq!(
        requests.count(),
        3,
        "what only reports something is seen, and so is a record"
    );
    let refused = journal
        .records
        .iter()
        .filter(|record| matches!(record.entry, Entry::Refused { .. }));
    assert_eq!(refused.count(), 1);
    assert!(core.take_unsaved().is_none());
}

#[test]
fn bytes_given_back_stay_in_order() {
    let mut core = Core::fresh();
    let first = core.take_unsaved().expect("the beginning");
    submit(&mut core, Operation::CreateTable, TABLE).expect("a table");
    core.give_back(first);
    let all = core.take_unsaved().expect("bytes");
    assert!(all.begins);
    assert_eq!(hashrange_journal::read(&all.bytes).expect("a journal").records.len(), 2);
}

#[test]
fn a_queue_never_leaves_the_clock_ahead_of_the_engine() {
    let mut core = Core::fresh();
    submit(&mut core, Operation::CreateTable, TABLE).expect("a table");
    assert!(!core.tick(100.0));
    assert!(core.tick(500.0), "the table became active after 400 ms");
    assert_eq!(core.clock().now(), core.engine().now());
}

fn put(core: &mut Core, id: &str) {
    submit(
        core,
        Operation::PutItem,
        &format!(r#"{{"TableName":"Notes","Item":{{"Id":{{"S":"{id}"}}}}}}"#),
    )
    .expect("a put");
}

fn items(core: &Core) -> usize {
    core.engine().table("Notes").map_or(0, |table| table.item_count())
}

#[test]
fn undone_is_done_again_and_acting_in_the_past_begins_another_future() {
    let mut core = Core::fresh();
    submit(&mut core, Operation::CreateTable, TABLE).expect("a table");
    core.command(0.0, ClockCommand::StepTo(START + Duration::from_seconds(5)));
    put(&mut core, "a");
    put(&mut core, "b");
    core.travel(0.0, Travel::Undo).expect("a way");
    assert_eq!(
        (items(&core), core.is_past(), core.clock().is_running()),
        (1, true, false)
    );
    core.travel(0.0, Travel::Redo).expect("a way");
    assert_eq!(
        (items(&core), core.is_past(), core.clock().is_running()),
        (2, false, true)
    );
    core.travel(0.0, Travel::Undo).expect("a way");
    put(&mut core, "c");
    put(&mut core, "d");
    assert_eq!(
        (items(&core), core.is_past(), core.clock().is_running()),
        (3, false, true)
    );
    let future = core.timeline().futures()[0];
    core.travel(0.0, Travel::Switch(future)).expect("a way");
    assert_eq!(items(&core), 2);
    let requests = core
        .marks()
        .all()
        .iter()
        .filter(|mark| mark.lane == hashrange_protocol::Lane::Requests);
    assert_eq!(requests.count(), 3, "the table and two items");
}

#[test]
fn everything_is_marked_again_after_a_reload() {
    let mut core = Core::fresh();
    submit(&mut core, Operation::CreateTable, TABLE).expect("a table");
    core.command(0.0, ClockCommand::StepTo(START + Duration::from_seconds(5)));
    // More than the event log holds.
    (0..5_000).for_each(|number| put(&mut core, &number.to_string()));
    let bytes = core.take_unsaved().expect("a journal").bytes;
    let mut timeline = Timeline::<Seen>::load(&bytes).expect("a journal");
    timeline.forward(u64::MAX).expect("a way");
    assert_eq!(Core::resumed(timeline).marks().all(), core.marks().all());
    assert!(core.marks().all().len() > 5_000);
}

/// Starts a load of this number of requests per second, for ten seconds from now.
fn begin_load(core: &mut Core, real: f64, per_second: u32) {
    begin_load_with(core, real, per_second, None);
}

/// Starts such a load with this retry behaviour of its client.
fn begin_load_with(core: &mut Core, real: f64, per_second: u32, retries: Option<Retries>) {
    let uniform = KeyChoice::Uniform { values: 5 };
    let plan = LoadPlan {
        target: Target::strings("Notes", "Id", None),
        rate: Rate {
            arrivals: Arrivals::Even,
            ..Rate::steady(per_second)
        },
        from: core.clock().now(),
        span: Duration::from_seconds(10),
        keys: uniform.clone(),
        sorts: uniform,
        sizes: Sizes { least: 10, most: 10 },
        mix: Mix(vec![(Action::Put, 1)]),
        suffixes: None,
        consistent: false,
        retries,
    };
    core.begin_load(real, plan, 1);
}

/// Continues the load until nothing is due; returns the number of sent requests.
fn send_due(core: &mut Core, real: f64) -> usize {
    (0..1_000)
        .take_while(|_| core.go_with_load(real) == LoadProgress::Sent)
        .count()
}

#[test]
fn time_passes_with_a_load_as_it_runs_and_is_stepped() {
    let mut core = Core::fresh();
    let at = |millis| START + Duration::from_millis(millis);
    core.tick(0.0);
    core.command(0.0, ClockCommand::Pause);
    begin_load(&mut core, 1_000.0, 10);
    assert!(core.clock().is_running());
    let before = send_due(&mut core, 1_350.0);
    assert_eq!((before, core.clock().now()), (3, at(350)), "at 100, 200 and 300 ms");
    assert!(!core.tick(1_400.0), "time does not pass alone");
    assert_eq!(core.clock().now(), at(350));
    core.command(1_400.0, ClockCommand::Pause);
    assert_eq!(
        (send_due(&mut core, 1_800.0), core.clock().now()),
        (0, at(350)),
        "it is paused with the clock"
    );
    // A step sends the requests of the load up to its time and skips none.
    core.command(1_800.0, ClockCommand::StepTo(at(900)));
    assert_eq!((send_due(&mut core, 1_800.0), core.clock().now()), (6, at(900)));
    core.command(1_800.0, ClockCommand::Resume);
    core.end_load_run(1_900.0);
    assert!(core.timeline().running_load().is_none());
    assert_eq!(core.timeline().loads().map(|tally| tally.sent).sum::<u64>(), 9);
}

#[test]
fn a_load_and_its_throttles_are_there_again_on_every_way_back() {
    let mut core = Core::fresh();
    core.tick(0.0);
    let provisioned = TABLE.replace(
        "\"BillingMode\":\"PAY_PER_REQUEST\"",
        "\"ProvisionedThroughput\":{\"ReadCapacityUnits\":1,\"WriteCapacityUnits\":1}",
    );
    submit(&mut core, Operation::CreateTable, &provisioned).expect("a table");
    core.command(0.0, ClockCommand::StepTo(START + Duration::from_seconds(5)));
    let mut settings = core.settings().clone();
    settings.physics.throttling.mode = hashrange_engine::Throttling::Adaptive;
    core.change(0.0, &settings);
    begin_load_with(&mut core, 0.0, 100, Some(Retries::STANDARD));
    // Time runs, is paused, and jumps to the end.
    while core.go_with_load(500.0) == LoadProgress::Sent {}
    core.command(500.0, ClockCommand::Pause);
    core.command(500.0, ClockCommand::StepTo(START + Duration::from_seconds(60)));
    while core.go_with_load(500.0) != LoadProgress::Ended {}
    core.end_load_run(500.0);
    let tally = |core: &Core| core.timeline().loads().last().cloned();
    let ran = tally(&core).expect("a load");
    assert!(ran.throttled > 100 && ran.answered > 10 && ran.retries > 100, "{ran:?}");
    assert_eq!((ran.waiting(), ran.answered + ran.given_up), (0, ran.requests()));
    core.travel(0.0, Travel::Undo).expect("a way");
    assert_eq!(tally(&core), None);
    core.travel(0.0, Travel::Redo).expect("a way");
    assert_eq!(tally(&core), Some(ran.clone()));
    let bytes = core.take_unsaved().expect("a journal").bytes;
    assert!(
        bytes.len() < 4_096,
        "no request of the load is written down: {}",
        bytes.len()
    );
    let mut timeline = Timeline::<Seen>::load(&bytes).expect("a journal");
    timeline.forward(u64::MAX).expect("a way");
    assert_eq!(tally(&Core::resumed(timeline)), Some(ran));
}

#[test]
fn a_load_ends_where_somebody_goes_along_what_happened() {
    let mut core = Core::fresh();
    submit(&mut core, Operation::CreateTable, TABLE).expect("a table");
    core.command(0.0, ClockCommand::Pause);
    begin_load(&mut core, 0.0, 10);
    core.travel(0.0, Travel::Redo).expect("a way");
    assert_eq!(core.go_with_load(200.0), LoadProgress::Sent, "there is nowhere to go");
    core.travel(0.0, Travel::Undo).expect("a way");
    assert_eq!(core.go_with_load(300.0), LoadProgress::Ended);
    core.travel(0.0, Travel::Present).expect("a way");
    assert_eq!((core.is_past(), core.clock().is_running()), (false, false));
    assert!(core.timeline().running_load().is_none());
}

#[test]
fn a_step_of_several_requests_is_undone_at_once() {
    let mut core = Core::fresh();
    submit(&mut core, Operation::CreateTable, TABLE).expect("a table");
    core.command(0.0, ClockCommand::StepTo(START + Duration::from_seconds(5)));
    put(&mut core, "a");
    core.mark_step(0.0, true);
    ["b", "c", "d"].iter().for_each(|id| put(&mut core, id));
    core.mark_step(0.0, false);
    assert_eq!(items(&core), 4);
    core.travel(0.0, Travel::Undo).expect("a way");
    assert_eq!(items(&core), 1);
    core.travel(0.0, Travel::Redo).expect("a way");
    assert_eq!((items(&core), core.is_past()), (4, false));
}

#[test]
fn time_that_runs_in_the_past_does_what_was_done() {
    let mut core = Core::fresh();
    submit(&mut core, Operation::CreateTable, TABLE).expect("a table");
    core.command(0.0, ClockCommand::StepTo(START + Duration::from_seconds(5)));
    put(&mut core, "a");
    core.command(0.0, ClockCommand::StepTo(START + Duration::from_seconds(6)));
    core.travel(0.0, Travel::To(START + Duration::from_millis(4_900)))
        .expect("a way");
    assert_eq!((items(&core), core.is_past()), (0, true));
    core.command(0.0, ClockCommand::Resume);
    core.tick(50.0);
    assert_eq!(items(&core), 0);
    core.tick(300.0);
    assert_eq!(items(&core), 1);
    (7..20).for_each(|tick| {
        core.tick(f64::from(tick) * 100.0);
    });
    assert!(!core.is_past());
}
