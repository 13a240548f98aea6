//! Three designs from an empty workspace: patterns kept, the design changed twice by requests, the bill and the multiple
//! that holds. Each figure has its arithmetic beside it, by AWS's rules; the access patterns are from public articles.
//!
//! Owns what the three share: a page with AWS's durations, items of an exact size, and short forms of boards.
//!
//! The rules: a write takes 1 WCU per started KB of the item, a transaction twice that in the table and once in indexes;
//! a read takes 1 RCU per started 4 KB of all items read, half if eventually consistent. A partition serves 1,000 WCU and
//! 3,000 RCU a second. Models: on demand, a table or index has four partitions, which are quarters of the range of the
//! MD5 hash of the key; each multiple is played for 120 s from a full second, so that 0.83 % beyond a bound still holds.

mod game;
mod shop;
mod tenants;

use hashrange_protocol::call::{Call, CallResult};
use hashrange_protocol::pattern::{
    BoardQuestion, Change, Days, DesignChange, Failure, Found, KeySource, Pattern, PatternBoard, PatternList, Per,
    Rate, Resource, Run, Served,
};
use hashrange_protocol::{ClockCommand, Command, Direction, WorkspaceCommand};
use hashrange_time::Duration;
use hashrange_values::{AttributeValue, Text};
use hashrange_wire::{Operation, Projection, ProjectionType};
use serde_json::{Value, json};

use super::Page;
use crate::store::MemoryStore;

/// The members of a batch.
const BATCH: usize = 25;

/// An empty workspace with the durations of AWS.
fn empty() -> Page {
    let mut page = Page::opened(&MemoryStore::new());
    page.send(Command::Workspace(WorkspaceCommand::New));
    page.pass(100);
    page.send(Command::Change {
        settings: r#"{"Physics":"aws"}"#.to_owned(),
    });
    page.pass(100);
    page
}

/// Sends a request that changes a table, and lets the longest change pass: a backfill takes up to 490 s.
fn change(page: &mut Page, operation: &str, body: &Value) {
    page.request(operation, &body.to_string()).expect("the change begins");
    page.send(Command::Clock(ClockCommand::Skip(Duration::from_minutes(15))));
    page.pass(5_000);
}

/// A partition key, and perhaps a sort key.
type Keys<'a> = (&'a str, Option<&'a str>);

fn key_schema((partition, sort): Keys<'_>) -> Value {
    let key = |name: &str, kind: &str| json!({ "AttributeName": name, "KeyType": kind });
    let sort = sort.map(|name| key(name, "RANGE"));
    [Some(key(partition, "HASH")), sort].into_iter().flatten().collect()
}

/// A member of `AttributeDefinitions` for each name: all of them are strings, or numbers after `+`.
fn attributes(names: &[&str]) -> Value {
    let of = |name: &&str| match name.strip_prefix('+') {
        Some(name) => json!({ "AttributeName": name, "AttributeType": "N" }),
        None => json!({ "AttributeName": name, "AttributeType": "S" }),
    };
    names.iter().map(of).collect()
}

/// A table on demand.
fn table(name: &str, attribute_names: &[&str], keys: Keys<'_>) -> Value {
    json!({ "TableName": name, "BillingMode": "PAY_PER_REQUEST",
        "AttributeDefinitions": attributes(attribute_names), "KeySchema": key_schema(keys) })
}

/// An index with a projection, and the other attributes that it includes.
fn index(name: &str, keys: Keys<'_>, kind: &str, included: &[&str]) -> Value {
    let mut projection = json!({ "ProjectionType": kind });
    if !included.is_empty() {
        projection["NonKeyAttributes"] = json!(included);
    }
    json!({ "IndexName": name, "KeySchema": key_schema(keys), "Projection": projection })
}

