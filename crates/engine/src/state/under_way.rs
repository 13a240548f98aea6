//! Items that transactions are at work on, and until when.
//!
//! A transaction is answered and seen at one moment; how long it is at work before is what the service does not tell. Here
//! it keeps its items for a while after that moment, and who comes meanwhile is in its way (a model; see
//! `Physics::transaction`). Must not know what a transaction does.

use std::collections::BTreeMap;

use hashrange_store::RowKey;
use hashrange_time::Timestamp;

use crate::state::table::Table;

/// The items, by the number of their table and their key.
#[derive(Clone, Debug, Default)]
pub(crate) struct UnderWay {
    until: BTreeMap<(u64, RowKey), Timestamp>,
}

hashrange_checkpoint::fields!(UnderWay { until });

impl UnderWay {
    /// Whether a transaction is at work on the item with this key.
    pub(crate) fn has(&self, table: &Table, key: &RowKey, now: Timestamp) -> bool {
        // Mostly there is none, and no key need be copied.
        !self.until.is_empty() && self.until.get(&(table.number, key.clone())).is_some_and(|until| *until > now)
    }

    /// How many items of a table transactions are at work on.
    pub(crate) fn count(&self, table: &Table, now: Timestamp) -> usize {
        self.until.iter().filter(|((number, _), until)| *number == table.number && **until > now).count()
    }

    /// Keeps items until a moment, and lets go of those whose time is over.
    pub(crate) fn keep(&mut self, items: impl Iterator<Item = (u64, RowKey)>, until: Timestamp, now: Timestamp) {
        self.until.retain(|_, until| *until > now);
        self.until.extend(items.map(|item| (item, until)));
    }
}
