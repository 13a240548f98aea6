//! The rows of an index that one change takes away and puts.
//!
//! Their keys are hashed and their bytes counted once, when the table is written: heat, followers and queue all use them.
//! Must not know when they are applied.

use hashrange_store::RowKey;

use crate::state::rows::ItemRow;

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
    /// True when there is nothing to do.
    pub(crate) fn is_empty(&self) -> bool {
        self.taken.is_none() && self.put.is_none()
    }

    /// Their keys, that of the row taken away first.
    pub(crate) fn keys(&self) -> impl Iterator<Item = &RowKey> {
        self.taken.iter().chain(self.put.iter().map(|(key, _)| key))
    }
}
