//! Targets that describe a table otherwise than it was created: a copy accepts only its own table.

use super::*;
use crate::Request;

/// The plan of a copy of the table Thread, with one request after another.
fn one_by_one() -> Plan {
    Plan {
        workers: 1,
        tables: Some(vec!["Thread".to_owned()]),
        ..Plan::default()
    }
}

fn vague() -> Service {
    let mut target = Service::new(8);
    target.faults.vague = true;
    target
}

/// A table Thread with the key of the source's, without its indexes.
fn strangers() -> Value {
    json!({
        "TableName": "Thread",
        "AttributeDefinitions": [
            { "AttributeName": "Forum", "AttributeType": "S" }, { "AttributeName": "Subject", "AttributeType": "N" },
        ],
        "KeySchema": [
            { "AttributeName": "Forum", "KeyType": "HASH" }, { "AttributeName": "Subject", "KeyType": "RANGE" },
        ],
        "BillingMode": "PAY_PER_REQUEST",
    })
}

fn resumed(source: &Service) -> Copy {
    Copy::resume(&one_by_one(), "a", "b", source.kept.as_deref().expect("a state")).expect("its state")
}

/// Goes on until the copy is done, or sends a request of this operation: the request is then pending.
fn go_on(copy: &mut Copy, (source, target): (&mut Service, &mut Service), until: &str) -> Option<Request> {
    loop {
        let now = source.now.max(target.now);
        (source.now, target.now) = (now, now);
        if let Some(kept) = copy.changed_state() {
            source.kept = Some(kept);
        }
        match copy.next(now) {
            Step::Done => return None,
            Step::Send(request) if request.operation == until => return Some(request),
            Step::Send(request) => {
                let side = if request.side == Side::From {
                    &mut *source
                } else {
                    &mut *target
                };
                let reply = side.reply(request.operation, &request.body);
                copy.take(request.worker, now, reply);
            }
            Step::Wait(time) => source.now = time.expect("nothing is pending").max(now),
        }
    }
}

/// Ends the copy of Thread to this target.
fn finish(copy: &mut Copy, source: &mut Service, target: &mut Service) -> Result<Report, CopyError> {
    assert_eq!(go_on(copy, (source, target), "nothing"), None);
    copy.outcome().expect("it is done")
}

fn assert_strange(outcome: Result<Report, CopyError>) {
    let error = outcome.expect_err("another client's table");
    assert!(matches!(error, CopyError::Schema { .. }), "{error}");
}

#[test]
fn a_copy_that_differed_is_repeated() {
    let (mut source, mut target) = (source(20), vague());
    let stray = json!({ "Forum": { "S": "stray" }, "Subject": { "N": "1" } });
    let mut copy = Copy::begin(&one_by_one(), "a", "b");
    go_on(&mut copy, (&mut source, &mut target), "BatchWriteItem").expect("a write");
    target.answer("PutItem", &json!({ "TableName": "Thread", "Item": stray }));
    let mut copy = resumed(&source);
    let error = finish(&mut copy, &mut source, &mut target).expect_err("an item more");
    assert!(
        matches!(
            error,
            CopyError::Differs {
                read: 20,
                found: 21,
                ..
            }
        ),
        "{error}"
    );
    target.answer("DeleteItem", &json!({ "TableName": "Thread", "Key": stray }));
    let mut copy = resumed(&source);
    let report = finish(&mut copy, &mut source, &mut target).expect("a report");
    let items: Vec<u64> = report.tables.iter().map(|table| table.items).collect();
    assert_eq!(items, [20]);
    assert_eq!(source.items("Thread"), target.items("Thread"));
}

