//! Existing key values for calls: a bounded number for each table, index and kind of items, spread evenly over the hash
//! range. In a table with several kinds of items, a text without digits up to the first `#` of a key value tells them apart
//! (a model: AWS's guides write keys like this, as in `USER#1`).
//!
//! Must not know which call uses which value.

use std::sync::Arc;

use hashrange_engine::{Engine, KeySchema};
use hashrange_values::{AttributeValue, Item, Text};
use hashrange_wire::table_name_of;

/// The maximum number of items or entries that are looked at.
const MOST: usize = 10_000;

/// The key values of one table or index.
#[derive(Clone, Debug)]
pub(crate) struct Sample {
    table: Text,
    index: Option<Text>,
    /// Whether a value is a full key. Otherwise it is a partition key value, and each occurs once.
    full: bool,
    /// The kind of each of these key attributes.
    kinds: Vec<Option<Text>>,
    /// The keys of the table or index.
    pub(crate) keys: KeySchema,
    /// The values, in hash order.
    values: Vec<Item>,
    /// The distance between two successive values of the scattered order; it shares no divisor with their number.
    step: u64,
}

impl Sample {
    /// The number of values.
    pub(crate) fn len(&self) -> u64 {
        self.values.len() as u64
    }

    /// The value at a position in hash order.
    pub(crate) fn value(&self, position: u64) -> Option<&Item> {
        self.values.get(usize::try_from(position).ok()?)
    }

    /// The position with this number in the scattered order, in which each position occurs once.
    pub(crate) fn scattered(&self, number: u64) -> u64 {
        let values = self.len().max(1);
        number % values * self.step % values
    }
}

/// The position of a sample among the samples, which is taken if it is missing; `None` for an unknown table or index. Its
/// values are of the same kind as these.
pub(crate) fn sample(
    samples: &mut Vec<Sample>,
    engine: &Engine,
    (table, index): (&str, Option<&str>),
    full: bool,
    like: &Item,
) -> Option<usize> {
    let table = table_name_of(table);
    let keys = engine.table(table)?.keys_of(index)?;
    let sort = keys.sort.iter().filter(|_| full);
    let names: Vec<&Text> = keys.partition.iter().chain(sort).map(|key| &key.name).collect();
    let kinds: Vec<Option<Text>> = names.iter().map(|name| kind(like, name).map(Text::from)).collect();
    let is_same = |known: &Sample| {
        known.table == table && known.index.as_deref() == index && known.full == full && known.kinds == kinds
    };
    if let Some(found) = samples.iter().position(is_same) {
        return Some(found);
    }
    let is_like = |item: &Item| {
        names
            .iter()
            .zip(&kinds)
            .all(|(name, like)| kind(item, name) == like.as_deref())
    };
    let mut values = Vec::new();
    for item in spread(engine, (table, index), &is_like) {
        if full {
            values.push(keys.key_of(&item));
        } else if let Some(value) = keys.partition_of(&item).filter(|value| values.last() != Some(value)) {
            values.push(value);
        }
    }
    samples.push(Sample {
        table: table.into(),
        index: index.map(Text::from),
        full,
        kinds,
        step: step(values.len() as u64),
        keys: keys.clone(),
        values,
    });
    Some(samples.len() - 1)
}

/// The text before the first `#` of a key value; `None` without one. A text with digits is a number or a date, not a kind.
fn kind<'a>(item: &'a Item, name: &str) -> Option<&'a str> {
    match item.get(name) {
        Some(AttributeValue::S(text)) => text
            .split_once('#')
            .map(|(kind, _)| kind)
            .filter(|kind| !kind.bytes().any(|byte| byte.is_ascii_digit())),
        _ => None,
    }
}

/// Items or entries at even distances, of those that are wanted.
fn spread(engine: &Engine, of: (&str, Option<&str>), is_wanted: &dyn Fn(&Item) -> bool) -> Vec<Arc<Item>> {
    let all = rows(engine, of).filter(|row| is_wanted(row)).count();
    let (all, taken) = (all as u64, all.min(MOST) as u64);
    let (mut spread, mut next) = (Vec::new(), 0);
    for (place, row) in (0_u64..).zip(rows(engine, of).filter(|row| is_wanted(row))) {
        if place == next {
            spread.push(Arc::clone(row));
            next = spread.len() as u64 * all / taken;
        }
    }
    spread
}

/// All items of a table, or all entries of an index, in hash order.
fn rows<'a>(engine: &'a Engine, (table, index): (&str, Option<&str>)) -> Box<dyn Iterator<Item = &'a Arc<Item>> + 'a> {
    let Some(table) = engine.table(table) else {
        return Box::new(std::iter::empty());
    };
    let view = index.and_then(|name| table.indexes().find(|view| view.definition().name == name));
    match view {
        Some(view) => Box::new(view.entries().map(|(row, _)| row)),
        None => Box::new(table.items().map(|(row, _)| row)),
    }
}

/// About three fifths of the values are between two neighbours of the scattered order.
fn step(values: u64) -> u64 {
    let shares_none = |step: &u64| {
        let (mut one, mut other) = (*step, values);
        while other > 0 {
            (one, other) = (other, one % other);
        }
        one == 1
    };
    let first = (values * 618 / 1_000).max(1);
    (first..=values).find(shares_none).unwrap_or(1)
}