/// Deletes a global index, and creates it anew. Its key attributes are strings.
fn replace(page: &mut Page, table: &str, keys: &[&str], index: &Value) {
    let deleted = json!({ "TableName": table,
        "GlobalSecondaryIndexUpdates": [{ "Delete": { "IndexName": index["IndexName"] } }] });
    change(page, "UpdateTable", &deleted);
    let created = json!({ "TableName": table, "AttributeDefinitions": attributes(keys),
        "GlobalSecondaryIndexUpdates": [{ "Create": index }] });
    change(page, "UpdateTable", &created);
}

/// A Query for one partition key value.
fn query(table: &str, attribute: &str, value: &str) -> Value {
    json!({ "TableName": table, "KeyConditionExpression": format!("{attribute} = :v"),
        "ExpressionAttributeValues": { ":v": { "S": value } } })
}

/// Adds members to a request.
fn with(mut body: Value, members: &[(&str, Value)]) -> Value {
    for (name, value) in members {
        body[*name] = value.clone();
    }
    body
}

fn units(read: u64, write: u64) -> Value {
    json!({ "ReadCapacityUnits": read, "WriteCapacityUnits": write })
}

/// An item of exactly this many bytes, which are those of its names and of its values: strings, and a last attribute that
/// fills it up.
fn item(bytes: usize, strings: &[(&str, &str)]) -> Value {
    let used: usize = strings.iter().map(|(name, value)| name.len() + value.len()).sum();
    let mut item = json!({ "Doc": { "S": "x".repeat(bytes - used - "Doc".len()) } });
    for (name, value) in strings {
        item[*name] = json!({ "S": value });
    }
    item
}

/// Puts items in batches.
fn put(page: &mut Page, table: &str, items: &[Value]) {
    write(page, table, items, |item| json!({ "PutRequest": { "Item": item } }));
}

