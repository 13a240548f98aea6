//! Patterns of a small shop: what serves them, what they cost, and what a change of the design does to them.

use hashrange_bill::{Bill, Terms, Throughput};
use hashrange_engine::{Direction, Engine, EngineOptions, Resource, Units};
use hashrange_time::Duration;
use hashrange_wire::{Checked, Operation};

use crate::{Board, Change, Day, Failure, Pattern, Per, Plan, Rate, Run, usage};

mod calls;
mod day;
mod files;
mod limit;
mod play;

const TABLE: &str = r#"{"TableName":"Orders","BillingMode":"PAY_PER_REQUEST",
 "AttributeDefinitions":[{"AttributeName":"Customer","AttributeType":"S"},{"AttributeName":"Order","AttributeType":"S"},
  {"AttributeName":"Status","AttributeType":"S"}],
 "KeySchema":[{"AttributeName":"Customer","KeyType":"HASH"},{"AttributeName":"Order","KeyType":"RANGE"}],
 "GlobalSecondaryIndexes":[{"IndexName":"ByStatus","KeySchema":[{"AttributeName":"Status","KeyType":"HASH"}],
  "Projection":{"ProjectionType":"ALL"}}]}"#;

fn ask(engine: &mut Engine, operation: Operation, body: &str) {
    let at = engine.now() + Duration::from_seconds(10);
    let request = Checked::decode(operation, body.as_bytes()).expect("a good request");
    engine.handle(at, request).expect("success");
}

/// A shop with two orders of one customer.
fn shop() -> Engine {
    let mut engine = Engine::new(EngineOptions::default());
    ask(&mut engine, Operation::CreateTable, TABLE);
    for order in ["o1", "o2"] {
        let body = format!(
            r#"{{"TableName":"Orders","Item":{{"Customer":{{"S":"c1"}},"Order":{{"S":"{order}"}},"Status":{{"S":"NEW"}},"Note":{{"S":"{}"}}}}}}"#,
            "x".repeat(900)
        );
        ask(&mut engine, Operation::PutItem, &body);
    }
    engine
}

fn pattern(operation: Operation, body: &str) -> Pattern {
    Pattern::of("A question".to_owned(), operation, body.to_owned())
}

fn run(engine: &Engine, pattern: &Pattern) -> Run {
    Board::of(engine).run(pattern)
}

fn of_customer() -> Pattern {
    pattern(
        Operation::Query,
        r#"{"TableName":"Orders","KeyConditionExpression":"Customer = :c","ExpressionAttributeValues":{":c":{"S":"c1"}}}"#,
    )
}

fn of_status() -> Pattern {
    pattern(
        Operation::Query,
        r##"{"TableName":"Orders","IndexName":"ByStatus","KeyConditionExpression":"#s = :s",
            "ExpressionAttributeNames":{"#s":"Status"},"ExpressionAttributeValues":{":s":{"S":"NEW"}}}"##,
    )
}

fn placed() -> Pattern {
    pattern(
        Operation::PutItem,
        r#"{"TableName":"Orders","Item":{"Customer":{"S":"c1"},"Order":{"S":"o3"},"Status":{"S":"NEW"}}}"#,
    )
}

#[test]
fn a_read_names_what_served_it_and_what_it_read() {
    let run = run(&shop(), &of_status());
    assert!(run.passes() && !run.scans && !run.more);
    assert_eq!((run.read, run.returned), (2, 2));
    let [served] = run.served.as_slice() else {
        panic!("one index: {:?}", run.served)
    };
    assert_eq!(served.resource, Resource::GlobalIndex("ByStatus".into()));
    assert_eq!((served.direction, served.units), (Direction::Read, Units::halves(1)));
}

#[test]
fn a_write_names_every_index_that_it_writes() {
    let run = run(&shop(), &placed());
    assert_eq!(
        run.units(Direction::Write),
        Units::halves(4),
        "one of the table, one of the index"
    );
    assert_eq!(run.served.len(), 2);
}

#[test]
fn a_run_changes_nothing_and_sees_no_other_run() {
    let engine = shop();
    let board = Board::of(&engine);
    let first = board.run(&placed());
    assert_eq!(board.run(&placed()), first);
    assert_eq!(board.run(&of_customer()).returned, 2);
    assert_eq!(engine.table("Orders").map(|table| table.item_count()), Some(2));
}

