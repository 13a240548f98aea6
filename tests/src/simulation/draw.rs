//! The simulator's random tables, keys, values, conditions and updates.
//!
//! Few different keys and attributes, so that requests interact. Only expressions that the service accepts.

use std::collections::BTreeSet;

use hashrange_time::Random;
use serde_json::{Value, json};

use crate::model::condition::{Condition, Path};
use crate::model::read::SortTest;
use crate::model::update::{Action, Operand};
use crate::model::value::{Attributes, Decimal, binary, order};
use crate::model::{Index, Key, Projection, Table};

/// Attributes that can be keys of indexes, and their types.
const INDEXABLE: [(&str, &str); 3] = [("ln", "N"), ("gs", "S"), ("kb", "B")];
/// Attributes that are not keys. Names of odd length use placeholders.
const PLAIN: [&str; 7] = ["aa", "b", "cc", "d", "m", "posts", "tags"];
const COMPARATORS: [&str; 6] = ["=", "<>", "<", "<=", ">", ">="];

/// One of these.
pub(super) fn pick<'a, T>(random: &mut Random, from: &'a [T]) -> &'a T {
    &from[random.below(from.len() as u64) as usize]
}

/// One of these words.
pub(super) fn word(random: &mut Random, from: &[&'static str]) -> &'static str {
    from[random.below(from.len() as u64) as usize]
}

/// True once in this many times.
pub(super) fn once_in(random: &mut Random, times: u64) -> bool {
    random.below(times) == 0
}

/// A table with up to four indexes, without items.
pub(super) fn table(random: &mut Random) -> Table {
    let kind = |random: &mut Random| word(random, &["S", "N", "B"]);
    let partition = Key {
        name: "pk".to_owned(),
        kind: kind(random),
    };
    let sort = (!once_in(random, 4)).then(|| Key {
        name: "sk".to_owned(),
        kind: kind(random),
    });
    let mut indexes = Vec::new();
    if let Some(sort) = &sort {
        for number in 0..random.below(3) {
            let own = if once_in(random, 8) {
                sort.clone()
            } else {
                indexable(random)
            };
            indexes.push(index(
                random,
                format!("Local{number}"),
                true,
                partition.clone(),
                Some(own),
            ));
        }
    }
    for number in 0..random.below(3) {
        let own = if once_in(random, 5) {
            sort.clone().unwrap_or_else(|| partition.clone())
        } else {
            indexable(random)
        };
        let second = (!once_in(random, 3))
            .then(|| indexable(random))
            .filter(|second| second.name != own.name);
        indexes.push(index(random, format!("Global{number}"), false, own, second));
    }
    let partitions = *pick(random, &[1, 4]);
    Table {
        name: "Simulated".to_owned(),
        partition,
        sort,
        indexes,
        partitions,
        items: Vec::new(),
    }
}

fn indexable(random: &mut Random) -> Key {
    let (name, kind) = *pick(random, &INDEXABLE);
    Key {
        name: name.to_owned(),
        kind,
    }
}

fn index(random: &mut Random, name: String, local: bool, partition: Key, sort: Option<Key>) -> Index {
    let projection = match random.below(3) {
        0 => Projection::KeysOnly,
        1 => Projection::All,
        _ => Projection::Include(BTreeSet::from([
            (word(random, &PLAIN)).to_owned(),
            (word(random, &PLAIN)).to_owned(),
        ])),
    };
    Index {
        name,
        local,
        partition,
        sort,
        projection,
    }
}

/// A key value of a type, from a small set.
pub(super) fn key_value(random: &mut Random, kind: &str) -> Value {
    match kind {
        "S" => json!({ "S": word(random, &["a", "ab", "b", "B", "ba", "é", "a\u{0}"]) }),
        "N" => json!({ "N": word(random, &["0", "1", "-1", "2", "10", "1.5", "-20.25", "100"]) }),
        _ => binary(pick::<&[u8]>(random, &[&[0], &[0, 0], &[1], &[127, 255], &[255]])),
    }
}

/// A primary key of the table.
pub(super) fn key(random: &mut Random, table: &Table) -> Attributes {
    table
        .keys()
        .map(|key| (key.name.clone(), key_value(random, key.kind)))
        .collect()
}

/// An item. Sometimes the type of an attribute is wrong for the index key.
pub(super) fn item(random: &mut Random, table: &Table) -> Attributes {
    let mut item = key(random, table);
    for (name, kind) in INDEXABLE {
        match random.below(30) {
            0 => drop(item.insert(name.to_owned(), json!({ "BOOL": true }))),
            1..=9 => {}
            _ => drop(item.insert(name.to_owned(), key_value(random, kind))),
        }
    }
    for name in PLAIN {
        if once_in(random, 2) {
            item.insert(name.to_owned(), value(random, name));
        }
    }
    if once_in(random, 10) {
        let bytes = random.below(6_000) as usize;
        item.insert("cc".to_owned(), json!({ "S": "x".repeat(bytes) }));
    }
    item
}

/// A value of the attribute's usual type.
pub(super) fn value(random: &mut Random, name: &str) -> Value {
    match name {
        "m" => json!({ "M": { "k": scalar(random), "n": { "N": "1" } } }),
        "posts" => json!({ "L": [scalar(random), scalar(random)] }),
        "tags" => set(random),
        _ => scalar(random),
    }
}

fn set(random: &mut Random) -> Value {
    let kind = word(random, &["SS", "SS", "NS"]);
    let mut members = BTreeSet::new();
    for _ in 0..=random.below(3) {
        members.insert(random.below(5).to_string());
    }
    json!({ kind: members })
}

fn scalar(random: &mut Random) -> Value {
    match random.below(8) {
        0 => json!({ "BOOL": once_in(random, 2) }),
        1 => json!({ "NULL": true }),
        2 => binary(&[random.below(3) as u8, 7]),
        3 | 4 => json!({ "S": word(random, &["", "x", "xy", "hello"]) }),
        _ => number(random),
    }
}

fn number(random: &mut Random) -> Value {
    let thousandths = match random.below(4) {
        0 => i128::from(random.below(20_000)) - 10_000,
        1 => 12_345_678_901_234_567_000,
        _ => (i128::from(random.below(12)) - 4) * 1_000,
    };
    json!({ "N": Decimal(thousandths).text() })
}

/// A value that has an order.
fn ordered_value(random: &mut Random) -> Value {
    match random.below(4) {
        0 => json!({ "S": word(random, &["x", "xy", "hello", "a"]) }),
        1 => binary(&[random.below(3) as u8]),
        _ => number(random),
    }
}

/// A condition over these attributes.
pub(super) fn condition(random: &mut Random, names: &[String], depth: u32) -> Condition {
    if depth > 0 && once_in(random, 2) {
        let one = Box::new(condition(random, names, depth - 1));
        return match random.below(5) {
            0 => Condition::Not(one),
            1 | 2 => Condition::Or(one, Box::new(condition(random, names, depth - 1))),
            _ => Condition::And(one, Box::new(condition(random, names, depth - 1))),
        };
    }
    let path = path(random, names);
    match random.below(11) {
        0 => Condition::Exists(path),
        1 => Condition::NotExists(path),
        2 => Condition::Type(
            path,
            word(random, &["S", "N", "B", "BOOL", "NULL", "L", "M", "SS", "NS"]),
        ),
        3 => Condition::BeginsWith(path, json!({ "S": word(random, &["x", "h", "a"]) })),
        4 => Condition::Contains(path, json!({ word(random, &["S", "N"]): word(random, &["1", "2"]) })),
        5 => Condition::Size(path, word(random, &COMPARATORS), random.below(4) as i64),
        6 => {
            let (low, high) = (number(random), number(random));
            let (low, high) = if order(&low, &high).is_some_and(std::cmp::Ordering::is_le) {
                (low, high)
            } else {
                (high, low)
            };
            Condition::Between(path, low, high)
        }
        7 => {
            let values = (0..=random.below(3)).map(|_| scalar(random)).collect();
            Condition::In(path, values)
        }
        8 => {
            let other = self::path(random, names);
            let operator = word(random, &COMPARATORS);
            // The same path on both sides is refused.
            if other == path {
                Condition::Exists(path)
            } else {
                Condition::CompareTwo(path, operator, other)
            }
        }
        9 => Condition::Compare(path, word(random, &["=", "<>"]), value_of_any_kind(random)),
        _ => Condition::Compare(path, word(random, &COMPARATORS), ordered_value(random)),
    }
}

fn value_of_any_kind(random: &mut Random) -> Value {
    let name = word(random, &PLAIN);
    value(random, name)
}

fn path(random: &mut Random, names: &[String]) -> Path {
    let attribute = pick(random, names).clone();
    let member = (attribute == "m" && once_in(random, 2)).then(|| (word(random, &["k", "n", "q"])).to_owned());
    Path { attribute, member }
}

/// Names allowed in a filter: those that the index projects. For a Query, without its key attributes.
pub(super) fn filter_names(table: &Table, index: Option<&Index>, query: bool) -> Vec<String> {
    let indexable = INDEXABLE.iter().map(|(name, _)| *name);
    let names = PLAIN
        .into_iter()
        .chain(indexable)
        .chain(table.keys().map(|key| key.name.as_str()));
    names
        .filter(|name| index.is_none_or(|index| index.holds(table, name)))
        .filter(|name| {
            let keys: Vec<&str> = match index {
                None => table.keys().map(|key| key.name.as_str()).collect(),
                Some(index) => index.keys().map(|key| key.name.as_str()).collect(),
            };
            !query || !keys.contains(name)
        })
        .map(str::to_owned)
        .collect()
}

/// A random selection of names for a projection.
pub(super) fn projection(random: &mut Random, among: &[String]) -> BTreeSet<String> {
    (0..=random.below(3)).map(|_| pick(random, among).clone()).collect()
}

/// Every name except the keys.
pub(super) fn all_names(table: &Table) -> Vec<String> {
    let mut names = filter_names(table, None, false);
    names.push("nix".to_owned());
    names
}

/// A test of a sort key.
pub(super) fn sort_test(random: &mut Random, key: &Key) -> SortTest {
    let value = key_value(random, key.kind);
    match random.below(5) {
        0 => {
            let other = key_value(random, key.kind);
            let ascending = order(&value, &other).is_some_and(std::cmp::Ordering::is_le);
            if ascending {
                SortTest::Between(value, other)
            } else {
                SortTest::Between(other, value)
            }
        }
        1 if key.kind != "N" => SortTest::BeginsWith(value),
        _ => SortTest::Compare(word(random, &["=", "<", "<=", ">", ">="]), value),
    }
}

/// An update. Each attribute occurs at most once.
pub(super) fn update(random: &mut Random) -> Vec<Action> {
    let mut names: Vec<&str> = PLAIN.into_iter().chain(INDEXABLE.map(|(name, _)| name)).collect();
    let mut actions = Vec::new();
    for _ in 0..=random.below(3) {
        let name = names.remove(random.below(names.len() as u64) as usize);
        actions.push(action(random, name));
    }
    actions
}

fn action(random: &mut Random, name: &str) -> Action {
    let whole = Path::top(name);
    let keyed = INDEXABLE.iter().find(|(key, _)| *key == name);
    match (name, random.below(8)) {
        (_, 0 | 1) => Action::Remove(whole),
        ("tags", 2 | 3) => Action::Add(name.to_owned(), set(random)),
        ("tags", 4 | 5) => Action::Delete(name.to_owned(), set(random)),
        ("m", 2..=4) => Action::Set(
            Path {
                member: Some("k".to_owned()),
                ..whole
            },
            Operand::Value(scalar(random)),
        ),
        ("m", 5) => Action::Remove(Path {
            member: Some("k".to_owned()),
            ..whole
        }),
        ("posts", 2 | 3) => Action::Set(whole.clone(), Operand::Append(whole, json!({ "L": [scalar(random)] }))),
        ("b" | "d", 2) => Action::Add(name.to_owned(), small_number(random)),
        ("b" | "d", 3) => Action::Set(
            whole.clone(),
            Operand::Sum(whole, small_number(random), once_in(random, 2)),
        ),
        ("aa" | "cc", 2) => Action::Set(whole, Operand::Copy(Path::top(word(random, &PLAIN)))),
        ("aa" | "cc", 3) => Action::Set(whole.clone(), Operand::IfNotExists(whole, scalar(random))),
        _ => match keyed {
            Some((_, kind)) if !once_in(random, 12) => Action::Set(whole, Operand::Value(key_value(random, kind))),
            _ => Action::Set(whole, Operand::Value(value(random, name))),
        },
    }
}

fn small_number(random: &mut Random) -> Value {
    json!({ "N": word(random, &["1", "-1", "0.5", "10"]) })
}
