//! An index contains exactly the entries that follow from the table's items, after any writes. So does one that was
//! added during the writes.
//!
//! Replays the simulator's journals, and reads tables and indexes as a client does. Recomputes the entries from the
//! items by the model's definition of an index.
#![allow(clippy::cast_possible_truncation, reason = "seeds are small")]

use std::collections::{BTreeMap, BTreeSet};

use hashrange_engine::{EngineOptions, Physics};
use hashrange_tests::model::value::Attributes;
use hashrange_tests::model::{Index, Key, Projection, Table, object};
use hashrange_tests::service::{InProcess, Service};
use hashrange_tests::simulation::{Sent, Simulation};
use serde_json::{Value, json};

const SEEDS: u64 = 60;
/// Virtual milliseconds between two requests, so that many requests are sent during the eight seconds of an index
/// build.
const PACE: u64 = 130;
/// Virtual milliseconds after which everything is up to date.
const LONG: u64 = 600_000;

/// Every item or entry, read page by page.
fn scan(service: &mut InProcess, index: Option<&str>) -> BTreeMap<String, Attributes> {
    let mut request = json!({ "TableName": "Simulated" });
    if let Some(index) = index {
        request["IndexName"] = json!(index);
    }
    let mut all = BTreeMap::new();
    loop {
        let answer = service.call("Scan", &request.to_string());
        assert_eq!(answer.status, 200, "{}", answer.body);
        let mut page: Value = serde_json::from_str(&answer.body).expect("an answer is JSON");
        for item in page["Items"].as_array().expect("a scan has items") {
            let item: Attributes = item
                .as_object()
                .expect("an item")
                .iter()
                .map(|(name, value)| (name.clone(), sorted(value)))
                .collect();
            assert!(
                all.insert(object(&item).to_string(), item).is_none(),
                "an entry stands twice"
            );
        }
        match page["LastEvaluatedKey"].take() {
            Value::Null => return all,
            last => request["ExclusiveStartKey"] = last,
        }
    }
}

/// Sorts the members of sets, which have no order.
fn sorted(value: &Value) -> Value {
    let mut value = value.clone();
    for kind in ["SS", "NS", "BS"] {
        if let Some(members) = value.get_mut(kind).and_then(Value::as_array_mut) {
            members.sort_by_key(Value::to_string);
        }
    }
    value
}

/// The simulator's table from its first request, without items.
fn table(request: &Value) -> Table {
    let kinds: BTreeMap<&str, &'static str> = request["AttributeDefinitions"]
        .as_array()
        .expect("definitions")
        .iter()
        .map(|definition| {
            let kind = ["S", "N", "B"]
                .into_iter()
                .find(|kind| definition["AttributeType"] == *kind);
            (
                definition["AttributeName"].as_str().expect("a name"),
                kind.expect("a kind"),
            )
        })
        .collect();
    let keys = |schema: &Value| {
        let key = |element: &Value| {
            let name = element["AttributeName"].as_str().expect("a name");
            Key {
                name: name.to_owned(),
                kind: kinds[name],
            }
        };
        let mut keys = schema.as_array().expect("a schema").iter().map(key);
        (keys.next().expect("a partition key"), keys.next())
    };
    let mut indexes = Vec::new();
    for (member, local) in [("LocalSecondaryIndexes", true), ("GlobalSecondaryIndexes", false)] {
        for index in request[member].as_array().into_iter().flatten() {
            let (partition, sort) = keys(&index["KeySchema"]);
            let listed = || index["Projection"]["NonKeyAttributes"].as_array().into_iter().flatten();
            let projection = match index["Projection"]["ProjectionType"].as_str() {
                Some("ALL") => Projection::All,
                Some("KEYS_ONLY") => Projection::KeysOnly,
                _ => Projection::Include(listed().filter_map(Value::as_str).map(str::to_owned).collect()),
            };
            let name = index["IndexName"].as_str().expect("a name").to_owned();
            indexes.push(Index {
                name,
                local,
                partition,
                sort,
                projection,
            });
        }
    }
    let (partition, sort) = keys(&request["KeySchema"]);
    let partitions = if request["BillingMode"] == "PAY_PER_REQUEST" {
        4
    } else {
        1
    };
    Table {
        name: "Simulated".to_owned(),
        partition,
        sort,
        indexes,
        partitions,
        items: Vec::new(),
    }
}