#[test]
fn a_pattern_fails_with_its_reason() {
    let engine = shop();
    let few = Pattern {
        returns: Some(3),
        budget: Some(Units::ZERO),
        milliseconds: Some(4),
        ..of_customer()
    };
    let failures = run(&engine, &few).failures;
    assert_eq!(
        failures,
        [
            Failure::Returned { wanted: 3 },
            Failure::OverBudget { budget: Units::ZERO },
            Failure::TooSlow { most: 4 },
        ]
    );
    for (operation, body, exception) in [
        (Operation::GetItem, "{", "SerializationException"),
        (Operation::GetItem, r#"{"TableName":"No"}"#, "ValidationException"),
        (
            Operation::Scan,
            r#"{"TableName":"Nowhere"}"#,
            "ResourceNotFoundException",
        ),
    ] {
        let failures = run(&engine, &pattern(operation, body)).failures;
        assert!(
            matches!(failures.as_slice(), [Failure::Refused(refusal)] if refusal.exception() == exception),
            "{failures:?}"
        );
    }
}

#[test]
fn a_change_of_the_design_says_what_it_did() {
    let mut engine = shop();
    let before = [of_customer(), of_status(), placed()].map(|pattern| run(&engine, &pattern));
    ask(
        &mut engine,
        Operation::UpdateTable,
        r#"{"TableName":"Orders","GlobalSecondaryIndexUpdates":[{"Delete":{"IndexName":"ByStatus"}}]}"#,
    );
    engine.advance(
        engine.now() + Duration::from_seconds(3_600),
        hashrange_engine::Budget::UNBOUNDED,
    );
    let after = [of_customer(), of_status(), placed()].map(|pattern| run(&engine, &pattern));
    let changes: Vec<Vec<Change>> = before
        .iter()
        .zip(&after)
        .map(|(one, other)| Change::between(one, other))
        .collect();
    assert_eq!(
        changes,
        [vec![], vec![Change::Broke], vec![Change::Cheaper(Units::halves(2))]]
    );
    let back: Vec<Vec<Change>> = after
        .iter()
        .zip(&before)
        .map(|(one, other)| Change::between(one, other))
        .collect();
    assert_eq!(
        back,
        [vec![], vec![Change::Mended], vec![Change::Dearer(Units::halves(2))]]
    );
}

#[test]
fn a_failing_pattern_that_is_refused_now_broke_too() {
    let run = |failures| Run {
        failures,
        ..Run::default()
    };
    let dear = run(vec![Failure::OverBudget { budget: Units::ZERO }]);
    let refused = self::run(&shop(), &pattern(Operation::GetItem, "{"));
    assert_eq!(Change::between(&dear, &refused), [Change::Broke]);
    assert_eq!(Change::between(&refused, &dear), []);
    assert_eq!(Change::between(&refused, &run(Vec::new())), [Change::Mended]);
}

#[test]
fn a_month_is_the_calls_of_the_patterns_and_what_is_stored() {
    let engine = shop();
    let rated = |pattern: Pattern, calls, per| Pattern {
        rate: Some(Rate { calls, per }),
        ..pattern
    };
    let patterns = [
        rated(placed(), 1, Per::Second),
        rated(of_status(), 2, Per::Minute),
        of_customer(),
    ];
    let runs: Vec<Run> = patterns.iter().map(|pattern| run(&engine, pattern)).collect();
    let usage = usage(&engine, &Day::of_runs(&patterns, &runs), Plan::default());
    let [orders] = usage.tables.as_slice() else {
        panic!("one table: {usage:?}")
    };
    let on_demand = |halves_read, halves_write| Throughput::OnDemand {
        read: Units::halves(halves_read),
        write: Units::halves(halves_write),
    };
    // 86,400 puts a day of one unit in the table and one in the index; 2,880 Queries of half a unit in the index.
    assert_eq!(orders.itself.throughput, on_demand(0, 172_800));
    let [by_status] = orders.indexes.as_slice() else {
        panic!("one index: {orders:?}")
    };
    assert_eq!(by_status.used.throughput, on_demand(2_880, 172_800));
    // Customer 2 + 8, Order 2 + 5, Status 3 + 6, Note 900 + 4, and 100 bytes of overhead.
    let stored = 2 * (2 + 8 + 2 + 5 + 3 + 6 + 900 + 4 + 100);
    assert_eq!(
        (orders.itself.stored_bytes, by_status.used.stored_bytes),
        (stored, stored)
    );
    let bill = Bill::of(&usage, &Terms::of_region("us-east-1")).expect("a bill");
    // 2 × 2,628,000 writes at 0.625, 43,800 half reads of 0.125 a million; the storage costs less than a cent.
    assert_eq!(bill.total.text(), "$3.29");
}
