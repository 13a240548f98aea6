//! Readings of partitions, landings, replicas and streams, asked for as questions: as bytes they say what they say in
//! place, and they are bounded.
#![allow(clippy::expect_used, clippy::indexing_slicing, reason = "a test: it fails by panicking")]

use hashrange_engine::{EngineOptions, Physics, Span, Throttling, Units};
use hashrange_insight::Insight;
use hashrange_insight::reading::{
    Ask, HEAT_SECONDS, LandingAsk, LandingKey, PartitionsAsk, Question, ReplicasAsk, StreamAsk, reading_of,
};
use hashrange_tests::service::{InProcess, Service};
use hashrange_time::Duration;
use hashrange_values::{AttributeValue, Item};
use serde_json::{Value, json};

struct Watched {
    service: InProcess,
    insight: Insight,
}

impl Watched {
    /// A table of `pk` and `sk` with an index over `a`, and a stream; followers lag half a second.
    fn new() -> Self {
        let mut physics = Physics::instant();
        physics.replication = Span::exactly(Duration::from_millis(500));
        physics.throttling.mode = Throttling::Adaptive;
        let mut service = InProcess::new(EngineOptions { physics, ..EngineOptions::default() });
        service.engine.set_tracing(true);
        let mut watched = Self { service, insight: Insight::new() };
        let key = |name: &str, kind: &str| json!({ "AttributeName": name, "KeyType": kind });
        let attribute = |name: &str| json!({ "AttributeName": name, "AttributeType": "S" });
        watched.send(
            "CreateTable",
            &json!({
                "TableName": "Tab", "BillingMode": "PAY_PER_REQUEST",
                "AttributeDefinitions": [attribute("pk"), attribute("sk"), attribute("a")],
                "KeySchema": [key("pk", "HASH"), key("sk", "RANGE")],
                "StreamSpecification": { "StreamEnabled": true, "StreamViewType": "NEW_AND_OLD_IMAGES" },
                "GlobalSecondaryIndexes": [{ "IndexName": "ByA", "Projection": { "ProjectionType": "ALL" }, "KeySchema": [key("a", "HASH")] }],
            }),
        );
        watched.advance(60_000);
        watched
    }

    fn send(&mut self, operation: &str, body: &Value) {
        let answer = self.service.call(operation, &body.to_string());
        self.insight.observe(&self.service.engine);
        assert_eq!(answer.status, 200, "{operation}: {}", answer.body);
    }

    fn advance(&mut self, milliseconds: u64) {
        self.service.advance(milliseconds);
        self.insight.observe(&self.service.engine);
    }

    fn put(&mut self, pk: &str, n: u32) {
        let item = json!({ "pk": { "S": pk }, "sk": { "S": "s" }, "a": { "S": "one" }, "n": { "N": n.to_string() } });
        self.send("PutItem", &json!({ "TableName": "Tab", "Item": item }));
    }

    /// The reading, which comes back from its bytes as it was.
    fn ask<Q: Question<Reading: std::fmt::Debug>>(&self, question: &Q) -> Option<Q::Reading> {
        let service =
            || hashrange_insight::reading::Service { insight: &self.insight, engine: &self.service.engine, dax: None };
        let read = question.read(service());
        let ask: Ask = question.clone().into();
        let crossed = ask.read(service()).map(|bytes| reading_of::<Q::Reading>(&bytes).expect("its own bytes"));
        assert_eq!(crossed, read, "{}", ask.name());
        read
    }
}

fn item(pairs: &[(&str, &str)]) -> Item {
    pairs.iter().map(|(name, value)| (*name, AttributeValue::string(value))).collect()
}

fn partitions(table: &str, index: Option<&str>) -> PartitionsAsk {
    PartitionsAsk { table: table.to_owned(), index: index.map(str::to_owned) }
}

