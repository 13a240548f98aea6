//! Small tables on a real engine: order, links, sparse items, projections, bounds.

use hashrange_engine::{Budget, Engine, EngineOptions, Physics};
use hashrange_time::{Duration, Timestamp};
use hashrange_values::{AttributeValue, Item};
use hashrange_wire::{Checked, Operation, ProjectionType};

use super::listing::{Listed, around, list};
use super::*;
use crate::Insight;

const SCORES: &str = r#"{"TableName":"GameScores","BillingMode":"PAY_PER_REQUEST",
  "AttributeDefinitions":[{"AttributeName":"UserId","AttributeType":"S"},{"AttributeName":"GameTitle","AttributeType":"S"},
    {"AttributeName":"TopScore","AttributeType":"N"}],
  "KeySchema":[{"AttributeName":"UserId","KeyType":"HASH"},{"AttributeName":"GameTitle","KeyType":"RANGE"}],
  "LocalSecondaryIndexes":[{"IndexName":"ByScore","Projection":{"ProjectionType":"ALL"},
    "KeySchema":[{"AttributeName":"UserId","KeyType":"HASH"},{"AttributeName":"TopScore","KeyType":"RANGE"}]}],
  "GlobalSecondaryIndexes":[{"IndexName":"GameTitleIndex","Projection":{"ProjectionType":"KEYS_ONLY"},
    "KeySchema":[{"AttributeName":"GameTitle","KeyType":"HASH"},{"AttributeName":"TopScore","KeyType":"RANGE"}]}]}"#;

fn submit(engine: &mut Engine, operation: Operation, body: &str) {
    let request = Checked::decode(operation, body.as_bytes()).unwrap();
    engine.handle(engine.now(), request).unwrap();
}

fn put(engine: &mut Engine, user: &str, title: &str, score: Option<u32>, wins: u32) {
    let score = score
        .map(|score| format!(r#","TopScore":{{"N":"{score}"}}"#))
        .unwrap_or_default();
    let body = format!(
        r#"{{"TableName":"GameScores","Item":{{"UserId":{{"S":"{user}"}},"GameTitle":{{"S":"{title}"}},"Wins":{{"N":"{wins}"}}{score}}}}}"#
    );
    submit(engine, Operation::PutItem, &body);
}

fn engine_with(physics: Physics) -> Engine {
    let mut engine = Engine::new(EngineOptions {
        physics,
        ..EngineOptions::default()
    });
    submit(&mut engine, Operation::CreateTable, SCORES);
    engine.advance(Timestamp::from_seconds(60), Budget::UNBOUNDED);
    engine
}

fn comet_quest() -> Engine {
    let mut engine = engine_with(Physics::instant());
    let scores = [
        ("123", Some(0), 4),
        ("201", Some(0), 9),
        ("301", Some(7), 1),
        ("400", None, 2),
        ("512", Some(3), 6),
    ];
    for (user, score, wins) in scores {
        put(&mut engine, user, "Comet Quest", score, wins);
    }
    engine
}

fn read(engine: &Engine, scope: CollectionsScope, selected: Option<Item>) -> CollectionsSeen {
    let ask = CollectionsQuestion {
        table: "GameScores".into(),
        scope,
        selected,
    };
    ask.read(Service {
        insight: &Insight::default(),
        engine,
        dax: None,
    })
    .unwrap()
}

fn whole(index: Option<&str>, skip: usize) -> CollectionsScope {
    CollectionsScope::Whole {
        index: index.map(str::to_owned),
        skip,
        take: 6,
    }
}

fn key(user: &str, title: &str) -> Item {
    [
        ("UserId", AttributeValue::string(user)),
        ("GameTitle", AttributeValue::string(title)),
    ]
    .into_iter()
    .collect()
}

fn listed(collection: &CollectionSeen) -> impl Iterator<Item = &MemberSeen> {
    collection.rows.iter().filter_map(|row| match row {
        CollectionRow::Member(member) => Some(member),
        CollectionRow::Gap(_) => None,
    })
}

fn title(collection: &CollectionSeen) -> &AttributeValue {
    collection.partition_key.iter().next().unwrap().1
}

fn of<'a>(seen: &'a CollectionsSeen, user: &str) -> &'a MemberSeen {
    let found = seen
        .table
        .iter()
        .find(|it| *title(it) == AttributeValue::string(user))
        .unwrap();
    listed(found).next().unwrap()
}

#[test]
fn a_global_index_shows_its_order_its_ties_and_who_is_missing() {
    let seen = read(&comet_quest(), whole(Some("GameTitleIndex"), 0), None);
    assert_eq!((seen.total, seen.table.len(), seen.selected_at), (5, 5, None));
    let [index] = seen.indexes.as_slice() else {
        panic!("one index")
    };
    assert_eq!(
        (index.local, index.projection, index.queued),
        (false, ProjectionType::KeysOnly, 0)
    );
    assert_eq!(
        (index.partition.as_slice(), index.sort.as_slice()),
        (&["GameTitle".into()][..], &["TopScore".into()][..])
    );
    let [collection] = index.collections.as_slice() else {
        panic!("one collection")
    };
    assert_eq!(
        (title(collection), collection.members),
        (&AttributeValue::string("Comet Quest"), 4)
    );
    let scores: Vec<String> = listed(collection)
        .map(|member| match member.preview.item.get("TopScore") {
            Some(AttributeValue::N(score)) => score.to_string(),
            _ => String::new(),
        })
        .collect();
    assert_eq!(scores, ["0", "0", "3", "7"]);
    assert!(listed(collection).all(|member| !member.preview.item.contains("Wins")));
    assert_eq!(
        of(&seen, "400").entries,
        [EntrySeen::Missing {
            attribute: "TopScore".into()
        }]
    );
    assert_eq!(
        of(&seen, "301").entries,
        [EntrySeen::Linked {
            position: 4,
            of: 4,
            behind: false
        }]
    );
    assert_eq!(of(&seen, "301").key, listed(collection).last().unwrap().key);
}

