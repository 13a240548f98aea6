//! A write has the same number everywhere: in its trace, in pending and applied index entries, and in the stream
//! record.

use hashrange_engine::{Budget, Event, EventKind, Physics, Span, Trace};
use hashrange_time::Duration;

use super::*;
use crate::{Keeps, Restoring, Settings, Timeline, replay};

/// A table with two global indexes, a local one, a stream and TTL.
fn timeline() -> Timeline {
    let lag = Span::exactly(Duration::from_millis(12));
    let physics = Physics {
        index_propagation: lag,
        ..Physics::classroom()
    };
    let mut timeline = Timeline::begin(&Settings {
        start: START,
        physics,
        ..Settings::default()
    });
    timeline.set_keeps(Keeps::Everything);
    let attribute = |name: &str| json!({"AttributeName": name, "AttributeType": "S"});
    let key = |name: &str, kind: &str| json!({"AttributeName": name, "KeyType": kind});
    let all = json!({"ProjectionType": "ALL"});
    let global = |name: &str, by: &str| json!({"IndexName": name, "KeySchema": [key(by, "HASH")], "Projection": all});
    let table = json!({
        "TableName": "Notes", "BillingMode": "PAY_PER_REQUEST", "KeySchema": [key("pk", "HASH"), key("sk", "RANGE")],
        "AttributeDefinitions": [attribute("pk"), attribute("sk"), attribute("a"), attribute("b")],
        "GlobalSecondaryIndexes": [global("ByA", "a"), global("ByB", "b")],
        "LocalSecondaryIndexes": [{"IndexName": "Local", "KeySchema": [key("pk", "HASH"), key("a", "RANGE")], "Projection": all}],
        "StreamSpecification": {"StreamEnabled": true, "StreamViewType": "KEYS_ONLY"},
    });
    ask(&mut timeline, "CreateTable", &table);
    wait(&mut timeline, Duration::from_minutes(1));
    let ttl = json!({"TableName": "Notes", "TimeToLiveSpecification": {"Enabled": true, "AttributeName": "until"}});
    ask(&mut timeline, "UpdateTimeToLive", &ttl);
    wait(&mut timeline, Duration::from_minutes(90));
    timeline
}

fn ask(timeline: &mut Timeline, operation: &str, body: &Value) {
    let at = timeline.engine().now();
    let answer = timeline
        .dispatch(at, &target_of(operation), body.to_string().as_bytes())
        .answer;
    assert!(answer.is_success(), "{operation}: {answer:?}");
}

fn wait(timeline: &mut Timeline, span: Duration) {
    timeline.advance(timeline.engine().now() + span, Budget::UNBOUNDED);
}

fn item(sort: &str) -> Value {
    json!({"pk": {"S": "p"}, "sk": {"S": sort}, "a": {"S": "x"}, "b": {"S": "y"}})
}

fn put(timeline: &mut Timeline, sort: &str) {
    ask(timeline, "PutItem", &json!({"TableName": "Notes", "Item": item(sort)}));
}

fn events(timeline: &Timeline) -> impl DoubleEndedIterator<Item = &Event> {
    timeline.engine().events_since(0)
}

/// Numbers of the traces of writes, request by request; `None` for items that were only checked.
fn traced(timeline: &Timeline) -> Vec<Vec<Option<u64>>> {
    let number = |trace: &Trace| match trace {
        Trace::Write(write) => Some(write.number),
        Trace::Read(_) => None,
    };
    let of = |event: &Event| match &event.kind {
        EventKind::Request(request) => Some(request.traces.iter().filter_map(number).collect()),
        _ => None,
    };
    events(timeline)
        .filter_map(of)
        .filter(|numbers: &Vec<_>| !numbers.is_empty())
        .collect()
}

fn arrived(timeline: &Timeline, name: &str) -> Vec<u64> {
    let of = |event: &Event| match &event.kind {
        EventKind::IndexCaughtUp { index, write, .. } => (index == name).then_some(*write),
        _ => None,
    };
    events(timeline).filter_map(of).collect()
}

fn pending(timeline: &Timeline, name: &str) -> Vec<u64> {
    let table = timeline.engine().table("Notes").expect("the table");
    let index = table
        .indexes()
        .find(|index| index.definition().name == name)
        .expect("the index");
    index.pending().map(|change| change.write).collect()
}

fn streamed(timeline: &Timeline) -> Vec<u64> {
    timeline
        .engine()
        .stream_records("Notes", 100)
        .iter()
        .rev()
        .map(|record| record.write)
        .collect()
}

