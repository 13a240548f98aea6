//! Figures of one key: its position and its bytes.
//!
//! Owns how a key in a lesson's text is parsed: `101`, or `101/Meteor` with its sort key. Must not know who reads it.

use hashrange_engine::{Engine, IndexKind, IndexView, KeySchema, TableView};
use hashrange_values::{AttributeValue, Item, KeyType};
use hashrange_workload::Figure;

use super::table::of_name;
use super::text::shown;
use crate::{Collection, CollectionPage, Insight, collections};

/// A figure of a key; `None` for another kind of figure.
pub(super) fn of_key(insight: &Insight, engine: &Engine, view: TableView<'_>, figure: &Figure) -> Option<String> {
    let table = view.name().as_str();
    Some(match figure {
        Figure::Collection(key) => collection_bytes(engine, view, key).to_string(),
        Figure::Place(key) => place(insight, engine, view, None, key),
        Figure::PlaceIn(name, key) => place(insight, engine, view, Some(name), key),
        Figure::ItemBytes(key) => {
            let found = view.items().find(|(item, _)| has_key(item, view.keys(), key));
            found.map_or(0, |(_, bytes)| bytes).to_string()
        }
        Figure::EntryBytes(name, key) => {
            let entries = of_name(view, name).into_iter().flat_map(IndexView::entries);
            let mut of_item = entries.filter(|(entry, _)| has_key(entry, view.keys(), key));
            of_item.next().map_or(0, |(_, bytes)| bytes).to_string()
        }
        Figure::Hottest(index) => {
            let ranked = insight.hot_keys(engine, table, index.as_deref());
            let first = ranked.and_then(|ranked| ranked.accessed.into_iter().next());
            let schema = view.keys_of(index.as_deref()).unwrap_or(view.keys());
            first
                .and_then(|(key, _)| partition_value(&key, schema))
                .unwrap_or_default()
        }
        Figure::Contributor(index) => contributors(insight, engine, view, index.as_deref())
            .into_iter()
            .next()
            .map_or_else(String::new, |(value, _)| value),
        Figure::Share(index) => {
            let all = contributors(insight, engine, view, index.as_deref());
            let sum: f64 = all.iter().map(|(_, units)| units).sum();
            all.first()
                .map_or_else(String::new, |(_, units)| (units / sum * 100.0).round().to_string())
        }
        _ => return None,
    })
}

/// Partition key values with the units they consumed, most first, as Contributor Insights reports them. Empty while it
/// is off.
fn contributors(insight: &Insight, engine: &Engine, view: TableView<'_>, index: Option<&str>) -> Vec<(String, f64)> {
    if !view.contributor_insights(index) {
        return Vec::new();
    }
    let schema = view.keys_of(index).unwrap_or(view.keys());
    let ranked = insight
        .hot_keys(engine, view.name(), index)
        .map(|ranked| ranked.accessed)
        .unwrap_or_default();
    let mut all: Vec<(String, f64)> = Vec::new();
    for (key, units) in ranked {
        let Some(value) = partition_value(&key, schema) else {
            continue;
        };
        match all.iter_mut().find(|(known, _)| *known == value) {
            Some((_, sum)) => *sum += units.as_f64(),
            None => all.push((value, units.as_f64())),
        }
    }
    hashrange_values::sort_by(&mut all, |one, other| other.1.total_cmp(&one.1));
    all
}

fn partition_value(key: &Item, schema: &KeySchema) -> Option<String> {
    key.get(schema.partition.first()?.name.as_str()).map(shown)
}

/// Whether an item or entry has a key given in words.
fn has_key(item: &Item, schema: &KeySchema, key: &str) -> bool {
    let (partition, sort) = key
        .split_once('/')
        .map_or((key, None), |(partition, sort)| (partition, Some(sort)));
    let is = |name: &str, words: &str| item.get(name).is_some_and(|value| shown(value) == words);
    schema
        .partition
        .first()
        .is_some_and(|part| is(part.name.as_str(), partition))
        && sort.is_none_or(|words| schema.sort.first().is_some_and(|part| is(part.name.as_str(), words)))
}

/// The partition of a key, such as `P2`; all partitions of a collection that was split.
fn place(insight: &Insight, engine: &Engine, view: TableView<'_>, index: Option<&str>, key: &str) -> String {
    let Some(schema) = view.keys_of(index) else {
        return String::new();
    };
    let Some(item) = key_of_words(schema, key) else {
        return String::new();
    };
    let key_location = insight.key_location(engine, view.name(), index, &item);
    // As the stage names them: a local index is in the partitions of its table.
    let is_global = |name: &str| of_name(view, name).is_some_and(|one| one.definition().kind == IndexKind::Global);
    let letter = if index.is_some_and(is_global) { 'G' } else { 'P' };
    let names = key_location
        .into_iter()
        .flat_map(|key_location| key_location.partitions)
        .map(|number| format!("{letter}{number}"));
    names.collect::<Vec<_>>().join(", ")
}

/// Bytes of the items of a partition key value in the table and in its local indexes.
fn collection_bytes(engine: &Engine, view: TableView<'_>, key: &str) -> u64 {
    let local = view
        .indexes()
        .filter(|index| index.definition().kind == IndexKind::Local);
    let names = local.map(|index| Some(index.definition().name.clone()));
    let page = CollectionPage {
        skip: 0,
        take: usize::MAX,
        members: 0,
    };
    let of = |index: Option<&str>| {
        let all = collections(engine, view.name(), index, page);
        let bytes = |one: &Collection| {
            one.partition_key
                .iter()
                .any(|(_, value)| shown(value) == key)
                .then_some(one.bytes)
        };
        all.list.iter().filter_map(bytes).sum::<u64>()
    };
    std::iter::once(None).chain(names).map(|name| of(name.as_deref())).sum()
}

/// The key that words name: a partition key value, or with its sort key. `None` if a number is none.
pub(crate) fn key_of_words(schema: &KeySchema, key: &str) -> Option<Item> {
    let mut item = Item::new();
    for (part, words) in schema.partition.iter().chain(&schema.sort).zip(key.splitn(2, '/')) {
        let value = match part.key_type {
            KeyType::S => AttributeValue::string(words),
            KeyType::N => AttributeValue::N(words.parse().ok()?),
            KeyType::B => AttributeValue::B(words.as_bytes().into()),
        };
        item.insert(part.name.as_str(), value);
    }
    Some(item)
}