/// The required content of an index. An item without all key attributes of the right types has no entry.
fn recomputed(table: &Table, index: &Index, items: &BTreeMap<String, Attributes>) -> BTreeSet<String> {
    let fits = |item: &&Attributes| {
        index
            .keys()
            .all(|key| item.get(&key.name).is_some_and(|value| value.get(key.kind).is_some()))
    };
    let entries = items.values().filter(fits).filter_map(|item| index.entry(table, item));
    entries.map(|entry| object(&entry).to_string()).collect()
}

fn check(seed: u64, service: &mut InProcess, table: &Table) {
    let items = scan(service, None);
    for index in &table.indexes {
        let held: BTreeSet<String> = scan(service, Some(&index.name)).into_keys().collect();
        assert_eq!(
            held,
            recomputed(table, index, &items),
            "seed {seed}, index {}",
            index.name
        );
    }
}

fn service(seed: u64) -> InProcess {
    InProcess::new(EngineOptions {
        seed,
        physics: Physics::classroom(),
        ..EngineOptions::default()
    })
}

fn replay(service: &mut InProcess, journal: &[Sent]) {
    for sent in journal {
        service.advance(PACE);
        service.call(sent.operation, &sent.body.to_string());
    }
}

#[test]
fn indexes_hold_what_the_items_make_of_them() {
    for seed in 0..SEEDS {
        let journal = Simulation::run(seed).expect("the simulator's own test says why");
        let table = table(&journal[0].body);
        let mut service = service(seed);
        replay(&mut service, &journal[..1]);
        service.advance(LONG);
        replay(&mut service, &journal[1..]);
        service.advance(LONG);
        check(seed, &mut service, &table);
    }
}

#[test]
fn an_index_added_while_items_are_written_holds_the_same() {
    for seed in 0..SEEDS {
        let journal = Simulation::run(seed).expect("the simulator's own test says why");
        let mut table = table(&journal[0].body);
        let mut service = service(seed);
        replay(&mut service, &journal[..1]);
        service.advance(LONG);
        // A position that varies, so that the number of writes before and after it differs between seeds.
        let middle = 1 + seed as usize * 17 % (journal.len() - 1);
        replay(&mut service, &journal[1..middle]);
        add_index(seed, &mut service, &mut table);
        replay(&mut service, &journal[middle..]);
        service.advance(LONG);
        check(seed, &mut service, &table);
    }
}

fn add_index(seed: u64, service: &mut InProcess, table: &mut Table) {
    let key = |name: &str, kind| Key {
        name: name.to_owned(),
        kind,
    };
    let (partition, sort) = match seed % 3 {
        0 => (key("gs", "S"), None),
        1 => (key("ln", "N"), Some(key("gs", "S"))),
        _ => (key("kb", "B"), Some(key("ln", "N"))),
    };
    let projection = match seed % 4 {
        0 => Projection::KeysOnly,
        1 => Projection::Include(BTreeSet::from(["aa".to_owned(), "m".to_owned()])),
        _ => Projection::All,
    };
    let added = Index {
        name: "Added".to_owned(),
        local: false,
        partition,
        sort,
        projection,
    };
    let mut other = table.clone();
    other.indexes = vec![added.clone()];
    let request = other.create_request();
    let body = json!({
        "TableName": "Simulated",
        "AttributeDefinitions": request["AttributeDefinitions"],
        "GlobalSecondaryIndexUpdates": [{ "Create": request["GlobalSecondaryIndexes"][0] }],
    });
    let answer = service.call("UpdateTable", &body.to_string());
    assert_eq!(answer.status, 200, "seed {seed}: {}", answer.body);
    table.indexes.push(added);
}
