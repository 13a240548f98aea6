//! Copies between two simulated services, complete and interrupted, with responses that are late, lost, throttled or
//! partial.

mod created;
mod drive;
mod service;
mod settings;
mod vectors;

use drive::{Ended, drive};
use serde_json::{Value, json};
use service::{Faults, Service};

use crate::{Copy, CopyError, Plan, Reply, Report, Side, Step};

/// A service with a table that has indexes, TTL, tags and a stream, and one that has none of them.
fn source(items: u32) -> Service {
    let mut source = Service::new(7);
    source.answer(
        "CreateTable",
        &json!({
            "TableName": "Thread",
            "AttributeDefinitions": [
                { "AttributeName": "Forum", "AttributeType": "S" }, { "AttributeName": "Subject", "AttributeType": "N" },
                { "AttributeName": "Views", "AttributeType": "N" }, { "AttributeName": "Last", "AttributeType": "S" },
            ],
            "KeySchema": [
                { "AttributeName": "Forum", "KeyType": "HASH" }, { "AttributeName": "Subject", "KeyType": "RANGE" },
            ],
            "LocalSecondaryIndexes": [{
                "IndexName": "ByLast",
                "KeySchema": [
                    { "AttributeName": "Forum", "KeyType": "HASH" }, { "AttributeName": "Last", "KeyType": "RANGE" },
                ],
                "Projection": { "ProjectionType": "KEYS_ONLY" },
            }],
            "GlobalSecondaryIndexes": [{
                "IndexName": "ByViews",
                "KeySchema": [{ "AttributeName": "Views", "KeyType": "HASH" }],
                "Projection": { "ProjectionType": "INCLUDE", "NonKeyAttributes": ["b", "a"] },
                "ProvisionedThroughput": { "ReadCapacityUnits": 3, "WriteCapacityUnits": 4 },
            }],
            "ProvisionedThroughput": { "ReadCapacityUnits": 1, "WriteCapacityUnits": 2 },
            "StreamSpecification": { "StreamEnabled": true, "StreamViewType": "NEW_IMAGE" },
            "Tags": [{ "Key": "team", "Value": "a" }],
        }),
    );
    source.answer(
        "UpdateTimeToLive",
        &json!({ "TableName": "Thread", "TimeToLiveSpecification": { "Enabled": true, "AttributeName": "Expires" } }),
    );
    source.answer("CreateTable", &plain("Empty"));
    for number in 0..items {
        let item = json!({
            "Forum": { "S": format!("f{}", number % 5) }, "Subject": { "N": format!("{number}.50") },
            "Views": { "N": format!("{}", number % 3) }, "Last": { "S": format!("l{number}") },
            "Set": { "NS": ["3", "1.0"] }, "Bytes": { "B": "AAE=" }, "Deep": { "M": { "a": { "L": [{ "NULL": true }] } } },
        });
        source.answer("PutItem", &json!({ "TableName": "Thread", "Item": item }));
    }
    source
}

fn plain(name: &str) -> Value {
    json!({
        "TableName": name,
        "AttributeDefinitions": [{ "AttributeName": "Id", "AttributeType": "S" }],
        "KeySchema": [{ "AttributeName": "Id", "KeyType": "HASH" }],
        "BillingMode": "PAY_PER_REQUEST",
    })
}

fn plan() -> Plan {
    Plan {
        workers: 3,
        ..Plan::default()
    }
}

fn copy_all(source: &mut Service, target: &mut Service) -> Result<Report, CopyError> {
    let mut copy = Copy::begin(&plan(), "a", "b");
    match drive(&mut copy, (source, target), u64::MAX, 1) {
        Ended::Done => copy.outcome().expect("it is done"),
        Ended::Cut => panic!("nobody cut it"),
    }
}

