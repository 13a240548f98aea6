//! Pending changes of a global index; read-only.
//!
//! Must not know how they are applied.

use std::sync::Arc;

use hashrange_store::Partition;
use hashrange_time::Timestamp;
use hashrange_values::Item;

use crate::view::index_view::IndexView;

/// A change of a table's item that a global index has not applied yet.
#[derive(Clone, Copy, Debug)]
pub struct PendingView<'a> {
    /// The number of the write.
    pub write: u64,
    /// When the table was written.
    pub written: Timestamp,
    /// When the index is to apply it.
    pub due: Timestamp,
    /// The entry it puts; `None` if it only removes one.
    pub entry: Option<&'a Arc<Item>>,
    /// Whether it removes an entry with another key than the one it puts.
    pub takes: bool,
    /// The number of the partition of the entry it puts, otherwise of the entry it removes.
    pub partition: Option<u32>,
}

impl<'a> IndexView<'a> {
    /// The pending changes of the index, oldest first, which is the order of application. Empty for a local index.
    pub fn pending(self) -> impl DoubleEndedIterator<Item = PendingView<'a>> + ExactSizeIterator {
        self.0.queue.iter().map(move |change| {
            let rows = &change.rows;
            let key = rows.put.as_ref().map(|(key, _)| key).or(rows.taken.as_ref());
            PendingView {
                write: change.write,
                written: change.written,
                due: change.due,
                entry: rows.put.as_ref().map(|(_, row)| &row.value),
                takes: rows.taken.is_some(),
                partition: key.and_then(|key| self.0.entries.owner(key)).map(Partition::number),
            }
        })
    }
}
