//! Journals written under one version of the rules and read under another: acknowledged data is valid, and differences
//! are reported once.

use hashrange_engine::Budget;
use hashrange_journal::read;
use hashrange_time::Duration;
use hashrange_workload::{Action, LoadPlan, Mix};

use super::*;
use crate::{Keeps, Replayed, Sending, Settings, Timeline, change_rules, replay};

const TABLES: [&str; 2] = ["Notes", "OldNotes"];

fn table(name: &str) -> Value {
    json!({
        "TableName": name, "BillingMode": "PAY_PER_REQUEST",
        "AttributeDefinitions": [{"AttributeName": "Id", "AttributeType": "S"}, {"AttributeName": "Kind", "AttributeType": "S"}],
        "KeySchema": [{"AttributeName": "Id", "KeyType": "HASH"}],
        "GlobalSecondaryIndexes": [{"IndexName": "ByKind", "KeySchema": [{"AttributeName": "Kind", "KeyType": "HASH"}],
            "Projection": {"ProjectionType": "ALL"}}],
    })
}

fn timeline() -> Timeline {
    let mut timeline = Timeline::begin(&Settings {
        start: START,
        ..Settings::default()
    });
    timeline.set_keeps(Keeps::Everything);
    timeline
}

fn ask(timeline: &mut Timeline, operation: &str, body: &Value) -> Answer {
    let at = timeline.engine().now() + Duration::from_seconds(1);
    timeline
        .dispatch(at, &target_of(operation), body.to_string().as_bytes())
        .answer
}

fn done(timeline: &mut Timeline, operation: &str, body: &Value) {
    let answer = ask(timeline, operation, body);
    assert!(answer.is_success(), "{operation} {body}: {}", answer.body);
}

fn put(id: &str, more: &Value) -> Value {
    let mut item = json!({"Id": {"S": id}, "Kind": {"S": "a"}});
    for (name, value) in more.as_object().expect("an object") {
        item[name] = value.clone();
    }
    json!({"TableName": "Notes", "Item": item})
}

fn update(id: &str, value: &Value) -> Value {
    json!({"TableName": "Notes", "Key": {"Id": {"S": id}}, "UpdateExpression": "SET Note = :v",
        "ExpressionAttributeValues": {":v": value}})
}

/// Writes with every kind of operation. The other rules refuse or change some of these writes.
fn written(timeline: &mut Timeline) {
    for name in TABLES {
        done(timeline, "CreateTable", &table(name));
    }
    timeline.advance(timeline.engine().now() + Duration::from_seconds(60), Budget::UNBOUNDED);
    done(
        timeline,
        "PutItem",
        &put(
            "plain",
            &json!({"N": {"N": "1.50"}, "Item": {"M": {"Item": {"S": "}"}}}}),
        ),
    );
    done(
        timeline,
        "PutItem",
        &put(
            "odd",
            &json!({"Odd": {"SS": ["b", "a"]}, "Big": {"S": "x".repeat(900)}}),
        ),
    );
    done(timeline, "UpdateItem", &update("plain", &json!({"N": "7"})));
    done(timeline, "UpdateItem", &update("made", &json!({"S": "x"})));
    done(timeline, "PutItem", &put("goes", &json!({})));
    done(
        timeline,
        "DeleteItem",
        &json!({"TableName": "Notes", "Key": {"Id": {"S": "goes"}}}),
    );
    let batch = json!({"RequestItems": {"OldNotes": [{"PutRequest": {"Item": {"Id": {"S": "1"}}}},
        {"PutRequest": {"Item": {"Id": {"S": "2"}, "L": {"L": [{"NULL": true}]}}}}]}});
    done(timeline, "BatchWriteItem", &batch);
    let transaction = json!({"TransactItems": [{"Put": put("both", &json!({}))},
        {"Update": {"TableName": "OldNotes", "Key": {"Id": {"S": "1"}}, "UpdateExpression": "SET T = :t",
            "ExpressionAttributeValues": {":t": {"BOOL": true}}}}]});
    done(timeline, "TransactWriteItems", &transaction);
    let statement = r#"INSERT INTO "Notes" VALUE {'Id': 'said', 'Kind': 'b'}"#;
    done(timeline, "ExecuteStatement", &json!({"Statement": statement}));
}