/// Checks that both have the same tables, with equal definitions and items.
fn assert_same(source: &mut Service, target: &mut Service) {
    for table in ["Thread", "Empty"] {
        assert_eq!(source.items(table), target.items(table), "{table}");
        let [own, other] = [&mut *source, &mut *target].map(|side| side.described(table));
        for member in [
            "KeySchema",
            "AttributeDefinitions",
            "StreamSpecification",
            "ProvisionedThroughput",
        ] {
            assert_eq!(own[member], other[member], "{table} {member}");
        }
        for indexes in ["LocalSecondaryIndexes", "GlobalSecondaryIndexes"] {
            assert_eq!(
                own[indexes].as_array().map(Vec::len),
                other[indexes].as_array().map(Vec::len),
                "{table}"
            );
        }
    }
    for (operation, body) in [
        ("DescribeTimeToLive", json!({ "TableName": "Thread" })),
        ("Tags", json!({})),
    ] {
        let [own, other] = [&mut *source, &mut *target].map(|side| side.reported(operation, &body));
        assert_eq!(own, other, "{operation}");
    }
}

#[test]
fn a_copy_has_tables_items_and_what_belongs_to_them() {
    let (mut source, mut target) = (source(230), Service::new(8));
    let report = copy_all(&mut source, &mut target).expect("a report");
    let counts: Vec<(&str, u64)> = report
        .tables
        .iter()
        .map(|table| (table.name.as_str(), table.items))
        .collect();
    assert_eq!(counts, [("Empty", 0), ("Thread", 230)]);
    assert!(
        report.tables.iter().all(|table| table.not_copied.is_empty()),
        "{report:?}"
    );
    assert_same(&mut source, &mut target);
}

#[test]
fn what_the_target_does_not_know_is_reported() {
    let (mut source, mut target) = (source(10), Service::new(8));
    target.faults.unknown = vec!["UpdateTimeToLive", "TagResource", "UpdateTable"];
    let report = copy_all(&mut source, &mut target).expect("a report");
    let thread = report
        .tables
        .iter()
        .find(|table| table.name == "Thread")
        .expect("it is there");
    let not_copied: Vec<String> = thread
        .not_copied
        .iter()
        .map(|not_copied| format!("{}: {}", not_copied.what, not_copied.why))
        .collect();
    assert_eq!(
        not_copied,
        [
            "TTL: the target does not support UpdateTimeToLive",
            "tags: the target does not support TagResource",
            "stream: the target does not support UpdateTable",
        ]
    );
    assert_eq!(source.items("Thread"), target.items("Thread"));
}

#[test]
fn an_endpoint_that_describes_less_than_it_was_reported_is_copied_to() {
    let (mut source, mut target) = (source(20), Service::new(8));
    target.faults.vague = true;
    let report = copy_all(&mut source, &mut target).expect("a report");
    let not_copied: Vec<&str> = report
        .tables
        .iter()
        .flat_map(|table| &table.not_copied)
        .map(|not_copied| not_copied.why.as_str())
        .collect();
    assert_eq!(
        not_copied,
        ["the target describes differently: AttributeDefinitions, global index ByViews"]
    );
    let error = copy_all(&mut source, &mut target).expect_err("nothing says that the table is alike");
    assert!(matches!(error, CopyError::Schema { .. }), "{error}");
    target.faults = Faults::default();
    assert_same(&mut source, &mut target);
}

#[test]
fn endpoints_in_trouble_only_slow_a_copy_down() {
    for seed in 0..12 {
        let (mut source, mut target) = (source(120), Service::new(seed));
        source.faults = Faults {
            throttled: 20,
            lost: 10,
            ..Faults::default()
        };
        target.faults = Faults {
            throttled: 20,
            lost: 10,
            partial: 40,
            ..Faults::default()
        };
        copy_all(&mut source, &mut target).expect("a report");
        (source.faults, target.faults) = (Faults::default(), Faults::default());
        assert_same(&mut source, &mut target);
    }
}

#[test]
fn a_copy_that_is_cut_at_any_step_goes_on() {
    let mut steps = 0;
    loop {
        let (mut source, mut target) = (source(60), Service::new(steps));
        target.faults.partial = 30;
        let mut copy = Copy::begin(&plan(), "a", "b");
        let Ended::Cut = drive(&mut copy, (&mut source, &mut target), steps, steps) else {
            break;
        };
        let kept = source.kept.clone().unwrap_or_default();
        let mut copy = if kept.is_empty() {
            Copy::begin(&plan(), "a", "b")
        } else {
            Copy::resume(&plan(), "a", "b", &kept).expect("it is its state")
        };
        drive(&mut copy, (&mut source, &mut target), u64::MAX, steps);
        copy.outcome()
            .expect("it is done")
            .unwrap_or_else(|error| panic!("{steps}: {error}"));
        assert_same(&mut source, &mut target);
        steps += 1;
    }
    assert!(steps > 40, "{steps}");
}

