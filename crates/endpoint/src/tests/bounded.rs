//! Expensive work in steps: what is foreseen of requests, index builds and restores between which requests are handled, and
//! the rows of deleted tables.

use hashrange_engine::{Budget, Foreseen};

use super::*;
use crate::foresee;

const MANY: usize = 1_100;

pub(super) fn put(engine: &mut Engine, subject: &str, text: &str) {
    let item = json!({"ForumName": {"S": "S3"}, "Subject": {"S": subject}, "Tag": {"S": "t"}, "Text": {"S": text}});
    let (answer, _) = send(engine, "PutItem", &json!({"TableName": "Thread", "Item": item}));
    assert!(answer.is_success(), "{}", answer.body);
}

/// A table with two large items, and a Scan that compares their bytes a hundred times.
pub(super) fn dear() -> (Engine, String) {
    let mut engine = with_table(Physics::instant());
    put(&mut engine, "a", &"x".repeat(300_000));
    put(&mut engine, "b", &format!("{}{}", "x".repeat(300_000), "and y99"));
    let filter: Vec<String> = (0..100).map(|term| format!("contains(#t, :v{term})")).collect();
    let values = (0..100).map(|term| (format!(":v{term}"), json!({"S": format!("and y{term}")})));
    let body = json!({
        "TableName": "Thread",
        "FilterExpression": filter.join(" OR "),
        "ProjectionExpression": "Subject",
        "ExpressionAttributeNames": {"#t": "Text"},
        "ExpressionAttributeValues": values.collect::<serde_json::Map<_, _>>(),
    });
    (engine, body.to_string())
}

fn foreseen(engine: &Engine, body: &str) -> Option<Foreseen> {
    foreseen_of(engine, "Scan", body)
}

pub(super) fn foreseen_of(engine: &Engine, operation: &str, body: &str) -> Option<Foreseen> {
    let mut foresight = foresee(engine, &target_of(operation), body.as_bytes())?;
    let mut steps = 0;
    while foresight.step() {
        steps += 1;
    }
    assert!(
        steps <= 202,
        "{steps} steps: one for each of 100 tests and 2 items, and for their ends"
    );
    Some(foresight.end())
}

fn scan(engine: &mut Engine, body: &str, foreseen: &Foreseen) -> String {
    ask(engine, "Scan", body, foreseen)
}

pub(super) fn ask(engine: &mut Engine, operation: &str, body: &str, foreseen: &Foreseen) -> String {
    let mut front = Front {
        dax: None,
        engine,
        on_step: &mut ignore_steps,
    };
    let asked = front.dispatch_foreseen(START, &target_of(operation), body.as_bytes(), foreseen);
    asked.answer.body
}