#[test]
fn one_collection_stands_beside_every_index() {
    let engine = comet_quest();
    let seen = read(
        &engine,
        CollectionsScope::One {
            key: Some(key("301", "Comet Quest")),
        },
        None,
    );
    let [collection] = seen.table.as_slice() else {
        panic!("one collection")
    };
    assert_eq!(*title(collection), AttributeValue::string("301"));
    let indexes: Vec<(&str, usize)> = seen
        .indexes
        .iter()
        .map(|it| (it.name.as_str(), it.collections.len()))
        .collect();
    assert_eq!(indexes, [("ByScore", 1), ("GameTitleIndex", 1)]);
    assert_eq!(
        collection.limited,
        Some(CollectionFill {
            bytes: 2 * collection.bytes,
            limit: 10 << 30
        })
    );
    // Without an item, or with a deleted one, the first collection is shown.
    let first = |key| title(&read(&engine, CollectionsScope::One { key }, None).table[0]).clone();
    assert_eq!(first(None), first(Some(key("nobody", "x"))));
}

#[test]
fn an_entry_on_its_way_is_reported_from_a_sparse_one() {
    let mut engine = engine_with(Physics::classroom());
    put(&mut engine, "1", "Mirth", Some(5), 1);
    let states = |engine: &Engine| {
        let seen = read(
            engine,
            CollectionsScope::One {
                key: Some(key("1", "Mirth")),
            },
            None,
        );
        (of(&seen, "1").entries.clone(), seen.indexes[1].queued)
    };
    let linked = |behind| EntrySeen::Linked {
        position: 1,
        of: 1,
        behind,
    };
    assert_eq!(states(&engine), (vec![linked(false), EntrySeen::OnItsWay], 1));
    engine.advance(engine.now() + Duration::from_seconds(1), Budget::UNBOUNDED);
    assert_eq!(states(&engine), (vec![linked(false), linked(false)], 0));
}

#[test]
fn a_large_table_gives_a_bounded_reading_with_the_selected_item_in_it() {
    let mut engine = engine_with(Physics::instant());
    for number in 0..400 {
        put(&mut engine, "hot", &format!("game {number:04}"), Some(number), 1);
        put(&mut engine, &format!("user {number}"), "one", Some(number), 1);
    }
    let selected = key("hot", "game 0200");
    let one = read(
        &engine,
        CollectionsScope::One {
            key: Some(selected.clone()),
        },
        Some(selected.clone()),
    );
    let collection = &one.table[0];
    assert_eq!(collection.members, 400);
    assert_eq!(
        listed(collection)
            .find(|member| member.key == selected)
            .unwrap()
            .position,
        201
    );
    let gap = |row: &CollectionRow| {
        if let CollectionRow::Gap(members) = row {
            *members
        } else {
            0
        }
    };
    assert_eq!(
        collection.rows.iter().map(gap).sum::<usize>() + listed(collection).count(),
        400
    );
    let by_score: usize = one.indexes[0].collections.iter().map(|it| listed(it).count()).sum();
    assert!(by_score <= listed(collection).count() + 2, "{by_score}");
    let linked = |entry: Option<&EntrySeen>| matches!(entry, Some(EntrySeen::Linked { behind: false, .. }));
    assert!(listed(collection).all(|member| linked(member.entries.first())));

    let many = read(&engine, whole(Some("GameTitleIndex"), 0), Some(selected.clone()));
    assert_eq!((many.table.len(), many.total), (6, 401));
    let entries: usize = many.indexes[0].collections.iter().map(|it| listed(it).count()).sum();
    assert!(entries <= 2 * 6 * MEMBERS_OF_MANY, "{entries}");

    let page = read(
        &engine,
        whole(None, many.selected_at.unwrap() / 6 * 6),
        Some(selected.clone()),
    );
    assert!(page.indexes.is_empty());
    assert!(page.table.iter().flat_map(listed).any(|member| member.key == selected));
}

#[test]
fn a_long_collection_lists_what_is_wanted_and_counts_the_rest() {
    use Listed::{Gap, Member};
    assert_eq!(list(3, [], 5), [Member(0), Member(1), Member(2)]);
    assert_eq!(list(100, [], 2), [Member(0), Member(1), Gap(98)]);
    assert_eq!(list(100, [50], 3), [Member(0), Member(1), Gap(48), Member(50), Gap(49)]);
    assert_eq!(
        list(100, [1, 98], 2),
        [Member(0), Member(1), Gap(96), Member(98), Member(99)]
    );
    assert_eq!(
        list(10, [2, 4, 20], 2),
        [Gap(2), Member(2), Member(3), Member(4), Gap(5)]
    );
    assert_eq!(list(0, [0], 4), []);
    assert_eq!(list(usize::MAX, [], 1), [Member(0), Gap(usize::MAX - 1)]);
}

#[test]
fn neighbours_stop_at_the_ends() {
    assert_eq!(around(0, 2, 10), 0..3);
    assert_eq!(around(9, 2, 10), 7..10);
    assert_eq!(around(5, 1, 10), 4..7);
}
