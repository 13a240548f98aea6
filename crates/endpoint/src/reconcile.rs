//! Corrects a service to the recorded changes, if other rules produced the record.
//!
//! The caller has already repeated the record. This code then restores the recorded state of every item and table that
//! changed, in the record or in the repetition. Must not know why the outcome differed.

use std::collections::BTreeMap;
use std::sync::Arc;

use hashrange_engine::{BaseChange, Engine};
use hashrange_journal::{Entry, Record};
use hashrange_values::{Item, to_map, to_set};
use hashrange_wire::item_to_json;

use crate::body_items;
use crate::differences::Difference;
use crate::outcome::{self, Definition, Image, Said, bytes_of, sum_of};

/// The location of an item: its table and the bytes of its key.
type Place = (String, Vec<u8>);

/// An item that changed in the record or in the repetition.
struct Changed {
    key: Item,
    /// Its state before the record.
    before: Option<Arc<Item>>,
    /// Its recorded state after the record; `None` if the record does not contain it, so it did not change.
    then: Option<Option<Item>>,
}

/// What a comparison with the record found.
#[derive(Default)]
struct Found {
    /// The first difference.
    first: Option<(String, String)>,
    /// Items and tables that the record does not contain completely, if they are left out.
    left_out: Option<Vec<String>>,
}

impl Found {
    fn note(&mut self, then: String, now: String) {
        self.first.get_or_insert((then, now));
    }

    fn leave_out(&mut self, what: String) {
        if let Some(left_out) = &mut self.left_out {
            left_out.push(what);
        }
    }
}

/// Restores the recorded state after the repetition, whose changes are in `now`. `refused` is the reason why the record
/// could not be repeated.
pub(crate) fn reconcile(
    engine: &mut Engine,
    record: &Record,
    now: &[BaseChange],
    refused: Option<String>,
) -> Option<Difference> {
    let mut found = Found::default();
    settle(engine, record, now, &mut found);
    if let Some(why) = refused {
        let then = found
            .first
            .take()
            .map_or_else(|| "successful".to_owned(), |(then, _)| then);
        found.note(then, why);
    }
    found
        .first
        .map(|(then, now)| Difference::new(record.sequence, name_of(&record.entry), then, now))
}

/// The same for a record whose predecessors are missing. Returns the items and tables that the record does not contain
/// completely; they stay as they were.
pub(crate) fn reconcile_alone(engine: &mut Engine, record: &Record, now: &[BaseChange]) -> Vec<String> {
    let mut found = Found {
        left_out: Some(Vec::new()),
        ..Found::default()
    };
    settle(engine, record, now, &mut found);
    found.left_out.unwrap_or_default()
}

fn settle(engine: &mut Engine, record: &Record, now: &[BaseChange], found: &mut Found) {
    match outcome::said(&record.outcome.changes) {
        Ok(said) => {
            let tables = settle_tables(engine, &said, now, found);
            settle_items(engine, record, said, now, found);
            tables.iter().for_each(|name| engine.take_table_away(name));
        }
        Err(_) => {
            let what = "a change that this program cannot read";
            found.leave_out(what.to_owned());
            found.note(what.to_owned(), "what the request specifies".to_owned());
        }
    }
}

/// The name of the action.
pub(crate) fn name_of(entry: &Entry) -> String {
    match entry {
        Entry::Request { operation, .. } | Entry::Refused { operation, .. } => operation.clone(),
        Entry::Load { .. } => "the start of a load".to_owned(),
        Entry::Sent { requests, .. } => format!("{requests} requests of a load"),
        Entry::LoadEnd => "the end of a load".to_owned(),
        Entry::StepBegin => "the start of a step".to_owned(),
        Entry::StepEnd => "the end of a step".to_owned(),
        Entry::Advance { .. } => "the passing of time".to_owned(),
        Entry::Settings { .. } => "settings".to_owned(),
        Entry::Return { .. } => "a way back".to_owned(),
    }
}

/// Creates missing tables. Returns surplus tables, which the caller deletes after the items are corrected.
fn settle_tables(engine: &mut Engine, said: &[Said], now: &[BaseChange], found: &mut Found) -> Vec<String> {
    let then = to_map(said.iter().filter_map(|change| match change {
        Said::Table { name, definition } => Some((name.as_str(), definition.as_ref())),
        _ => None,
    }));
    let mut gone = Vec::new();
    for (name, definition) in &then {
        let there = engine.table(name).is_some();
        match definition {
            Some(Definition { version, bytes }) if !there => {
                let outcome = engine.put_back_table(name, *version, bytes);
                let then = if outcome.is_ok() {
                    ""
                } else {
                    found.leave_out(format!("the table {name}"));
                    ", in a form that this program cannot read"
                };
                found.note(format!("the table {name}{then}"), "no such table".to_owned());
            }
            None if there => {
                found.note(format!("no table {name}"), format!("the table {name}"));
                gone.push((*name).to_owned());
            }
            _ => {}
        }
    }
    let others = now.iter().filter_map(|change| match change {
        BaseChange::Table(name) if !then.contains_key(name.as_str()) => Some(name),
        _ => None,
    });
    // A table that changes its status at another time is still the same table.
    for name in others.filter(|name| engine.table(name).is_none()) {
        found.note(format!("the table {name}"), "no such table".to_owned());
    }
    gone
}

