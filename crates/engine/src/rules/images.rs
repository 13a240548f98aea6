//! Computes the rows of an index from the images of an item.
//!
//! Must not know when they are applied.

use std::sync::Arc;

use hashrange_index::{Change, IndexDefinition, KeySchema};
use hashrange_store::{Row, RowKey};
use hashrange_values::Item;

use crate::state::entry_rows::EntryRows;
use crate::state::images::Images;
use crate::state::index::Index;
use crate::state::rows::{ItemRow, measured};

impl Images<'_> {
    /// Bytes of an entry of one of the images. An entry that is the item itself is not measured again.
    pub(crate) fn size_of(self, entry: &Arc<Item>, index: &IndexDefinition) -> u32 {
        if let Some(rule) = index.vector() {
            return u32::try_from(rule.entry_size(entry)).unwrap_or(u32::MAX);
        }
        let image = [self.before, self.after]
            .into_iter()
            .flatten()
            .find(|image| Arc::ptr_eq(&image.value, entry));
        image.map_or_else(|| measured(entry), |image| image.size)
    }

    /// The row of an entry of one of the images.
    pub(crate) fn row_of(self, index: &Index, table_keys: &KeySchema, entry: &Arc<Item>) -> Option<(RowKey, ItemRow)> {
        let size = self.size_of(entry, &index.definition);
        Some((
            index.row_key(entry, table_keys)?,
            Row {
                value: Arc::clone(entry),
                size,
            },
        ))
    }
}

impl EntryRows {
    /// The rows of a change.
    pub(crate) fn of(index: &Index, table_keys: &KeySchema, change: &Change, images: Images<'_>) -> Self {
        let key = |entry: &Item| index.row_key(entry, table_keys);
        let put = |new: &Arc<Item>| images.row_of(index, table_keys, new);
        match change {
            Change::None => Self::default(),
            Change::Put { new } | Change::Replace { new, .. } => Self {
                taken: None,
                put: put(new),
            },
            Change::Delete { old } => Self {
                taken: key(old),
                put: None,
            },
            Change::Move { old, new } => Self {
                taken: key(old),
                put: put(new),
            },
        }
    }
}
