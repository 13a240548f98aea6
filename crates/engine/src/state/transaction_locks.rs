//! The items that transactions lock, and until when.
//!
//! The service does not document how long a transaction takes. Here it locks its items for `Physics::transaction` after
//! the time of its response, and requests in between conflict with it (a model). Must not know what a transaction does.

use std::collections::BTreeMap;

use hashrange_store::RowKey;
use hashrange_time::Timestamp;

use crate::state::table::Table;

/// The locked items, by the number of their table and their key.
#[derive(Clone, Debug, Default)]
pub(crate) struct TransactionLocks {
    until: BTreeMap<(u64, RowKey), Timestamp>,
}

hashrange_checkpoint::fields!(TransactionLocks { until });

impl TransactionLocks {
    /// Whether a transaction locks the item with this key.
    pub(crate) fn holds(&self, table: &Table, key: &RowKey, now: Timestamp) -> bool {
        // Usually there are no locks, and then no key is copied.
        !self.until.is_empty()
            && self
                .until
                .get(&(table.number, key.clone()))
                .is_some_and(|until| *until > now)
    }

    /// How many items of a table are locked.
    pub(crate) fn count(&self, table: &Table, now: Timestamp) -> usize {
        self.until
            .iter()
            .filter(|((number, _), until)| *number == table.number && **until > now)
            .count()
    }

    /// Locks items until a time, and drops the locks that have expired.
    pub(crate) fn lock(&mut self, items: impl Iterator<Item = (u64, RowKey)>, until: Timestamp, now: Timestamp) {
        self.until.retain(|_, until| *until > now);
        self.until.extend(items.map(|item| (item, until)));
    }
}