#[test]
fn what_is_foreseen_changes_no_response() {
    let (engine, body) = dear();
    let known = foreseen(&engine, &body).expect("a dear filter");
    let plain = scan(&mut engine.clone(), &body, &Foreseen::default());
    assert_eq!(plain, r#"{"Items":[{"Subject":{"S":"b"}}],"Count":1,"ScannedCount":2}"#);
    let mut foreseeing = engine.clone();
    assert_eq!(scan(&mut foreseeing, &body, &known), plain);
    let mut other = engine;
    scan(&mut other, &body, &Foreseen::default());
    assert_eq!(foreseeing.state_hash(), other.state_hash());
}

#[test]
fn every_shape_of_filter_is_foreseen_as_it_is_evaluated() {
    let (engine, body) = dear();
    let negated = body.replace("contains(#t, :v0)", "NOT contains(#t, :v0)");
    let nested = negated.replacen(" OR ", " AND ", 7);
    for body in [
        body.replace(" OR ", " AND "),
        negated.replace(" OR ", " AND "),
        nested,
        negated,
    ] {
        let known = foreseen(&engine, &body).expect("a dear filter");
        let plain = scan(&mut engine.clone(), &body, &Foreseen::default());
        assert_eq!(scan(&mut engine.clone(), &body, &known), plain, "{body}");
    }
}

#[test]
fn an_item_that_changes_after_it_was_foreseen_is_looked_at_again() {
    let (mut engine, body) = dear();
    let known = foreseen(&engine, &body).expect("a dear filter");
    put(&mut engine, "a", "and y7");
    put(&mut engine, "b", "no more");
    let scanned = scan(&mut engine, &body, &known);
    assert_eq!(
        scanned,
        r#"{"Items":[{"Subject":{"S":"a"}}],"Count":1,"ScannedCount":2}"#
    );
}

#[test]
fn a_cheap_filter_or_a_refused_read_is_not_foreseen() {
    let (engine, body) = dear();
    let cheap = body.replace("Thread", "Nowhere");
    assert!(foreseen(&engine, &cheap).is_none(), "no such table");
    let mut small = with_table(Physics::instant());
    put(&mut small, "a", "short");
    assert!(foreseen(&small, &body).is_none(), "few bytes");
}

fn with_many() -> Engine {
    let mut engine = with_table(Physics::instant());
    for number in 0..MANY {
        put(&mut engine, &format!("{number:04}"), "text");
    }
    engine
}

/// The steps of due work that each leave time for requests, until the look says that it is over.
fn steps_until(engine: &mut Engine, is_over: impl Fn(&mut Engine) -> bool) -> usize {
    for steps in 0..100 {
        if is_over(engine) {
            return steps;
        }
        let due = engine.next_due().expect("work that is not over");
        engine.advance(due, Budget { steps: 1 });
    }
    panic!("the work never ends");
}

fn status(engine: &mut Engine, table: &str, pointer: &str) -> Value {
    let (_, described) = send(engine, "DescribeTable", &json!({"TableName": table}));
    described.pointer(pointer).cloned().unwrap_or_default()
}

const BY_TAG: &str = "/Table/GlobalSecondaryIndexes/0/IndexStatus";

fn add_index(engine: &mut Engine) {
    let (answer, _) = send(
        engine,
        "UpdateTable",
        &json!({
            "TableName": "Thread",
            "AttributeDefinitions": [{"AttributeName": "Tag", "AttributeType": "S"}],
            "GlobalSecondaryIndexUpdates": [{"Create": {
                "IndexName": "ByTag",
                "KeySchema": [{"AttributeName": "Tag", "KeyType": "HASH"}],
                "Projection": {"ProjectionType": "ALL"},
            }}],
        }),
    );
    assert!(answer.is_success(), "{}", answer.body);
}

#[test]
fn a_large_index_is_built_between_requests() {
    let mut engine = with_many();
    add_index(&mut engine);
    assert_eq!(status(&mut engine, "Thread", BY_TAG), "CREATING");
    put(&mut engine, "meanwhile", "text");
    let steps = steps_until(&mut engine, |engine| status(engine, "Thread", BY_TAG) == "ACTIVE");
    assert!(steps >= MANY / 256, "{steps} steps");
    let index = json!({"TableName": "Thread", "IndexName": "ByTag", "Select": "COUNT"});
    let (_, counted) = send(&mut engine, "Scan", &index);
    assert_eq!(counted["Count"], MANY + 1);
}

#[test]
fn a_small_index_is_there_at_once_without_delays() {
    let mut engine = with_table(Physics::instant());
    put(&mut engine, "a", "text");
    add_index(&mut engine);
    assert_eq!(status(&mut engine, "Thread", BY_TAG), "ACTIVE");
}

#[test]
fn a_large_table_is_restored_between_requests() {
    let mut engine = with_many();
    add_index(&mut engine);
    steps_until(&mut engine, |engine| status(engine, "Thread", BY_TAG) == "ACTIVE");
    let (_, made) = send(
        &mut engine,
        "CreateBackup",
        &json!({"TableName": "Thread", "BackupName": "all"}),
    );
    let restore = json!({"TargetTableName": "Again", "BackupArn": made["BackupDetails"]["BackupArn"]});
    let (answer, _) = send(&mut engine, "RestoreTableFromBackup", &restore);
    assert!(answer.is_success(), "{}", answer.body);
    assert_eq!(status(&mut engine, "Again", "/Table/TableStatus"), "CREATING");
    let ready = |engine: &mut Engine| status(engine, "Again", "/Table/TableStatus") == "ACTIVE";
    let steps = steps_until(&mut engine, ready);
    assert!(steps >= MANY / 256, "{steps} steps");
    for index in [None, Some("ByTag")] {
        let (_, counted) = send(
            &mut engine,
            "Scan",
            &json!({"TableName": "Again", "IndexName": index, "Select": "COUNT"}),
        );
        assert_eq!(counted["Count"], MANY, "{index:?}");
    }
}

/// Frees what is left a page at a time, as a caller does while nobody waits.
fn free(engine: &mut Engine) {
    let mut remains = engine.take_remains();
    while remains.free(1) {}
}

#[test]
fn a_deleted_table_is_freed_in_pages() {
    let mut engine = with_many();
    add_index(&mut engine);
    steps_until(&mut engine, |engine| status(engine, "Thread", BY_TAG) == "ACTIVE");
    let (answer, _) = send(&mut engine, "DeleteTable", &json!({"TableName": "Thread"}));
    assert!(answer.is_success(), "{}", answer.body);
    let mut left = engine.unfreed();
    assert!(left >= 2 * MANY / 128 - 8, "{left} pages of the table and its index");
    while left > 0 {
        send(&mut engine, "ListTables", &json!({}));
        let now = engine.unfreed();
        assert!(
            now < left && left - now <= 8,
            "{left} pages before a request, {now} after"
        );
        left = now;
    }
}

#[test]
fn no_response_depends_on_how_much_is_freed() {
    let steps = [
        (
            "UpdateTable",
            json!({"TableName": "Thread", "GlobalSecondaryIndexUpdates": [{"Delete": {"IndexName": "ByTag"}}]}),
        ),
        ("CreateBackup", json!({"TableName": "Thread", "BackupName": "all"})),
        ("DeleteTable", json!({"TableName": "Thread"})),
        ("ListTables", json!({})),
    ];
    let mut lazy = with_many();
    add_index(&mut lazy);
    steps_until(&mut lazy, |engine| status(engine, "Thread", BY_TAG) == "ACTIVE");
    let mut eager = lazy.clone();
    for (operation, body) in steps {
        let (one, _) = send(&mut lazy, operation, &body);
        let (other, _) = send(&mut eager, operation, &body);
        assert_eq!(one.body, other.body);
        free(&mut eager);
        assert_eq!(eager.unfreed(), 0);
        assert_eq!(lazy.state_hash(), eager.state_hash(), "{operation}");
    }
    assert_eq!((lazy.now(), lazy.next_due()), (eager.now(), eager.next_due()));
}

#[test]
fn a_deleted_backup_is_freed_in_pages() {
    let mut engine = with_many();
    let body = json!({"TableName": "Thread", "BackupName": "all"});
    let (_, made) = send(&mut engine, "CreateBackup", &body);
    send(&mut engine, "DeleteTable", &json!({"TableName": "Thread"}));
    free(&mut engine);
    let arn = &made["BackupDetails"]["BackupArn"];
    let (answer, _) = send(&mut engine, "DeleteBackup", &json!({"BackupArn": arn}));
    assert!(answer.is_success(), "{}", answer.body);
    assert!(engine.unfreed() > 0, "the rows that the table has left to its backup");
}

fn enable_expiry(engine: &mut Engine) {
    let setting = json!({"AttributeName": "Until", "Enabled": true});
    let body = json!({"TableName": "Thread", "TimeToLiveSpecification": setting});
    let (answer, _) = send(engine, "UpdateTimeToLive", &body);
    assert!(answer.is_success(), "{}", answer.body);
}

/// A table of items that expired a minute ago.
fn with_expired(count: usize) -> Engine {
    let mut engine = with_table(Physics::instant());
    for number in 0..count {
        let item = json!({
            "ForumName": {"S": "S3"}, "Subject": {"S": number.to_string()},
            "Until": {"N": (START.seconds() - 60).to_string()},
        });
        send(&mut engine, "PutItem", &json!({"TableName": "Thread", "Item": item}));
    }
    engine
}

fn items(engine: &Engine) -> usize {
    engine.table("Thread").map_or(0, |table| table.item_count())
}

#[test]
fn many_items_expire_between_requests() {
    let mut engine = with_expired(MANY);
    enable_expiry(&mut engine);
    let mut left = items(&engine);
    assert!(left >= MANY - 256, "{left} items are left when the request ends");
    // A partition's scanner finds 256 at a time.
    let at_once = 256 * engine.table("Thread").map_or(0, |table| table.partitions().count());
    while left > 0 {
        let due = engine.next_due().expect("work that is not over");
        let (answer, _) = send(&mut engine, "ListTables", &json!({}));
        assert!(answer.is_success());
        engine.advance(due, Budget::UNBOUNDED);
        let now = items(&engine);
        assert!(left - now <= at_once, "{left} items before a moment, {now} after");
        left = now;
    }
}

#[test]
fn few_items_expire_at_once_without_delays() {
    let mut engine = with_expired(100);
    enable_expiry(&mut engine);
    assert_eq!(items(&engine), 0);
}
