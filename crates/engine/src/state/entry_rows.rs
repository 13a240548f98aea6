//! The rows of an index that one change removes and puts.
//!
//! Their keys are hashed and their bytes counted once, when the table is written. Heat, followers and queue all use
//! them. Must not know when they are applied.

use hashrange_store::RowKey;

use crate::state::rows::ItemRow;

/// The effect of a change on the rows of its index.
#[derive(Clone, Debug, Default)]
pub(crate) struct EntryRows {
    /// The removed row.
    pub(crate) taken: Option<RowKey>,
    /// The new row, which can replace another one.
    pub(crate) put: Option<(RowKey, ItemRow)>,
}

hashrange_checkpoint::fields!(EntryRows { taken, put });

impl EntryRows {
    /// True if there is nothing to do.
    pub(crate) fn is_empty(&self) -> bool {
        self.taken.is_none() && self.put.is_none()
    }

    /// Their keys, that of the removed row first.
    pub(crate) fn keys(&self) -> impl Iterator<Item = &RowKey> {
        self.taken.iter().chain(self.put.iter().map(|(key, _)| key))
    }
}