fn settle_items(engine: &mut Engine, record: &Record, said: Vec<Said>, now: &[BaseChange], found: &mut Found) {
    let mut changed = changed_now(engine, now);
    let mut body_items = None;
    let deleted = deleted_tables(&said);
    for change in said {
        let Said::Item { table, image } = change else { continue };
        if engine.table(&table).is_none() {
            // The items of a deleted table were deleted with it.
            if deleted.binary_search(&table).is_err() {
                found.leave_out(format!("an item of {table}, a table whose definition is missing"));
            }
            continue;
        }
        let uses_parts = found.left_out.is_none();
        let known = note_then(
            engine,
            &mut changed,
            record,
            (&mut body_items, uses_parts),
            &table,
            image,
        );
        if let Err(what) = known {
            found.note(what.clone(), "a different one".to_owned());
            found.leave_out(what);
        }
    }
    for ((table, _), Changed { key, before, then }) in changed {
        let then = then.unwrap_or_else(|| before.map(Arc::unwrap_or_clone));
        let current = engine.peek(&table, &key);
        if current.as_deref() == then.as_ref() {
            continue;
        }
        let words = |item, other| in_words(&table, &key, item, other);
        found.note(
            words(then.as_ref(), current.as_deref()),
            words(current.as_deref(), then.as_ref()),
        );
        engine.put_back(&table, &key, then);
    }
}

fn deleted_tables(said: &[Said]) -> Vec<String> {
    let names = said.iter().filter_map(|change| match change {
        Said::Table { name, definition: None } => Some(name.clone()),
        _ => None,
    });
    to_set(names)
}

/// Describes an item, or its difference from another one with the same key.
fn in_words(table: &str, key: &Item, item: Option<&Item>, other: Option<&Item>) -> String {
    let Some(item) = item else {
        return format!("no item {} in {table}", item_to_json(key));
    };
    let Some(other) = other else {
        return format!("{} in {table}", item_to_json(item));
    };
    let own = item.iter().filter(|(name, value)| other.get(name) != Some(value));
    let own: Item = own.map(|(name, value)| (name.clone(), value.clone())).collect();
    format!("{} in {table} with {}", item_to_json(key), item_to_json(&own))
}

/// The changes of the repetition, with each item's previous state.
fn changed_now(engine: &Engine, now: &[BaseChange]) -> BTreeMap<Place, Changed> {
    let mut changed = BTreeMap::new();
    for change in now {
        let BaseChange::Item {
            table, before, after, ..
        } = change
        else {
            continue;
        };
        let keys = engine.table(table).zip(before.as_ref().or(after.as_ref()));
        let Some(key) = keys.map(|(table, item)| table.keys().key_of(item)) else {
            continue;
        };
        let place = (table.to_string(), bytes_of(&key));
        changed.entry(place).or_insert(Changed {
            key,
            before: before.clone(),
            then: None,
        });
    }
    changed
}

/// Notes the recorded state of an item. Returns its description as the error if the item cannot be reconstructed. Its
/// recorded attributes are used then, if `uses_parts`.
fn note_then(
    engine: &Engine,
    changed: &mut BTreeMap<Place, Changed>,
    record: &Record,
    (body_items, uses_parts): (&mut Option<Vec<(u32, Item)>>, bool),
    table: &str,
    image: Image,
) -> Result<(), String> {
    let in_part = || format!("an item of {table} that its record contains only in part");
    let Some(found) = engine.table(table) else {
        return Ok(());
    };
    let key_of = |item: &Item| found.keys().key_of(item);
    let (key, whole, altered) = match image {
        Image::Gone { key } => (key, None, None),
        Image::Whole(item) => (key_of(&item), Some(item), None),
        Image::Altered { key, set, removed, sum } => (key, None, Some((set, removed, sum))),
        Image::InRequest { sum } => {
            let items = body_items.get_or_insert_with(|| spelled_in(&record.entry));
            let item = items.iter().find(|(of, _)| *of == sum).map(|(_, item)| item.clone());
            let item = item.ok_or_else(in_part)?;
            (key_of(&item), Some(item), None)
        }
    };
    let place = (table.to_owned(), bytes_of(&key));
    let entry = changed.entry(place);
    let slot = entry.or_insert_with(|| Changed {
        before: engine.peek(table, &key),
        key,
        then: None,
    });
    slot.then = Some(match altered {
        None => whole,
        Some((set, removed, sum)) => {
            let base = slot.then.take().unwrap_or_else(|| slot.before.as_deref().cloned());
            let item = altered_item(base.unwrap_or_default(), set, &removed);
            if sum_of(&item) != sum {
                if uses_parts {
                    // Uses the recorded attributes, although the item is not the recorded one.
                    slot.then = Some(Some(item));
                    return Err(in_part());
                }
                return Err(format!(
                    "the item {} of {table}, of which the record contains only a part",
                    item_to_json(&slot.key)
                ));
            }
            Some(item)
        }
    });
    Ok(())
}

fn altered_item(mut item: Item, set: Item, removed: &[String]) -> Item {
    removed.iter().for_each(|name| drop(item.remove(name)));
    for (name, value) in set {
        item.insert(name, value);
    }
    item
}

fn spelled_in(entry: &Entry) -> Vec<(u32, Item)> {
    match entry {
        Entry::Request { body, .. } => body_items::items(body)
            .into_iter()
            .map(|item| (sum_of(&item), item))
            .collect(),
        _ => Vec::new(),
    }
}
