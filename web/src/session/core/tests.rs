//! The core as a page uses it: what is kept, the way along what happened, and loads that take time along.

use hashrange_wire::{ListTablesRequest, Operation, Request};

use super::*;

fn submit(core: &mut Core, operation: Operation, body: &str) -> Result<Response, ServiceError> {
    let request = hashrange_wire::decode(operation, body.as_bytes()).expect("a request");
    core.handle(0.0, request, body.to_owned())
}

const TABLE: &str = r#"{"TableName":"Notes","BillingMode":"PAY_PER_REQUEST",
    "AttributeDefinitions":[{"AttributeName":"Id","AttributeType":"S"}],
    "KeySchema":[{"AttributeName":"Id","KeyType":"HASH"}]}"#;

#[test]
fn what_leaves_a_mark_is_in_the_journal() {
    let mut core = Core::fresh();
    submit(&mut core, Operation::CreateTable, TABLE).expect("a table");
    core.command(0.0, ClockCommand::StepTo(START + Duration::from_seconds(5)));
    submit(&mut core, Operation::PutItem, r#"{"TableName":"Notes","Item":{"Id":{"S":"a"}}}"#).expect("a put");
    submit(&mut core, Operation::PutItem, r#"{"TableName":"Other","Item":{"Id":{"S":"a"}}}"#).unwrap_err();
    let list = Request::ListTables(ListTablesRequest::default());
    core.handle(0.0, list, "{}".to_owned()).expect("a list");
    assert_eq!(core.steps(), 2);
    let unsaved = core.take_unsaved().expect("bytes");
    assert!(unsaved.begins);
    let journal = hashrange_journal::read(&unsaved.bytes).expect("a journal");
    assert_eq!(journal.torn, None);
    let requests = journal.records.iter().filter(|record| matches!(record.entry, Entry::Request { .. }));
    assert_eq!(requests.count(), 2);
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
    submit(core, Operation::PutItem, &format!(r#"{{"TableName":"Notes","Item":{{"Id":{{"S":"{id}"}}}}}}"#))
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
    assert_eq!((items(&core), core.is_past(), core.clock().is_running()), (1, true, false));
    core.travel(0.0, Travel::Redo).expect("a way");
    assert_eq!((items(&core), core.is_past(), core.clock().is_running()), (2, false, true));
    core.travel(0.0, Travel::Undo).expect("a way");
    put(&mut core, "c");
    put(&mut core, "d");
    assert_eq!((items(&core), core.is_past(), core.clock().is_running()), (3, false, true));
    let future = core.timeline().futures()[0];
    core.travel(0.0, Travel::Switch(future)).expect("a way");
    assert_eq!(items(&core), 2);
    let requests = core.marks().all().iter().filter(|mark| mark.kind == crate::session::marks::MarkKind::Request);
    assert_eq!(requests.count(), 3, "the table and two items");
}

#[test]
fn everything_is_marked_again_after_a_reload() {
    let mut core = Core::fresh();
    submit(&mut core, Operation::CreateTable, TABLE).expect("a table");
    core.command(0.0, ClockCommand::StepTo(START + Duration::from_seconds(5)));
    // More than the log of events keeps.
    (0..5_000).for_each(|number| put(&mut core, &number.to_string()));
    let bytes = core.take_unsaved().expect("a journal").bytes;
    let mut timeline = Timeline::<Seen>::load(&bytes).expect("a journal");
    timeline.forward(u64::MAX).expect("a way");
    assert_eq!(Core::resumed(timeline).marks().all(), core.marks().all());
    assert!(core.marks().all().len() > 5_000);
}

#[test]
fn time_passes_with_a_load_as_it_runs_and_is_stepped() {
    let mut core = Core::fresh();
    let at = |millis| START + Duration::from_millis(millis);
    core.tick(0.0);
    core.command(0.0, ClockCommand::Pause);
    core.begin_lead(1_000.0);
    assert!(core.clock().is_running());
    assert_eq!((core.go_with_load(1_100.0, at(250)), core.clock().now()), (Led::Early { happened: false }, at(100)));
    assert!(!core.tick(1_200.0), "time does not pass alone");
    assert_eq!(core.clock().now(), at(100));
    assert_eq!((core.go_with_load(1_300.0, at(250)), core.clock().now()), (Led::There, at(250)));
    core.command(1_300.0, ClockCommand::Pause);
    assert_eq!((core.go_with_load(1_700.0, at(400)), core.clock().now()), (Led::Early { happened: false }, at(250)));
    // A step is one of the load, which does not leave anything out on the way.
    core.command(1_700.0, ClockCommand::StepTo(at(900)));
    assert_eq!(core.clock().now(), at(250));
    assert_eq!((core.go_with_load(1_700.0, at(400)), core.clock().now()), (Led::There, at(400)));
    core.command(1_700.0, ClockCommand::Resume);
    core.end_lead(1_800.0);
    assert_eq!(core.clock().now(), at(900), "where it was asked to go");
    core.tick(1_900.0);
    assert_eq!(core.clock().now(), at(1_000));
}

#[test]
fn a_pause_holds_a_load_that_cannot_keep_up_and_time_stands_afterwards_as_was_said_last() {
    let mut core = Core::fresh();
    let at = |millis| START + Duration::from_millis(millis);
    core.tick(0.0);
    core.begin_lead(0.0);
    assert_eq!(core.go_with_load(400.0, at(10)), Led::There);
    core.command(400.0, ClockCommand::Pause);
    assert_eq!((core.go_with_load(500.0, at(20)), core.clock().now()), (Led::Early { happened: false }, at(10)));
    core.end_lead(500.0);
    assert!(!core.clock().is_running());
    core.begin_lead(500.0);
    core.command(500.0, ClockCommand::Pause);
    core.command(500.0, ClockCommand::Resume);
    core.end_lead(500.0);
    assert!(core.clock().is_running());
}

#[test]
fn time_that_stood_still_before_a_load_stands_still_after_a_way_back_and_forth() {
    let mut core = Core::fresh();
    submit(&mut core, Operation::CreateTable, TABLE).expect("a table");
    core.command(0.0, ClockCommand::Pause);
    core.begin_lead(0.0);
    core.travel(0.0, Travel::Undo).expect("a way");
    core.travel(0.0, Travel::Present).expect("a way");
    assert_eq!((core.is_past(), core.clock().is_running()), (false, false));
}

#[test]
fn a_load_ends_where_somebody_goes_along_what_happened() {
    let mut core = Core::fresh();
    submit(&mut core, Operation::CreateTable, TABLE).expect("a table");
    core.begin_lead(0.0);
    core.travel(0.0, Travel::Redo).expect("a way");
    assert_eq!(core.go_with_load(0.0, START), Led::There, "there is nowhere to go");
    core.travel(0.0, Travel::Undo).expect("a way");
    assert_eq!(core.go_with_load(100.0, START + Duration::from_millis(50)), Led::Ended);
}

#[test]
fn time_that_runs_in_the_past_does_what_was_done() {
    let mut core = Core::fresh();
    submit(&mut core, Operation::CreateTable, TABLE).expect("a table");
    core.command(0.0, ClockCommand::StepTo(START + Duration::from_seconds(5)));
    put(&mut core, "a");
    core.command(0.0, ClockCommand::StepTo(START + Duration::from_seconds(6)));
    core.travel(0.0, Travel::To(START + Duration::from_millis(4_900))).expect("a way");
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