#[test]
fn a_copy_that_is_cut_again_and_again_ends_some_time() {
    let (mut source, mut target) = (source(150), Service::new(3));
    (source.faults.throttled, target.faults.lost) = (10, 5);
    let mut copy = Copy::begin(&plan(), "a", "b");
    let mut cuts = 0;
    while let Ended::Cut = drive(&mut copy, (&mut source, &mut target), 25, cuts) {
        cuts += 1;
        assert!(cuts < 100, "it does not come forward");
        let kept = source.kept.clone().expect("something is kept");
        copy = Copy::resume(&Plan { workers: 9, ..plan() }, "a", "b", &kept).expect("it is its state");
    }
    assert!(cuts > 2);
    copy.outcome().expect("it is done").expect("a report");
    (source.faults, target.faults) = (Faults::default(), Faults::default());
    assert_same(&mut source, &mut target);
}

#[test]
fn a_target_that_is_gone_is_filled_anew() {
    let (mut source, mut target) = (source(60), Service::new(1));
    let mut copy = Copy::begin(&plan(), "a", "b");
    assert!(matches!(
        drive(&mut copy, (&mut source, &mut target), 30, 1),
        Ended::Cut
    ));
    let mut target = Service::new(2);
    let kept = source.kept.clone().expect("something is kept");
    let mut copy = Copy::resume(&plan(), "a", "b", &kept).expect("it is its state");
    drive(&mut copy, (&mut source, &mut target), u64::MAX, 1);
    copy.outcome().expect("it is done").expect("a report");
    assert_same(&mut source, &mut target);
}

#[test]
fn a_table_that_was_done_is_done_again_for_another_target() {
    let (mut source, mut target) = (source(30), Service::new(1));
    copy_all(&mut source, &mut target).expect("a report");
    let kept = source.kept.clone().expect("something is kept");
    let mut target = Service::new(2);
    let mut copy = Copy::resume(&plan(), "a", "b", &kept).expect("it is its state");
    drive(&mut copy, (&mut source, &mut target), u64::MAX, 1);
    copy.outcome().expect("it is done").expect("a report");
    assert_same(&mut source, &mut target);
}

#[test]
fn an_item_that_the_target_refuses_is_named() {
    let (mut source, mut target) = (source(60), Service::new(1));
    let body = json!({
        "TableName": "Thread",
        "AttributeDefinitions": [{ "AttributeName": "Rank", "AttributeType": "N" }],
        "GlobalSecondaryIndexUpdates": [{ "Create": {
            "IndexName": "ByRank",
            "KeySchema": [{ "AttributeName": "Rank", "KeyType": "HASH" }],
            "Projection": { "ProjectionType": "KEYS_ONLY" },
            "ProvisionedThroughput": { "ReadCapacityUnits": 1, "WriteCapacityUnits": 1 },
        } }],
    });
    // An index that is added to a table omits such items. An existing index refuses them.
    let item = json!({ "Forum": { "S": "f1" }, "Subject": { "N": "1000" }, "Rank": { "S": "first" } });
    source.answer("PutItem", &json!({ "TableName": "Thread", "Item": item }));
    source.answer("UpdateTable", &body);
    source.answer("ListTables", &json!({}));
    let error = copy_all(&mut source, &mut target).expect_err("it is refused");
    let words = r#"the target refuses an item of table Thread, {"Forum":{"S":"f1"},"Subject":{"N":"1000"}}: "#;
    assert!(error.to_string().starts_with(words), "{error}");
}