#[test]
fn a_write_has_one_number_wherever_it_shows() {
    let mut timeline = timeline();
    put(&mut timeline, "1");
    put(&mut timeline, "2");
    assert_eq!(traced(&timeline), [[Some(1)], [Some(2)]]);
    let EventKind::Request(request) = &events(&timeline).next_back().expect("an event").kind else {
        panic!("nothing has arrived");
    };
    let [Trace::Write(write)] = request.traces.as_slice() else {
        panic!("{request:?}")
    };
    assert_eq!(
        (write.number, write.arms.len()),
        (Some(2), 4),
        "the table, the local index, both global ones"
    );
    assert_eq!(
        (pending(&timeline, "ByA"), pending(&timeline, "ByB")),
        (vec![1, 2], vec![1, 2])
    );
    assert_eq!(pending(&timeline, "Local"), [0; 0]);
    assert_eq!(streamed(&timeline), [1, 2]);
    wait(&mut timeline, Duration::from_millis(20));
    assert_eq!(
        (arrived(&timeline, "ByA"), arrived(&timeline, "ByB")),
        (vec![1, 2], vec![1, 2])
    );
    let record = timeline.engine().stream_record("Notes", 1).expect("its record");
    assert_eq!((record.write, record.keys.get("sk").is_some()), (1, true));
    // A write that does not change the item has a number, but no stream record (observed: no-record-unchanged, no
    // record then).
    put(&mut timeline, "2");
    assert_eq!((traced(&timeline).len(), streamed(&timeline)), (3, vec![1, 2]));
    assert_eq!(timeline.engine().stream_record("Notes", 3), None);
    put(&mut timeline, "4");
    assert_eq!(streamed(&timeline), [1, 2, 4]);
}

#[test]
fn writes_of_a_transaction_have_numbers_of_their_own_and_checks_have_none() {
    let mut timeline = timeline();
    put(&mut timeline, "1");
    let put_of = |sort: &str| json!({"Put": {"TableName": "Notes", "Item": item(sort)}});
    let key = json!({"pk": {"S": "p"}, "sk": {"S": "1"}});
    let check =
        json!({"ConditionCheck": {"TableName": "Notes", "Key": key, "ConditionExpression": "attribute_exists(pk)"}});
    let actions = json!({"TransactItems": [put_of("2"), check, put_of("3")]});
    ask(&mut timeline, "TransactWriteItems", &actions);
    assert_eq!(traced(&timeline), [vec![Some(1)], vec![Some(2), None, Some(3)]]);
    assert_eq!(
        (pending(&timeline, "ByA"), streamed(&timeline)),
        (vec![1, 2, 3], vec![1, 2, 3])
    );
}

#[test]
fn a_deletion_by_time_to_live_has_a_number() {
    let mut timeline = timeline();
    let mut expiring = item("1");
    expiring["until"] = json!({"N": (timeline.engine().now().seconds() + 5).to_string()});
    ask(
        &mut timeline,
        "PutItem",
        &json!({"TableName": "Notes", "Item": expiring}),
    );
    wait(&mut timeline, Duration::from_hours(3));
    let expired = events(&timeline).find_map(|event| match event.kind {
        EventKind::Expired { write, .. } => Some(write),
        _ => None,
    });
    assert_eq!(expired, Some(2));
    assert_eq!(
        (arrived(&timeline, "ByB"), streamed(&timeline)),
        (vec![1, 2], vec![1, 2])
    );
    assert!(
        timeline
            .engine()
            .stream_record("Notes", 2)
            .expect("its record")
            .by_service
    );
}

#[test]
fn journals_and_checkpoints_lead_to_the_same_numbers() {
    let mut timeline = timeline();
    put(&mut timeline, "1");
    put(&mut timeline, "2");
    timeline.keep_snapshot();
    let mut checkpoint = timeline.checkpoint(u64::MAX, |_| ()).expect("a place for one");
    let mut restoring = Restoring::<(), ()>::default();
    while let Some(frame) = checkpoint.frame() {
        restoring.take(&frame).expect("a good frame");
    }
    let (mut restored, ()) = restoring.finish().expect("all frames");
    let seen = |timeline: &Timeline| (pending(timeline, "ByA"), streamed(timeline), traced(timeline));
    assert_eq!(seen(&restored), seen(&timeline));
    for timeline in [&mut timeline, &mut restored] {
        put(timeline, "3");
        wait(timeline, Duration::from_millis(20));
    }
    assert_eq!(
        (arrived(&restored, "ByA"), streamed(&restored)),
        (vec![1, 2, 3], vec![1, 2, 3])
    );
    assert_eq!(restored.state_hash(), timeline.state_hash());
    let bytes = timeline.journal().expect("every record is here");
    let read = Timeline::<()>::read(&bytes).expect("a good journal");
    assert_eq!(
        (seen(&read), arrived(&read, "ByA")),
        (seen(&timeline), arrived(&timeline, "ByA"))
    );
    assert_eq!(
        replay(&bytes).expect("a good journal").state_hash(),
        timeline.state_hash()
    );
}
