//! Changes on their way to a global index, for those who only look.
//!
//! Must not know how they are applied: looking moves nothing.

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
    /// The entry it brings; `None` where it only takes one away.
    pub entry: Option<&'a Arc<Item>>,
    /// Whether it takes an entry away, at another key than the one it brings.
    pub takes: bool,
    /// The number of the partition that takes it in: that of the entry it brings, or else of the one it takes.
    pub partition: Option<u32>,
}

impl<'a> IndexView<'a> {
    /// The changes on their way to it, oldest first, which is the order it applies them in. None of a local index.
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
