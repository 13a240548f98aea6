//! Readings of lasting processes: a backfill, items that expire, reads of replicas that are behind.

use hashrange_engine::{Physics, Span};
use hashrange_insight::reading::{BuildBoard, Expiry, ExpiryQuestion, IndexBuildQuestion};
use hashrange_insight::{BuildPhase, Eligibility, ExpiryStage, ReportKind};
use hashrange_tests::watched::Watched;
use hashrange_time::Duration;
use serde_json::{Value, json};

/// A table with the key `pk` and a stream, and an index on `a`, unless it is added later.
fn watched(physics: Physics, with_index: bool) -> Watched {
    let attribute = |name: &str| json!({ "AttributeName": name, "AttributeType": "S" });
    let mut body = json!({
        "TableName": "Tab", "BillingMode": "PAY_PER_REQUEST",
        "AttributeDefinitions": [attribute("pk")],
        "KeySchema": [{ "AttributeName": "pk", "KeyType": "HASH" }],
        "StreamSpecification": { "StreamEnabled": true, "StreamViewType": "NEW_AND_OLD_IMAGES" },
    });
    if with_index {
        body["AttributeDefinitions"] = json!([attribute("pk"), attribute("a")]);
        body["GlobalSecondaryIndexes"] = json!([index()]);
    }
    let mut watched = Watched::new(physics);
    watched.send("CreateTable", &body);
    watched.advance(60_000);
    watched
}

fn put(watched: &mut Watched, pk: &str, more: &Value) {
    let mut item = json!({ "pk": { "S": pk } });
    for (name, value) in more.as_object().expect("an object") {
        item[name] = value.clone();
    }
    watched.send("PutItem", &json!({ "TableName": "Tab", "Item": item }));
}

fn build(watched: &Watched) -> BuildBoard {
    let ask = IndexBuildQuestion {
        table: "Tab".to_owned(),
        index: "ByA".to_owned(),
    };
    watched.ask(&ask).expect("a table").expect("an index")
}

fn expiry(watched: &Watched) -> Expiry {
    watched
        .ask(&ExpiryQuestion {
            table: "Tab".to_owned(),
        })
        .expect("a table")
        .expect("switched on")
}

/// The keys of expired items, with the progress of their expiry.
fn stages(watched: &Watched) -> Vec<(String, &'static str)> {
    let stage = |stage: ExpiryStage| match stage {
        ExpiryStage::Expired => "expired",
        ExpiryStage::Found(_) => "found",
        ExpiryStage::Deleted(_) => "deleted",
        ExpiryStage::Rescued(_) => "rescued",
    };
    let items = expiry(watched).items;
    items
        .iter()
        .map(|item| (format!("{:?}", item.key.get("pk").expect("the key")), stage(item.stage)))
        .collect()
}

fn index() -> Value {
    json!({ "IndexName": "ByA", "Projection": { "ProjectionType": "ALL" },
        "KeySchema": [{ "AttributeName": "a", "KeyType": "HASH" }] })
}

/// A tenth of 1,000 items have the key, and three have it with another type. The backfill takes five seconds.
fn mostly_without_the_key() -> Watched {
    let mut physics = Physics::instant();
    physics.index_update.backfill = Span::millis(5_000, 5_000);
    physics.index_update.backfill_step = Duration::from_millis(100);
    let mut watched = watched(physics, false);
    for number in 0..1_000 {
        let more = match number {
            1..=3 => json!({ "a": { "N": "3" } }),
            _ if number % 10 == 0 => json!({ "a": { "S": "x" } }),
            _ => json!({}),
        };
        put(&mut watched, &format!("p{number}"), &more);
    }
    watched.send(
        "UpdateTable",
        &json!({ "TableName": "Tab", "AttributeDefinitions": [{ "AttributeName": "a", "AttributeType": "S" }],
            "GlobalSecondaryIndexUpdates": [{ "Create": index() }] }),
    );
    watched
}

#[test]
fn filling_a_small_table_takes_its_time_and_says_when_it_ends() {
    let mut watched = mostly_without_the_key();
    let began = watched.service.engine.now();
    for second in 1..=5 {
        let board = build(&watched);
        let left = board
            .left
            .map(|left| (watched.service.engine.now() + left - began).millis());
        assert!(
            left.is_some_and(|left| (5_000..5_400).contains(&left)),
            "ACTIVE after {left:?} ms"
        );
        watched.advance(999);
        let percent = build(&watched).build.percent;
        assert!(
            (second * 20 - 1..=second * 20 + 3).contains(&percent),
            "{percent} % after {second} s"
        );
        watched.advance(1);
    }
    assert_eq!(build(&watched).build.phase, BuildPhase::Active);
}

#[test]
fn what_an_index_leaves_out_and_allows_is_reported() {
    let mut watched = mostly_without_the_key();
    let refused = |watched: &Watched| {
        build(watched)
            .build
            .rules
            .iter()
            .filter(|rule| rule.refusal.is_some())
            .count()
    };
    assert!(refused(&watched) > 0);
    watched.advance(7_000);
    let board = build(&watched);
    assert_eq!(
        (refused(&watched), board.left, board.metrics.len(), board.lag.queued),
        (0, None, 3, 0)
    );
    assert_eq!(
        (
            board.build.entries,
            board.build.violation_count,
            board.build.violations.len()
        ),
        (100, 3, 3)
    );
    assert!(board.build.violations[0].fix.starts_with("Give a a value of type S"));
}

