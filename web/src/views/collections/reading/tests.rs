//! The picture of small tables on a real engine: order, links, sparse items, projections, bounds.

use hashrange_engine::{Engine, EngineOptions, Physics};
use hashrange_time::Timestamp;
use hashrange_values::{AttributeValue, Item};
use hashrange_wire::{Operation, decode};

use super::{Ask, COLLECTIONS_SHOWN, MEMBERS_OF_MANY, Scope, collections_before, read_page, read_picture};
use crate::state::collection_layout::picture::{Cell, Entry, Fill, Lane, Picture, Row};
use crate::state::table_schema::TableSchema;

const SCORES: &str = r#"{"TableName":"GameScores","BillingMode":"PAY_PER_REQUEST",
  "AttributeDefinitions":[{"AttributeName":"UserId","AttributeType":"S"},{"AttributeName":"GameTitle","AttributeType":"S"},
    {"AttributeName":"TopScore","AttributeType":"N"}],
  "KeySchema":[{"AttributeName":"UserId","KeyType":"HASH"},{"AttributeName":"GameTitle","KeyType":"RANGE"}],
  "LocalSecondaryIndexes":[{"IndexName":"ByScore","Projection":{"ProjectionType":"ALL"},
    "KeySchema":[{"AttributeName":"UserId","KeyType":"HASH"},{"AttributeName":"TopScore","KeyType":"RANGE"}]}],
  "GlobalSecondaryIndexes":[{"IndexName":"GameTitleIndex","Projection":{"ProjectionType":"KEYS_ONLY"},
    "KeySchema":[{"AttributeName":"GameTitle","KeyType":"HASH"},{"AttributeName":"TopScore","KeyType":"RANGE"}]}]}"#;

fn submit(engine: &mut Engine, operation: Operation, body: &str) {
    let request = decode(operation, body.as_bytes()).unwrap();
    engine.handle(engine.now(), request).unwrap();
}

