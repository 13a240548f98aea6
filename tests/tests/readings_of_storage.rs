//! Readings of partitions, landings, replicas and streams, requested as questions: their bytes contain the same
//! content, and they are bounded.

use hashrange_engine::{Physics, Span, Throttling};
use hashrange_insight::reading::{
    KeyLocationQuestion, KeyToLocate, PartitionsQuestion, ReplicasQuestion, StreamQuestion,
};
use hashrange_tests::watched::Watched;
use hashrange_time::Duration;
use hashrange_values::{AttributeValue, Item};
use serde_json::json;

/// Followers lag by half a second.
fn watched() -> Watched {
    let mut physics = Physics::instant();
    physics.replication = Span::exactly(Duration::from_millis(500));
    physics.throttling.mode = Throttling::Adaptive;
    Watched::with_table(physics, &json!({}))
}

fn put(watched: &mut Watched, pk: &str, n: u32) {
    let item = json!({ "pk": { "S": pk }, "sk": { "S": "s" }, "a": { "S": "one" }, "n": { "N": n.to_string() } });
    watched.send("PutItem", &json!({ "TableName": "Tab", "Item": item }));
}

fn item(pairs: &[(&str, &str)]) -> Item {
    pairs
        .iter()
        .map(|(name, value)| (*name, AttributeValue::string(value)))
        .collect()
}

fn partitions(table: &str, index: Option<&str>) -> PartitionsQuestion {
    PartitionsQuestion {
        table: table.to_owned(),
        index: index.map(str::to_owned),
    }
}

#[test]
fn partitions_are_reported_with_their_busiest_keys() {
    let mut watched = watched();
    for number in 0..9 {
        put(&mut watched, &format!("p{number}"), number);
    }
    let table = watched.ask(&partitions("Tab", None)).expect("a table");
    assert_eq!(
        (table.keys.as_slice(), table.accessed.len()),
        (["pk".into()].as_slice(), 5)
    );
    assert!(table.watched && table.accessed.iter().all(|one| one.partitions.len() == 1));
    assert_eq!((table.splits.len(), table.throttled.len()), (0, 0));
    let index = watched.ask(&partitions("Tab", Some("ByA"))).expect("an index");
    assert_eq!(
        (index.keys.as_slice(), index.accessed.len()),
        (["a".into()].as_slice(), 1)
    );
    assert_eq!(watched.ask(&partitions("Other", None)), None);
}

#[test]
fn a_key_lands_where_its_item_does() {
    let mut watched = watched();
    put(&mut watched, "p", 1);
    let ask = |index: Option<&str>, key| KeyLocationQuestion {
        table: "Tab".to_owned(),
        index: index.map(str::to_owned),
        key,
    };
    let (typed, primary) = (item(&[("pk", "p")]), item(&[("pk", "p"), ("sk", "s")]));
    let of_key = watched.ask(&ask(None, KeyToLocate::Key(typed.clone()))).expect("a key");
    let of_item = watched
        .ask(&ask(None, KeyToLocate::Item(primary.clone())))
        .expect("an item");
    assert_eq!((&of_key, &of_key.key), (&of_item, &typed));
    let in_index = watched
        .ask(&ask(Some("ByA"), KeyToLocate::Item(primary)))
        .expect("an entry");
    assert_eq!(in_index.key, item(&[("a", "one")]));
    assert_eq!(
        watched.ask(&ask(None, KeyToLocate::Item(item(&[("pk", "q"), ("sk", "s")])))),
        None
    );
    assert_eq!(watched.ask(&ask(None, KeyToLocate::Key(item(&[("other", "p")])))), None);
}

#[test]
fn replicas_report_in_what_they_are_behind() {
    let mut watched = watched();
    let ask = |pk: &str| ReplicasQuestion {
        table: "Tab".to_owned(),
        key: item(&[("pk", pk), ("sk", "s")]),
    };
    put(&mut watched, "p", 1);
    watched.advance(1_000);
    put(&mut watched, "p", 2);
    let newest = watched.ask(&ask("p")).flatten().expect("an item");
    assert_eq!((newest.lags, newest.behind), (true, 1));
    assert_eq!(
        newest
            .replicas
            .iter()
            .map(|replica| replica.missing)
            .collect::<Vec<_>>(),
        [0, 1, 1]
    );
    let behind = &newest.replicas[1];
    assert_eq!((behind.there, behind.stale_since), (true, Some(newest.now)));
    assert_eq!(behind.complete, Some(newest.now + Duration::from_millis(500)));
    let names: Vec<&str> = behind.differs.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!((names, newest.replicas[0].differs.len()), (vec!["n"], 0));
    let no_key = ReplicasQuestion {
        key: item(&[("pk", "p")]),
        ..ask("p")
    };
    assert_eq!(watched.ask(&no_key), Some(None));
    assert_eq!(
        watched.ask(&ReplicasQuestion {
            table: "Other".to_owned(),
            ..ask("p")
        }),
        None
    );
}

#[test]
fn a_stream_is_reported_with_the_record_that_is_asked_for() {
    let mut watched = watched();
    let ask = |write| StreamQuestion {
        table: "Tab".to_owned(),
        write,
    };
    for number in 0..20 {
        put(&mut watched, "p", number);
    }
    let stream = watched.ask(&ask(None)).flatten().expect("a stream");
    assert_eq!((stream.records, stream.record.is_some()), (20, false));
    assert_eq!((stream.open_and_closed.1, stream.oldest), (0, Some(stream.now)));
    let newest = watched.insight.streams(&watched.service.engine, "Tab").newest.remove(0);
    let record = watched
        .ask(&ask(Some(newest.write)))
        .flatten()
        .and_then(|stream| stream.record);
    assert!(newest.old.is_some() && newest.new.is_some() && newest.old != newest.new);
    assert_eq!(record, Some(newest));
    watched.send(
        "UpdateTable",
        &json!({ "TableName": "Tab", "StreamSpecification": { "StreamEnabled": false } }),
    );
    watched.advance(60_000);
    let off = watched.ask(&ask(None)).flatten().expect("it can still be read");
    assert_eq!((off.records, off.open_and_closed.0), (20, 0));
    assert_eq!(
        watched.ask(&StreamQuestion {
            table: "Other".to_owned(),
            write: None
        }),
        None
    );
}
