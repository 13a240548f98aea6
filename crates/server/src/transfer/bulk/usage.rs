//! The bytes that a put item takes in its table and in each index.
//!
//! A model: AWS does not publish how bulk put bytes are counted. Must not know where items come from.

use std::sync::Arc;

use hashrange_engine::Engine;
use hashrange_index::{IndexKind, entry};
use hashrange_values::Item;
use hashrange_wire::BulkUsage;

/// Adds an item's bytes to the usage of its table.
pub(super) fn add(usage: &mut BulkUsage, engine: &Engine, table: &str, item: &Arc<Item>) {
    usage.table += item.item_size() as u64;
    let Some(view) = engine.table(table) else { return };
    for index in view.indexes() {
        let definition = index.definition();
        let Some(entry) = entry(item, definition, view.keys()) else {
            continue;
        };
        let indexes = match definition.kind {
            IndexKind::Local => &mut usage.local,
            IndexKind::Global => &mut usage.global,
            IndexKind::Vector(_) => &mut usage.vector,
        };
        let bytes = definition.entry_size(&entry) as u64;
        match indexes.iter_mut().find(|(name, _)| *name == definition.name.as_str()) {
            Some((_, sum)) => *sum += bytes,
            None => indexes.push((definition.name.to_string(), bytes)),
        }
    }
}