/// Items of both tables and of the index, as text.
fn items(engine: &Engine) -> Vec<String> {
    let mut engine = engine.clone();
    let scan = |engine: &mut Engine, body: &Value| {
        let (answer, scanned) = send(engine, "Scan", body);
        assert!(answer.is_success(), "{}", answer.body);
        let mut items: Vec<String> = scanned["Items"]
            .as_array()
            .expect("items")
            .iter()
            .map(ToString::to_string)
            .collect();
        items.sort_unstable();
        items
    };
    let mut all = Vec::new();
    for name in TABLES {
        all.extend(scan(&mut engine, &json!({"TableName": name})));
        all.extend(scan(&mut engine, &json!({"TableName": name, "IndexName": "ByKind"})));
    }
    all
}

/// Runs code under other rules.
fn under_other_rules<T>(work: impl FnOnce() -> T) -> T {
    change_rules(true);
    let done = work();
    change_rules(false);
    done
}

fn reported(differences: &crate::Differences) -> Vec<String> {
    differences
        .reported()
        .iter()
        .map(|reported| format!("{} {}", reported.record, reported.what))
        .collect()
}

#[test]
fn what_was_acknowledged_holds_where_the_rules_are_others() {
    let mut timeline = timeline();
    written(&mut timeline);
    let (bytes, was) = (timeline.journal().expect("here"), items(timeline.engine()));
    assert_eq!(was.len(), 11);
    let same = replay(&bytes).expect("a good journal");
    assert!(same.differences.is_empty() && items(&same.engine) == was);

    let Replayed {
        engine, differences, ..
    } = under_other_rules(|| replay(&bytes)).expect("nothing stops");
    assert_eq!(items(&engine), was);
    let reported_of = reported(&differences);
    let expected = [
        "3 CreateTable",
        "6 PutItem",
        "7 UpdateItem",
        "8 UpdateItem",
        "10 DeleteItem",
    ];
    assert_eq!(reported_of, expected, "{differences}");
    let text = differences.to_string();
    assert!(
        text.contains("the table OldNotes; by the rules of this version it would be refused: "),
        "{text}"
    );
    assert!(text.contains(r#"it was {"Id":{"S":"plain"}} in Notes with {"Note":{"N":"7"}}; by the rules of this version it would be {"Id":{"S":"plain"}} in Notes with {"Note":{"S":"other"}}"#),
        "{text}");
    assert!(
        text.contains(r#"it was no item {"Id":{"S":"goes"}} in Notes"#),
        "{text}"
    );
}

#[test]
fn a_timeline_keeps_the_promise_at_every_place_and_in_every_future() {
    let mut timeline = timeline();
    written(&mut timeline);
    for _ in 0..4 {
        timeline.undo().expect("a way back");
    }
    done(&mut timeline, "PutItem", &put("instead", &json!({"Odd": {"N": "1"}})));
    let end = timeline.end();
    let mut places = Vec::new();
    for place in 6..=end {
        timeline.go_to(place).expect("a place");
        places.push((place, items(timeline.engine())));
    }
    let future = timeline.futures()[0];
    timeline.switch(future).expect("a future");
    let other = items(timeline.engine());
    let bytes = timeline.journal().expect("here");
    under_other_rules(|| {
        let mut read = Timeline::<()>::read(&bytes).expect("nothing stops");
        for (place, was) in places.iter().rev().chain(&places) {
            read.go_to(*place).expect("a place");
            assert_eq!(items(read.engine()), *was, "at {place}");
        }
        let future = read.futures()[0];
        read.switch(future).expect("a future");
        assert_eq!(items(read.engine()), other);
    });
}

#[test]
fn a_load_comes_to_what_it_came_to() {
    let mut timeline = timeline();
    done(&mut timeline, "CreateTable", &table("Notes"));
    done(&mut timeline, "CreateTable", &table("OldNotes"));
    timeline.advance(timeline.engine().now() + Duration::from_seconds(60), Budget::UNBOUNDED);
    let mix = Mix(vec![(Action::Put, 2), (Action::Update, 2), (Action::Delete, 1)]);
    let plan = LoadPlan {
        mix,
        ..loads::plan(&timeline, 50, 10)
    };
    timeline.begin_load(plan, 11);
    let until = timeline.engine().now() + Duration::from_seconds(30);
    let mut halfway = None;
    while let Sending::Sent(_) | Sending::OutOfBudget(_) = timeline.send_next(until, Budget { steps: 50 }) {
        if halfway.is_none()
            && timeline
                .engine()
                .table("Notes")
                .is_some_and(|table| table.item_count() > 10)
        {
            timeline.keep_snapshot();
            halfway = Some((timeline.place(), items(timeline.engine())));
        }
    }
    timeline.end_load();
    let (was, (place, half)) = (items(timeline.engine()), halfway.expect("a load of many items"));
    assert_ne!(was, half);
    let bytes = timeline.journal().expect("here");
    under_other_rules(|| {
        let mut read = Timeline::<()>::read(&bytes).expect("nothing stops");
        assert_eq!(items(read.engine()), was);
        read.go_to(place).expect("a place");
        assert_eq!(items(read.engine()), half);
    });
    // Another future starts in the middle of a load.
    let moment = timeline.engine().now();
    timeline.go_to(place).expect("a place");
    timeline
        .go_to_time(timeline.engine().now() + Duration::from_millis(250))
        .expect("a moment");
    assert!(timeline.engine().now() < moment);
    done(
        &mut timeline,
        "PutItem",
        &put("after half of it", &json!({"Odd": {"S": "x"}})),
    );
    let (was, bytes) = (items(timeline.engine()), timeline.journal().expect("here"));
    let read = under_other_rules(|| Timeline::<()>::read(&bytes).expect("nothing stops"));
    assert_eq!(items(read.engine()), was);
}

#[test]
fn what_expired_then_is_gone_and_what_did_not_is_there() {
    let aws = Settings {
        start: START,
        ..Settings::of_preset("classroom").expect("a preset")
    };
    for (attribute, items_then, differ) in [("Ends", 4, 2), ("Other", 8, 1)] {
        let mut timeline = Timeline::<()>::begin(&aws);
        timeline.set_keeps(Keeps::Everything);
        for name in TABLES {
            done(&mut timeline, "CreateTable", &table(name));
        }
        timeline.advance(timeline.engine().now() + Duration::from_seconds(60), Budget::UNBOUNDED);
        let ttl = json!({"TableName": "Notes",
            "TimeToLiveSpecification": {"AttributeName": attribute, "Enabled": true}});
        let soon = (timeline.engine().now().micros() / 1_000_000 + 5).to_string();
        for id in ["one", "two"] {
            done(&mut timeline, "PutItem", &put(id, &json!({"Ends": {"N": soon}})));
        }
        done(
            &mut timeline,
            "PutItem",
            &put("stays", &json!({"Other": {"N": "99999999999"}})),
        );
        done(&mut timeline, "UpdateTimeToLive", &ttl);
        timeline.advance(timeline.engine().now() + Duration::from_days(4), Budget::UNBOUNDED);
        done(&mut timeline, "PutItem", &put("after", &json!({})));
        timeline.advance(timeline.engine().now() + Duration::from_days(1), Budget::UNBOUNDED);
        let (was, bytes) = (items(timeline.engine()), timeline.journal().expect("here"));
        assert_eq!(was.len(), items_then);
        let read = under_other_rules(|| replay(&bytes).expect("nothing stops"));
        assert_eq!(items(&read.engine), was, "{attribute}: {}", read.differences);
        assert_eq!(read.differences.records(), differ, "{}", read.differences);
    }
}

#[test]
fn a_record_says_no_item_twice() {
    let mut timeline = timeline();
    written(&mut timeline);
    let journal = read(&timeline.journal().expect("here")).expect("a good journal");
    let bytes = |record: u64| {
        let record = &journal.records[usize::try_from(record).expect("small") - 1];
        record.outcome.changes.lists().expect("lists").concat().len()
    };
    assert_eq!(
        journal.records.iter().map(|record| record.outcome.semantics).max(),
        Some(crate::SEMANTICS)
    );
    assert!(bytes(6) < 16, "an item of a kilobyte: {}", bytes(6));
    assert!(bytes(7) < 40, "an attribute of an item: {}", bytes(7));
}

#[test]
fn a_record_that_says_nothing_readable_stops_nobody() {
    let mut timeline = timeline();
    written(&mut timeline);
    let bytes = timeline.journal().expect("here");
    let mut journal = read(&bytes).expect("a good journal");
    journal.records[4].outcome.changes = hashrange_journal::Changes::of(&[1, 200, 1]);
    let header = bytes[..hashrange_journal::HEADER_BYTES].to_vec();
    let changed: Vec<u8> = header
        .into_iter()
        .chain(journal.records.iter().flat_map(hashrange_journal::encode_record))
        .collect();
    let read = under_other_rules(|| replay(&changed).expect("nothing stops"));
    assert!(
        read.differences
            .to_string()
            .contains("record 5, PutItem: it was a change that this program cannot read")
    );
}