#[test]
fn an_existing_table_must_be_made_alike() {
    let (mut source, mut target) = (source(20), Service::new(1));
    let mut other = plain("Thread");
    other["KeySchema"][0]["AttributeName"] = "Forum".into();
    other["AttributeDefinitions"][0]["AttributeName"] = "Forum".into();
    target.answer("CreateTable", &other);
    let error = copy_all(&mut source, &mut target).expect_err("it differs");
    assert_eq!(
        error.to_string(),
        "the target already has a table Thread, which differs in: KeySchema, AttributeDefinitions, local index \
         ByLast, global index ByViews"
    );
    target.answer("DeleteTable", &json!({ "TableName": "Thread" }));
    copy_all(&mut source, &mut target).expect("a report");
    copy_all(&mut source, &mut target).expect("twice is as good as once");
    assert_same(&mut source, &mut target);
}

#[test]
fn items_that_were_there_before_are_noticed() {
    let (mut source, mut target) = (source(5), Service::new(1));
    target.answer("CreateTable", &plain("Empty"));
    target.answer(
        "PutItem",
        &json!({ "TableName": "Empty", "Item": { "Id": { "S": "mine" } } }),
    );
    let error = copy_all(&mut source, &mut target).expect_err("it has more");
    assert_eq!(
        error,
        CopyError::Differs {
            table: "Empty".to_owned(),
            read: 0,
            found: 1
        }
    );
}

#[test]
fn an_endpoint_that_is_away_ends_a_copy() {
    let (mut source, mut target) = (source(5), Service::new(1));
    target.faults.lost = 100;
    let error = copy_all(&mut source, &mut target).expect_err("nobody is there");
    assert!(
        matches!(
            error,
            CopyError::Exhausted {
                operation: "DescribeTable",
                tries: 8,
                ..
            }
        ),
        "{error}"
    );
}

#[test]
fn a_limit_is_kept() {
    let (mut source, mut target) = (source(100), Service::new(1));
    let plan = Plan {
        tables: Some(vec!["Thread".to_owned()]),
        write_units: Some(20),
        ..plan()
    };
    let mut copy = Copy::begin(&plan, "a", "b");
    drive(&mut copy, (&mut source, &mut target), u64::MAX, 1);
    copy.outcome().expect("it is done").expect("a report");
    // 100 puts, each with an entry in two indexes, are 300 units. The units of one second are available at the start,
    // and each worker can overdraw the account by a batch.
    assert!(target.seconds() >= 9, "{}", target.seconds());
}

#[test]
fn a_cancelled_copy_waits_for_requests_in_flight() {
    let (mut source, mut target) = (source(60), Service::new(1));
    let mut copy = Copy::begin(&plan(), "a", "b");
    assert!(matches!(
        drive(&mut copy, (&mut source, &mut target), 30, 1),
        Ended::Cut
    ));
    copy.cancel();
    let now = source.now;
    assert_eq!(copy.next(now), Step::Wait(None), "replies are still to come");
    for worker in 0..3 {
        copy.take(worker, now, Reply::Lost("it was cut".to_owned()));
    }
    assert_eq!((copy.next(now), copy.outcome()), (Step::Done, None));
    let mut copy = Copy::resume(&plan(), "a", "b", source.kept.as_deref().expect("a state")).expect("its state");
    drive(&mut copy, (&mut source, &mut target), u64::MAX, 1);
    assert_same(&mut source, &mut target);
}

/// The error of a copy whose source repeats its answer to an operation.
fn error_of_repeated(operation: &str, repeated: &Value) -> String {
    let (mut source, mut target) = (source(20), Service::new(8));
    source.faults.repeated = Some((operation.to_owned(), repeated.to_string()));
    copy_all(&mut source, &mut target)
        .expect_err("the pages do not end")
        .to_string()
}

#[test]
fn pages_that_do_not_advance_end_the_copy() {
    let said = |operation: &str| {
        format!(
            "the source responds to {operation} with an invalid body: page 2 ends where an earlier page ended, so the pages do not end"
        )
    };
    for (operation, repeated) in [
        (
            "ListTables",
            json!({ "TableNames": ["Thread"], "LastEvaluatedTableName": "Thread" }),
        ),
        ("ListTagsOfResource", json!({ "Tags": [], "NextToken": "x" })),
        (
            "Scan",
            json!({ "Items": [], "LastEvaluatedKey": { "Forum": { "S": "a" }, "Subject": { "N": "1" } } }),
        ),
    ] {
        assert_eq!(error_of_repeated(operation, &repeated), said(operation));
    }
}
