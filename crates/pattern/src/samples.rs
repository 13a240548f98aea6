//! Existing key values for calls: a bounded number for each table and index, spread evenly over the hash range.
//!
//! Must not know which call uses which value.

use std::sync::Arc;

use hashrange_engine::{Engine, KeySchema};
use hashrange_values::{Item, Text};
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

/// The position of a sample among the samples, which is taken if it is missing; `None` for an unknown table or index.
pub(crate) fn sample(
    samples: &mut Vec<Sample>,
    engine: &Engine,
    (table, index): (&str, Option<&str>),
    full: bool,
) -> Option<usize> {
    let table = table_name_of(table);
    let is_same = |known: &Sample| known.table == table && known.index.as_deref() == index && known.full == full;
    if let Some(found) = samples.iter().position(is_same) {
        return Some(found);
    }
    let keys = engine.table(table)?.keys_of(index)?.clone();
    let mut values = Vec::new();
    for item in spread(engine, table, index) {
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
        step: step(values.len() as u64),
        keys,
        values,
    });
    Some(samples.len() - 1)
}

/// Items or entries at even distances.
fn spread(engine: &Engine, table: &str, index: Option<&str>) -> Vec<Arc<Item>> {
    let Some(table) = engine.table(table) else {
        return Vec::new();
    };
    let view = index.and_then(|name| table.indexes().find(|view| view.definition().name == name));
    let (rows, all): (&mut dyn Iterator<Item = _>, usize) = match view {
        Some(view) => (&mut view.entries(), view.item_count()),
        None => (&mut table.items(), table.item_count()),
    };
    let (all, taken) = (all as u64, all.min(MOST) as u64);
    let (mut spread, mut next) = (Vec::new(), 0);
    for (place, (row, _)) in (0_u64..).zip(rows) {
        if place == next {
            spread.push(Arc::clone(row));
            next = spread.len() as u64 * all / taken;
        }
    }
    spread
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