/// Writes a table in batches of requests.
fn write(page: &mut Page, table: &str, members: &[Value], request: impl Fn(&Value) -> Value) {
    for members in members.chunks(BATCH) {
        let requests: Vec<Value> = members.iter().map(&request).collect();
        let body = json!({ "RequestItems": { table: requests } });
        let answer = page.request("BatchWriteItem", &body.to_string()).expect("a batch");
        assert!(answer.contains(r#""UnprocessedItems":{}"#), "{answer}");
    }
}

const fn a(calls: u32, per: Per) -> Rate {
    Rate { calls, per }
}

/// A pattern with a rate in the hours of a day.
fn pattern(name: &str, operation: Operation, body: &Value, rate: Rate, hours: [u32; 24]) -> Pattern {
    Pattern {
        rate: Some(rate),
        daily: hours.to_vec(),
        ..Pattern::of(name.to_owned(), operation, body.to_string())
    }
}

/// The same with existing key values in turn.
fn each(pattern: Pattern) -> Pattern {
    Pattern {
        keys: KeySource::Each,
        ..pattern
    }
}

/// The same with the number of items that it must return.
fn returning(items: u64, pattern: Pattern) -> Pattern {
    Pattern {
        returns: Some(items),
        ..pattern
    }
}

fn board(page: &mut Page, patterns: &[Pattern]) -> PatternBoard {
    ask(page, patterns, None, None)
}

/// The board of a change of an index's projection that is tried aside, without the board of the design as it is.
fn try_projection(page: &mut Page, patterns: &[Pattern], table: &str, index: &Value) -> PatternBoard {
    let (kind, included) = (
        &index["Projection"]["ProjectionType"],
        &index["Projection"]["NonKeyAttributes"],
    );
    let names = included.as_array().map(|names| names.iter().filter_map(Value::as_str));
    let projection = Projection {
        projection_type: Some(if *kind == "INCLUDE" {
            ProjectionType::Include
        } else {
            ProjectionType::KeysOnly
        }),
        non_key_attributes: names.map(|names| names.map(Text::from).collect()),
    };
    let change = DesignChange::Projection {
        table: table.to_owned(),
        index: index["IndexName"].as_str().expect("a name").to_owned(),
        projection,
    };
    let board = ask(page, patterns, Some(change), None);
    assert!(board.before.is_some());
    PatternBoard { before: None, ..board }
}

/// The total of the bill of a day that is played, a minute of each hour.
fn total_of_a_measured_day(page: &mut Page, patterns: &[Pattern]) -> String {
    let asked = Call::DayOfPatterns {
        patterns: PatternList::of(patterns),
        what_if: None,
    };
    let CallResult::Day(days) = page.call(&asked) else {
        panic!("a day")
    };
    ask(page, patterns, None, Some(*days)).bill.total
}

fn ask(page: &mut Page, patterns: &[Pattern], what_if: Option<DesignChange>, days: Option<Days>) -> PatternBoard {
    let question = BoardQuestion {
        patterns: PatternList::of(patterns),
        what_if,
        days,
        ..BoardQuestion::default()
    };
    match page.call(&Call::RunPatterns(Box::new(question))) {
        CallResult::Board(board) => *board,
        other => panic!("{other:?}"),
    }
}

/// The units of one call of each pattern, and a word if it fails.
fn rows(board: &PatternBoard) -> Vec<String> {
    let word = |failure: &Failure| match failure {
        Failure::Refused(_) => " refused",
        Failure::Returned { .. } => " returns another number",
        Failure::OverBudget { .. } => " over budget",
        Failure::TooSlow { .. } => " too slow",
    };
    let of = |run: &Run| {
        let words: String = run.failures.iter().map(word).collect();
        format!("{}{words}", run.all_units())
    };
    board.rows.iter().map(|row| of(&row.run)).collect()
}

/// What serves one call of each pattern, with its units.
fn served(board: &PatternBoard) -> Vec<String> {
    let part = |part: &Served| {
        let name = match &part.resource {
            Resource::Table => &part.table,
            Resource::LocalIndex(name) | Resource::GlobalIndex(name) | Resource::VectorIndex(name) => name,
        };
        format!("{name} {}", part.units)
    };
    let of = |run: &Run| run.served.iter().map(part).collect::<Vec<_>>().join(" + ");
    board.rows.iter().map(|row| of(&row.run)).collect()
}

/// What a change did to each pattern that it touched, by place.
fn changes(before: &PatternBoard, after: &PatternBoard) -> Vec<(usize, Vec<Change>)> {
    let pairs = before.rows.iter().zip(&after.rows).enumerate();
    let of = pairs.map(|(place, (before, after))| (place, Change::between(&before.run, &after.run)));
    of.filter(|(_, changes)| !changes.is_empty()).collect()
}

/// The multiple that holds, the next one and what throttles it first, as "5.2, then 5.3: writes of Orders.ByStatus,
/// KeyRangeThroughput"; and the partition key value.
fn bound(page: &mut Page, patterns: &[Pattern]) -> (String, String) {
    let asked = Call::LimitOfPatterns {
        patterns: PatternList::of(patterns),
        what_if: None,
    };
    let found: Found = match page.call(&asked) {
        CallResult::Held(found) => *found,
        other => panic!("{other:?}"),
    };
    let (beyond, first) = found.throttled.expect("a bound");
    let times = |hundredths: u32| f64::from(hundredths) / 100.0;
    let held = times(found.held.expect("a multiple that holds"));
    let index = first.index.map_or_else(String::new, |index| format!(".{index}"));
    let direction = match first.direction {
        Direction::Read => "reads",
        Direction::Write => "writes",
    };
    let words = format!(
        "{held}, then {}: {direction} of {}{index}, {:?}",
        times(beyond),
        first.table,
        first.cause
    );
    let of = |value: &AttributeValue| match value {
        AttributeValue::S(text) => text.to_string(),
        other => format!("{other:?}"),
    };
    let key = first.key.iter().flat_map(|key| key.iter()).map(|(_, value)| of(value));
    (words, key.collect())
}
