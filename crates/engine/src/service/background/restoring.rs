//! Fills the indexes of a restored table, in bounded steps, before the table is ready. Its items are those of the backup
//! from the start: both share their pages.
//!
//! Must not know where the items come from.

use hashrange_index::entry;
use hashrange_store::{KeyRange, Step};
use hashrange_values::Item;
use std::sync::Arc;

use crate::state::images::Images;
use crate::state::index::Index;
use crate::state::table::Table;

/// The maximum number of items per step: a few milliseconds of work.
const MOST_ITEMS: usize = 256;

/// Writes the index entries of the next items. True if all are written.
pub(super) fn step(table: &mut Table) -> bool {
    let Some(restored) = &mut table.restored else {
        return true;
    };
    if table.indexes.is_empty() {
        return true;
    }
    let range = match &restored.indexed {
        Some(last) => KeyRange::all().after(last),
        None => KeyRange::all(),
    };
    let mut last = None;
    let mut steps = table.items.walk(&range, true);
    for step in steps.by_ref().take(MOST_ITEMS) {
        for index in &mut table.indexes {
            put_entry(index, &table.keys, &step);
        }
        last = Some(step.key.clone());
    }
    let is_complete = steps.next().is_none();
    drop(steps);
    restored.indexed = last.or(restored.indexed.take());
    is_complete
}

fn put_entry(index: &mut Index, keys: &hashrange_index::KeySchema, step: &Step<'_, Arc<Item>>) {
    let Some(entry) = entry(&step.row.value, &index.definition, keys) else {
        return;
    };
    let images = Images {
        before: None,
        after: Some(step.row),
    };
    if let Some((key, row)) = images.row_of(index, keys, &entry) {
        index.put_entry(key, row);
    }
}
