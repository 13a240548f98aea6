//! The rows of an index that one change takes away and puts.
//!
//! Their keys are hashed and their bytes counted once, when the table is written: heat, followers and queue all use them.
//! Must not know when they are applied.

use std::sync::Arc;

use hashrange_index::{Change, IndexDefinition, KeySchema};
use hashrange_store::{Row, RowKey};
use hashrange_values::Item;

use crate::index::Index;
use crate::rows::ItemRow;

/// What a change means for the rows of its index.
#[derive(Clone, Debug, Default)]
pub(crate) struct EntryRows {
    /// The row that goes.
    pub(crate) taken: Option<RowKey>,
    /// The row that comes, perhaps in the place of another.
    pub(crate) put: Option<(RowKey, ItemRow)>,
}

hashrange_checkpoint::fields!(EntryRows { taken, put });

impl EntryRows {
    /// The rows of a change.
    pub(crate) fn of(index: &Index, table_keys: &KeySchema, change: &Change, images: Images<'_>) -> Self {
        let key = |entry: &Item| index.row_key(entry, table_keys);
        let put = |new: &Arc<Item>| {
            Some((key(new)?, Row { value: Arc::clone(new), size: images.size_of(new, &index.definition) }))
        };
        match change {
            Change::None => Self::default(),
            Change::Put { new } | Change::Replace { new, .. } => Self { taken: None, put: put(new) },
            Change::Delete { old } => Self { taken: key(old), put: None },
            Change::Move { old, new } => Self { taken: key(old), put: put(new) },
        }
    }

    /// True when there is nothing to do.
    pub(crate) fn is_empty(&self) -> bool {
        self.taken.is_none() && self.put.is_none()
    }

    /// Their keys, that of the row taken away first.
    pub(crate) fn keys(&self) -> impl Iterator<Item = &RowKey> {
        self.taken.iter().chain(self.put.iter().map(|(key, _)| key))
    }
}

/// The two images of the item that is written, with their bytes.
#[derive(Clone, Copy)]
pub(crate) struct Images<'a> {
    pub(crate) before: Option<&'a ItemRow>,
    pub(crate) after: Option<&'a ItemRow>,
}

impl<'a> Images<'a> {
    /// The items, without their bytes.
    pub(crate) fn items(self) -> (Option<&'a Arc<Item>>, Option<&'a Arc<Item>>) {
        (self.before.map(|row| &row.value), self.after.map(|row| &row.value))
    }

    /// Bytes of an entry of one of them. An entry that is the item itself is not measured again.
    pub(crate) fn size_of(self, entry: &Arc<Item>, index: &IndexDefinition) -> u32 {
        if let Some(rule) = index.vector() {
            return u32::try_from(rule.entry_size(entry)).unwrap_or(u32::MAX);
        }
        let image = [self.before, self.after].into_iter().flatten().find(|image| Arc::ptr_eq(&image.value, entry));
        image.map_or_else(|| measured(entry), |image| image.size)
    }
}

/// Bytes of an item, as a row tells them.
pub(crate) fn measured(item: &Item) -> u32 {
    u32::try_from(item.item_size()).unwrap_or(u32::MAX)
}