#[test]
fn partitions_are_told_with_their_window_and_their_busiest_keys() {
    let mut watched = Watched::new();
    for number in 0..9 {
        watched.put(&format!("p{number}"), number);
    }
    let table = watched.ask(&partitions("Tab", None)).expect("a table");
    assert_eq!((table.keys.as_slice(), table.index, table.lag), (["pk".into()].as_slice(), None, None));
    assert_eq!(table.map.partitions.iter().map(|card| card.items).sum::<usize>(), 9);
    assert_eq!((table.map.ceilings.reads, table.map.ceilings.writes), (3_000, 1_000));
    assert_eq!(table.window.len() as u64, HEAT_SECONDS);
    let written: Units = table.window.iter().flat_map(|second| second.partitions.values()).map(|sum| sum.write).sum();
    assert_eq!(written, Units::whole(9));
    assert_eq!(table.accessed.len(), 5);
    assert!(table.watched && table.accessed.iter().all(|one| one.partitions.len() == 1));

    let index = watched.ask(&partitions("Tab", Some("ByA"))).expect("an index");
    assert_eq!((index.keys.as_slice(), index.index.as_deref()), (["a".into()].as_slice(), Some("ByA")));
    assert!(index.lag.is_some() && index.map.followers.is_none());
    assert_eq!(watched.ask(&partitions("Other", None)), None);
}

#[test]
fn a_key_lands_where_its_item_does() {
    let mut watched = Watched::new();
    watched.put("p", 1);
    let ask = |index: Option<&str>, key| LandingAsk { table: "Tab".to_owned(), index: index.map(str::to_owned), key };
    let (typed, primary) = (item(&[("pk", "p")]), item(&[("pk", "p"), ("sk", "s")]));
    let of_key = watched.ask(&ask(None, LandingKey::Key(typed.clone()))).expect("a key");
    let of_item = watched.ask(&ask(None, LandingKey::Item(primary.clone()))).expect("an item");
    assert_eq!((&of_key, &of_key.key), (&of_item, &typed));
    let in_index = watched.ask(&ask(Some("ByA"), LandingKey::Item(primary))).expect("an entry");
    assert_eq!(in_index.key, item(&[("a", "one")]));
    assert_eq!(watched.ask(&ask(None, LandingKey::Item(item(&[("pk", "q"), ("sk", "s")])))), None);
    assert_eq!(watched.ask(&ask(None, LandingKey::Key(item(&[("other", "p")])))), None);
}

#[test]
fn replicas_tell_in_what_they_are_behind() {
    let mut watched = Watched::new();
    let ask = |key| ReplicasAsk { table: "Tab".to_owned(), key };
    assert_eq!(watched.ask(&ask(None)), Some(None), "nothing was written");
    watched.put("p", 1);
    watched.advance(1_000);
    watched.put("p", 2);
    let newest = watched.ask(&ask(None)).flatten().expect("the item written last");
    assert_eq!(newest.key, item(&[("pk", "p"), ("sk", "s")]));
    assert_eq!(watched.ask(&ask(Some(newest.key.clone()))).flatten().as_ref(), Some(&newest));
    assert_eq!((newest.lags, newest.behind), (true, 1));
    assert_eq!(newest.replicas.iter().map(|replica| replica.missing).collect::<Vec<_>>(), [0, 1, 1]);
    let behind = &newest.replicas[1];
    assert_eq!((behind.there, behind.stale_since), (true, Some(newest.now)));
    assert_eq!(behind.complete, Some(newest.now + Duration::from_millis(500)));
    let names: Vec<&str> = behind.differs.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!((names, newest.replicas[0].differs.len()), (vec!["n"], 0));
    assert_eq!(watched.ask(&ReplicasAsk { table: "Other".to_owned(), key: None }), None);
}

#[test]
fn a_stream_is_told_with_its_newest_records_only() {
    let mut watched = Watched::new();
    let ask = StreamAsk { table: "Tab".to_owned() };
    for number in 0..20 {
        watched.put("p", number);
    }
    let stream = watched.ask(&ask).flatten().expect("a stream");
    assert_eq!((stream.records, stream.newest.len(), stream.older), (20, 12, 0));
    assert_eq!((stream.open_and_closed.1, stream.oldest), (0, Some(stream.now)));
    assert!(stream.newest[0].old.is_some() && stream.newest[0].new.is_some());
    watched.send("UpdateTable", &json!({ "TableName": "Tab", "StreamSpecification": { "StreamEnabled": false } }));
    watched.advance(60_000);
    let off = watched.ask(&ask).flatten().expect("it can still be read");
    assert_eq!((off.records, off.open_and_closed.0), (20, 0));
    assert_eq!(watched.ask(&StreamAsk { table: "Other".to_owned() }), None);
}