#[test]
fn what_is_missing_differs_from_a_table_without_it() {
    let (expiry, build) = (
        ExpiryQuestion {
            table: "Tab".to_owned(),
        },
        IndexBuildQuestion {
            table: "Tab".to_owned(),
            index: "ByA".to_owned(),
        },
    );
    let nothing = Watched::new(Physics::instant());
    assert!(nothing.ask(&expiry).is_none() && nothing.ask(&build).is_none());
    let watched = watched(Physics::instant(), false);
    assert_eq!((watched.ask(&expiry), watched.ask(&build)), (Some(None), Some(None)));
}

#[test]
fn an_item_is_found_and_deleted_or_is_rescued() {
    let mut physics = Physics::instant();
    physics.expiry.scan = Duration::from_seconds(20);
    physics.expiry.deletion_with_indexes = Span::millis(30_000, 30_000);
    let mut watched = watched(physics, true);
    let now = watched.service.engine.now().seconds();
    let at = |seconds: u64| json!({ "ttl": { "N": (now + seconds).to_string() } });
    watched.send(
        "UpdateTimeToLive",
        &json!({ "TableName": "Tab", "TimeToLiveSpecification": { "Enabled": true, "AttributeName": "ttl" } }),
    );
    put(&mut watched, "a", &at(10));
    put(&mut watched, "b", &at(10));
    put(&mut watched, "c", &at(5_000));
    put(&mut watched, "never", &json!({ "ttl": { "S": "tomorrow" } }));
    put(&mut watched, "millis", &json!({ "ttl": { "N": "1571827560000" } }));
    assert_eq!((expiry(&watched).state.live, stages(&watched)), (4, Vec::new()));
    watched.advance(32_000);
    assert_eq!(
        stages(&watched).iter().filter(|(_, stage)| *stage == "found").count(),
        2,
        "{:?}",
        stages(&watched)
    );
    assert_eq!((expiry(&watched).state.found, expiry(&watched).state.readable), (2, 2));
    put(&mut watched, "b", &at(9_000));
    assert_eq!((expiry(&watched).state.found, expiry(&watched).state.readable), (1, 1));
    assert_eq!(
        stages(&watched).iter().filter(|(_, stage)| *stage == "rescued").count(),
        1
    );
    watched.advance(40_000);
    let stages = stages(&watched);
    let reported: Vec<(&str, &str)> = stages.iter().map(|(key, stage)| (key.as_str(), *stage)).collect();
    assert!(
        reported.contains(&(r#"S("a")"#, "deleted")) && reported.contains(&(r#"S("b")"#, "rescued")),
        "{reported:?}"
    );
    let board = expiry(&watched);
    assert_eq!((board.never_because.len(), board.looked_at), (2, 4));
    assert!(
        board
            .never_because
            .iter()
            .any(|never| never.why == Eligibility::NotANumber)
    );
    assert!(board.state.sweeps.iter().any(|(_, last, _)| last.is_some()));
    assert_eq!(
        (
            board.state.readable,
            board.state.deleted,
            board.state.next_sweep.is_some()
        ),
        (0, 1, true)
    );
    let records = watched.insight.streams(&watched.service.engine, "Tab").newest;
    assert!(
        records[0].by_service && records[0].old.is_some() && records[0].new.is_none(),
        "{records:?}"
    );
    assert_eq!(
        (board.has_stream, board.deletions.iter().map(|record| record.at).next()),
        (true, Some(records[0].at))
    );
}

#[test]
fn a_read_reports_which_replica_answered_and_how_far_it_is_behind() {
    let mut physics = Physics::instant();
    physics.replication = Span::exactly(Duration::from_millis(500));
    let mut watched = watched(physics, false);
    put(&mut watched, "p", &json!({ "v": { "N": "1" } }));
    watched.advance(1_000);
    put(&mut watched, "p", &json!({ "v": { "N": "2" } }));
    let written = watched.service.engine.now();
    watched.advance(100);
    let key = json!({ "pk": { "S": "p" } });
    let mut met = [0, 0];
    for _ in 0..30 {
        let answer = watched.send("GetItem", &json!({ "TableName": "Tab", "Key": key }));
        let report = watched.insight.last_report().expect("a report");
        let ReportKind::Read(read) = &report.kind else {
            panic!("a read")
        };
        let answered = read.trace.answered.expect("a read of one item");
        let stale = answer["Item"]["v"]["N"] == "1";
        assert_eq!(
            (answered.replica == Some(0), answered.missing),
            (!stale, u64::from(stale))
        );
        assert_eq!(answered.stale_since, stale.then_some(written));
        met[usize::from(stale)] += 1;
    }
    assert!(
        met[0] > 0 && met[1] > met[0],
        "two of three replicas are behind: {met:?}"
    );
    let table = watched.service.engine.table("Tab").expect("made");
    let item = table.items().next().expect("an item").0;
    let replicas = table
        .replicas(&table.keys().key_of(item), watched.service.engine.now())
        .expect("a key");
    assert_eq!(replicas.each_ref().map(|replica| replica.missing), [0, 1, 1]);
    assert_eq!(replicas[1].complete, Some(written + Duration::from_millis(500)));
}