#[test]
fn a_copy_to_a_vague_target_that_is_cut_at_any_step_goes_on() {
    let mut steps = 0;
    loop {
        let (mut source, mut target) = (source(20), vague());
        let mut copy = Copy::begin(&plan(), "a", "b");
        let Ended::Cut = drive(&mut copy, (&mut source, &mut target), steps, steps) else {
            break;
        };
        let mut copy = match &source.kept {
            None => Copy::begin(&plan(), "a", "b"),
            Some(kept) => Copy::resume(&plan(), "a", "b", kept).expect("its state"),
        };
        drive(&mut copy, (&mut source, &mut target), u64::MAX, steps);
        let outcome = copy.outcome().expect("it is done");
        outcome.unwrap_or_else(|error| panic!("{steps}: {error}"));
        target.faults = Faults::default();
        assert_same(&mut source, &mut target);
        steps += 1;
    }
    assert!(steps > 30, "{steps}");
}

#[test]
fn a_table_that_appears_before_it_is_created_is_not_the_copys_own() {
    let (mut source, mut target) = (source(20), vague());
    let mut copy = Copy::begin(&one_by_one(), "a", "b");
    let request = go_on(&mut copy, (&mut source, &mut target), "CreateTable").expect("a request");
    target.answer("CreateTable", &strangers());
    let reply = target.reply(request.operation, &request.body);
    copy.take(request.worker, target.now, reply);
    assert_strange(finish(&mut copy, &mut source, &mut target));
    let mut again = resumed(&source);
    assert_strange(finish(&mut again, &mut source, &mut target));
}

#[test]
fn a_table_whose_creation_had_no_reply_is_the_copys_own() {
    let (mut source, mut target) = (source(20), vague());
    let mut copy = Copy::begin(&one_by_one(), "a", "b");
    let request = go_on(&mut copy, (&mut source, &mut target), "CreateTable").expect("a request");
    target.reply(request.operation, &request.body);
    copy.take(request.worker, target.now, Reply::Lost("it was reset".to_owned()));
    finish(&mut copy, &mut source, &mut target).expect("a report");
}

#[test]
fn a_table_that_was_never_created_is_not_the_copys_own() {
    for (exception, is_cancelled) in [("ValidationException", false), ("ThrottlingException", true)] {
        let (mut source, mut target) = (source(20), vague());
        let mut copy = Copy::begin(&one_by_one(), "a", "b");
        let request = go_on(&mut copy, (&mut source, &mut target), "CreateTable").expect("a request");
        if is_cancelled {
            copy.cancel();
        }
        let body = json!({ "__type": format!("a#{exception}") }).to_string();
        copy.take(request.worker, target.now, Reply::Answered { status: 400, body });
        assert_eq!(go_on(&mut copy, (&mut source, &mut target), "nothing"), None);
        target.answer("CreateTable", &strangers());
        assert_strange(finish(&mut resumed(&source), &mut source, &mut target));
    }
}

#[test]
fn a_copy_that_is_cancelled_before_it_creates_a_table_does_not_own_it() {
    let (mut source, mut target) = (source(20), vague());
    let mut copy = Copy::begin(&one_by_one(), "a", "b");
    while !source
        .kept
        .as_deref()
        .is_some_and(|kept| kept.contains(r#""created":true"#))
    {
        let now = source.now;
        let Step::Send(request) = copy.next(now) else {
            panic!("nothing waits")
        };
        let side = if request.side == Side::From {
            &mut source
        } else {
            &mut target
        };
        let reply = side.reply(request.operation, &request.body);
        copy.take(request.worker, now, reply);
        source.kept = copy.changed_state().or(source.kept);
    }
    copy.cancel();
    assert_eq!(go_on(&mut copy, (&mut source, &mut target), "nothing"), None);
    target.answer("CreateTable", &strangers());
    assert_strange(finish(&mut resumed(&source), &mut source, &mut target));
}

#[test]
fn a_table_in_the_place_of_the_copys_own_is_not_its_own() {
    let (mut source, mut target) = (source(20), vague());
    let mut copy = Copy::begin(&one_by_one(), "a", "b");
    go_on(&mut copy, (&mut source, &mut target), "BatchWriteItem").expect("a write");
    target.answer("DeleteTable", &json!({ "TableName": "Thread" }));
    target.answer("CreateTable", &strangers());
    assert_strange(finish(&mut resumed(&source), &mut source, &mut target));
}
