//! Services with an accelerator: the content of their journals, and the resulting states.

use hashrange_engine::{Budget, Engine};
use hashrange_time::Duration;

use super::*;
use crate::{Accelerator, DaxOptions, Front, Impact, Recorder, Settings, Timeline, ignore_steps, replay, state_hash};

const TABLE: &str = r#"{"TableName":"Notes","BillingMode":"PAY_PER_REQUEST",
    "AttributeDefinitions":[{"AttributeName":"Id","AttributeType":"S"}],
    "KeySchema":[{"AttributeName":"Id","KeyType":"HASH"}]}"#;

fn settings() -> Settings {
    let dax = DaxOptions {
        item_ttl: Duration::from_seconds(9),
        ..DaxOptions::DEFAULT
    };
    Settings {
        start: START,
        dax: Some(dax),
        ..Settings::default()
    }
}

/// Requests of all kinds, some of them refused, and the seconds before each.
fn requests() -> Vec<(u64, &'static str, Value)> {
    let get = |id: &str| ("GetItem", json!({"TableName": "Notes", "Key": {"Id": {"S": id}}}));
    let put = |id: &str, n: u64| {
        (
            "PutItem",
            json!({"TableName": "Notes", "Item": {"Id": {"S": id}, "n": {"N": n.to_string()}}}),
        )
    };
    let scan = ("Scan", json!({"TableName": "Notes"}));
    let all = [
        (0, put("a", 1)),
        (0, get("b")),
        (1, put("b", 2)),
        (1, get("a")),
        (0, scan.clone()),
        (0, ("GetItem", json!({"TableName": "Notes", "Key": {"No": {"S": "a"}}}))),
        (
            0,
            (
                "UpdateItem",
                json!({"TableName": "Notes", "Key": {"Id": {"S": "a"}},
            "UpdateExpression": "ADD n :one", "ExpressionAttributeValues": {":one": {"N": "1"}}}),
            ),
        ),
        (3, get("a")),
        (0, scan),
        (7, get("a")),
        (
            0,
            (
                "BatchGetItem",
                json!({"RequestItems": {"Notes": {"Keys": [{"Id": {"S": "a"}}, {"Id": {"S": "c"}}]}}}),
            ),
        ),
        (
            0,
            (
                "TransactWriteItems",
                json!({"TransactItems": [{"Delete": {"TableName": "Notes", "Key": {"Id": {"S": "a"}}}}]}),
            ),
        ),
        (1, get("a")),
        (1, get("c")),
    ];
    all.into_iter()
        .map(|(after, (operation, body))| (after, operation, body))
        .collect()
}

/// The state's hash after these requests, the accelerator, and the journal of a service that records the minimum.
fn recorded(least: Impact) -> (u128, Accelerator, Vec<u8>) {
    let settings = settings();
    let (mut engine, mut dax) = (Engine::new(settings.options()), settings.dax.map(Accelerator::new));
    let (mut recorder, mut journal) = Recorder::begin(&settings, least);
    let mut send = |after: u64, operation: &str, body: &[u8]| {
        let (at, target) = (engine.now() + Duration::from_seconds(after), target_of(operation));
        let answer = Front {
            dax: dax.as_mut(),
            engine: &mut engine,
            on_step: &mut ignore_steps,
        }
        .dispatch(at, &target, body)
        .answer;
        journal.extend(recorder.answered(at, &target, body, &answer, &mut engine));
    };
    send(0, "CreateTable", TABLE.as_bytes());
    for (after, operation, body) in requests() {
        send(after, operation, body.to_string().as_bytes());
    }
    (
        state_hash(&engine, dax.as_ref()),
        dax.expect("it was asked for"),
        journal,
    )
}