fn put(engine: &mut Engine, user: &str, title: &str, score: Option<u32>, wins: u32) {
    let score = score.map(|score| format!(r#","TopScore":{{"N":"{score}"}}"#)).unwrap_or_default();
    let body = format!(
        r#"{{"TableName":"GameScores","Item":{{"UserId":{{"S":"{user}"}},"GameTitle":{{"S":"{title}"}},"Wins":{{"N":"{wins}"}}{score}}}}}"#
    );
    submit(engine, Operation::PutItem, &body);
}

fn engine_with(physics: Physics) -> Engine {
    let mut engine = Engine::new(EngineOptions { physics, ..EngineOptions::default() });
    submit(&mut engine, Operation::CreateTable, SCORES);
    engine.advance(Timestamp::from_seconds(60), hashrange_engine::Budget::UNBOUNDED);
    engine
}

fn comet_quest() -> Engine {
    let mut engine = engine_with(Physics::instant());
    let scores = [("123", Some(0), 4), ("201", Some(0), 9), ("301", Some(7), 1), ("400", None, 2), ("512", Some(3), 6)];
    for (user, score, wins) in scores {
        put(&mut engine, user, "Comet Quest", score, wins);
    }
    engine
}

fn schema(engine: &Engine) -> TableSchema {
    TableSchema::read(&engine.describe("GameScores").unwrap()).unwrap()
}

fn read(engine: &Engine, scope: Scope, selected: Option<Item>) -> Picture {
    read_from(engine, 0, scope, selected)
}

fn read_from(engine: &Engine, skip: usize, scope: Scope, selected: Option<Item>) -> Picture {
    let page = read_page(engine, "GameScores", skip);
    read_picture(engine, &Ask { schema: schema(engine), scope, selected }, &page).unwrap()
}

fn whole(index: &str) -> Scope {
    Scope::Whole { index: Some(index.to_owned()) }
}

fn key(user: &str, title: &str) -> Item {
    [("UserId", AttributeValue::string(user)), ("GameTitle", AttributeValue::string(title))].into_iter().collect()
}

fn names(columns: &[crate::state::collection_layout::picture::Column]) -> Vec<&str> {
    columns.iter().map(|column| column.name.as_str()).collect()
}

#[test]
fn a_global_index_shows_its_order_its_ties_and_who_is_missing() {
    let engine = comet_quest();
    let picture = read(&engine, whole("GameTitleIndex"), None);
    assert_eq!((picture.collections, picture.left.lanes.len()), (5, 5));
    assert_eq!(names(&picture.left.columns), ["GameTitle", "TopScore", "Wins"]);
    let [group] = picture.right.as_slice() else { panic!("one index") };
    assert_eq!(names(&group.columns), ["TopScore", "UserId", "Wins"]);
    assert!(!group.columns[2].projected);
    let [lane] = group.lanes.as_slice() else { panic!("one collection") };
    assert_eq!((lane.title.as_str(), lane.members), ("Comet Quest", 4));
    let scores: Vec<&Cell> = lane.listed().map(|member| &member.cells[0]).collect();
    assert_eq!(scores, ["0", "0", "3", "7"].map(|it| Cell::Value(it.into())).iter().collect::<Vec<_>>());
    assert!(lane.listed().all(|member| member.cells[2] == Cell::NotProjected));
    let sparse = picture.left.lanes.iter().find(|lane| lane.title == "400").unwrap();
    let member = sparse.listed().next().unwrap();
    assert_eq!(member.entries, [Entry::Missing { attribute: "TopScore".into() }]);
    assert_eq!(member.cells[1], Cell::Missing { needed: true });
    let top = picture.left.lanes.iter().find(|lane| lane.title == "301").unwrap().listed().next().unwrap();
    assert_eq!(top.entries, [Entry::Linked { position: 4, of: 4, behind: false }]);
    assert_eq!(top.number, lane.listed().last().unwrap().number);
}

#[test]
fn one_collection_stands_beside_every_index() {
    let engine = comet_quest();
    let picture = read(&engine, Scope::One { key: Some(key("301", "Comet Quest")) }, None);
    let lanes: Vec<&str> = picture.left.lanes.iter().map(|lane| lane.title.as_str()).collect();
    assert_eq!(lanes, ["301"]);
    let groups: Vec<(&str, usize)> =
        picture.right.iter().map(|group| (group.name.as_str(), group.lanes.len())).collect();
    assert_eq!(groups, [("ByScore", 1), ("GameTitleIndex", 1)]);
    let lane = &picture.left.lanes[0];
    assert_eq!(lane.with_local_indexes, Some(Fill { bytes: 2 * lane.bytes, limit: 10 << 30 }));
    // Without an item, or with one that is gone, the first collection is shown.
    let first = |key| read(&engine, Scope::One { key }, None).left.lanes[0].title.clone();
    assert_eq!(first(None), first(Some(key("nobody", "x"))));
}

#[test]
fn an_entry_on_its_way_is_told_from_a_sparse_one() {
    let mut engine = engine_with(Physics::classroom());
    put(&mut engine, "1", "Mirth", Some(5), 1);
    let states = |engine: &Engine| {
        let picture = read(engine, Scope::One { key: Some(key("1", "Mirth")) }, None);
        (picture.left.lanes[0].listed().next().unwrap().entries.clone(), picture.right[1].queued)
    };
    let linked = |behind| Entry::Linked { position: 1, of: 1, behind };
    assert_eq!(states(&engine), (vec![linked(false), Entry::OnItsWay], 1));
    engine.advance(engine.now() + hashrange_time::Duration::from_seconds(1), hashrange_engine::Budget::UNBOUNDED);
    assert_eq!(states(&engine), (vec![linked(false), linked(false)], 0));
}

#[test]
fn a_large_table_gives_a_bounded_picture_with_the_selected_item_in_it() {
    let mut engine = engine_with(Physics::instant());
    for number in 0..400 {
        put(&mut engine, "hot", &format!("game {number:04}"), Some(number), 1);
        put(&mut engine, &format!("user {number}"), "one", Some(number), 1);
    }
    let selected = key("hot", "game 0200");
    let picture = read(&engine, Scope::One { key: Some(selected.clone()) }, Some(selected.clone()));
    let number = picture.number_of(&selected).unwrap();
    let lane = &picture.left.lanes[0];
    assert_eq!(lane.members, 400);
    let at = lane.listed().find(|member| member.number == number).unwrap();
    assert_eq!(at.position, 201);
    let gaps: usize = lane.rows.iter().map(|row| if let Row::Gap(members) = row { *members } else { 0 }).sum();
    assert_eq!(gaps + lane.listed().count(), 400);
    let ByScore { rows, linked } = right(&picture);
    assert!(rows <= lane.listed().count() + 2 && linked, "{rows}");

    let whole = read(&engine, whole("GameTitleIndex"), Some(selected.clone()));
    assert_eq!((whole.left.lanes.len(), whole.collections), (COLLECTIONS_SHOWN, 401));
    let listed: usize = whole.right[0].lanes.iter().map(Lane::listed).map(Iterator::count).sum();
    assert!(listed <= 2 * COLLECTIONS_SHOWN * MEMBERS_OF_MANY, "{listed}");

    let before = collections_before(&engine, &schema(&engine), &selected);
    let skip = before / COLLECTIONS_SHOWN * COLLECTIONS_SHOWN;
    let page = read_from(&engine, skip, Scope::Whole { index: None }, Some(selected.clone()));
    assert!(page.right.is_empty());
    assert!(page.number_of(&selected).is_some());
}

struct ByScore {
    rows: usize,
    linked: bool,
}

fn right(picture: &Picture) -> ByScore {
    let group = picture.right.iter().find(|group| group.name == "ByScore").unwrap();
    let members = || picture.left.lanes.iter().flat_map(Lane::listed);
    let linked = members().all(|member| matches!(member.entries.first(), Some(Entry::Linked { behind: false, .. })));
    ByScore { rows: group.lanes.iter().map(Lane::listed).map(Iterator::count).sum(), linked }
}