#[test]
fn reads_are_in_the_journal_whatever_else_is_not() {
    for least in [Impact::Cost, Impact::Change] {
        let (hash, dax, journal) = recorded(least);
        let mut replayed = replay(&journal).expect("a good journal");
        assert_eq!(replayed.settings, settings());
        assert_eq!(replayed.state_hash(), hash);
        assert_ne!(replayed.engine.state_hash(), hash, "the accelerator is in it");
        let (before, after) = (dax.report(), replayed.dax.as_ref().expect("it is there again").report());
        assert_eq!(
            (before.metrics.error_request_count, after.metrics.error_request_count),
            (1, 0)
        );
        assert_eq!((before.items, before.queries), (after.items, after.queries));
        assert_eq!(before.metrics.item_cache_hits, after.metrics.item_cache_hits);
        // A later hit causes no new event.
        let at = replayed.engine.now();
        let events = replayed.engine.last_event();
        let body = br#"{"TableName":"Notes","Key":{"Id":{"S":"a"}}}"#;
        replayed
            .front(&mut ignore_steps)
            .dispatch(at, &target_of("GetItem"), body);
        assert_eq!(replayed.engine.last_event(), events, "the engine never saw it");
        assert_ne!(replayed.state_hash(), hash, "a hit is a use");
    }
}

#[test]
fn a_timeline_goes_back_and_forth_with_its_accelerator() {
    let mut timeline = Timeline::<()>::begin(&settings());
    timeline.dispatch(START, &target_of("CreateTable"), TABLE.as_bytes());
    let mut hashes = vec![(timeline.place(), timeline.state_hash())];
    for (after, operation, body) in requests() {
        let at = timeline.engine().now() + Duration::from_seconds(after);
        timeline.dispatch(at, &target_of(operation), body.to_string().as_bytes());
        hashes.push((timeline.place(), timeline.state_hash()));
    }
    for (place, hash) in hashes.iter().rev().chain(&hashes) {
        timeline.go_to(*place).expect("a place");
        assert_eq!(timeline.state_hash(), *hash, "at {place}");
    }
    assert_eq!(
        replay(&timeline.journal().expect("every record is here"))
            .expect("good")
            .state_hash(),
        timeline.state_hash()
    );
}

#[test]
fn decoded_requests_go_the_same_way() {
    let (mut decoded, mut sent) = (Timeline::<()>::begin(&settings()), Timeline::<()>::begin(&settings()));
    let (decoded, sent) = (&mut decoded, &mut sent);
    let all = requests()
        .into_iter()
        .map(|(after, operation, body)| (after, operation, body.to_string()));
    for (after, operation, body) in [(0, "CreateTable", TABLE.to_owned())].into_iter().chain(all) {
        let at = sent.engine().now() + Duration::from_seconds(after);
        sent.dispatch(at, &target_of(operation), body.as_bytes());
        let known = Operation::from_name(operation).expect("an operation");
        let request = hashrange_wire::Checked::decode(known, body.as_bytes()).expect("a good body");
        let _ = decoded.handle(at, request, body);
        assert_eq!(decoded.state_hash(), sent.state_hash(), "after {operation}");
    }
    assert_eq!(
        decoded.journal().expect("every record is here"),
        sent.journal().expect("every record is here")
    );
}

#[test]
fn an_accelerator_comes_and_goes_on_the_way() {
    let mut timeline = Timeline::<()>::begin(&Settings {
        dax: None,
        ..settings()
    });
    timeline.dispatch(START, &target_of("CreateTable"), TABLE.as_bytes());
    assert!(timeline.dax().is_none());
    timeline.change(&settings());
    let scan = br#"{"TableName":"Notes"}"#;
    timeline.dispatch(START, &target_of("Scan"), scan);
    let longer = DaxOptions {
        query_ttl: Duration::from_hours(1),
        ..DaxOptions::DEFAULT
    };
    timeline.change(&Settings {
        dax: Some(longer),
        ..settings()
    });
    timeline.advance(START + Duration::from_minutes(50), Budget::UNBOUNDED);
    let at = timeline.engine().now();
    timeline.dispatch(at, &target_of("Scan"), scan);
    let hits = |timeline: &Timeline| timeline.dax().map(|dax| dax.report().metrics.scan_cache_hits);
    assert_eq!(hits(&timeline), Some(1));
    assert_eq!(
        replay(&timeline.journal().expect("every record is here"))
            .expect("good")
            .state_hash(),
        timeline.state_hash()
    );
    timeline.change(&Settings {
        dax: None,
        ..settings()
    });
    assert_eq!(hits(&timeline), None);
    timeline.undo().expect("good");
    assert_eq!(hits(&timeline), Some(1));
}
