//! A read-only view of an index.

use std::sync::Arc;

use hashrange_capacity::Units;
use hashrange_index::IndexDefinition;
use hashrange_store::RowKey;
use hashrange_time::Timestamp;
use hashrange_values::Item;
use hashrange_wire::{IndexStatus, OnDemandThroughput, ProvisionedThroughput};

use crate::state::index::Index;
use crate::state::index_life::{IndexLife, KeyViolation};
use crate::state::lineage::Split;
use crate::state::rows::collection;
use crate::view::partition_view::{PartitionView, partition_views, rows};

/// A read-only view of an index.
#[derive(Clone, Copy, Debug)]
pub struct IndexView<'a>(pub(crate) &'a Index);

/// The progress of an index's backfill.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct BuildView {
    /// Number of passed items of the table.
    pub rows: u64,
    /// Number of written entries.
    pub entries: u64,
    /// Write units of those entries. The index is charged, but its other writes do not include them.
    pub units: Units,
    /// Whether every item is passed.
    pub complete: bool,
    /// The position of the last passed item on the 128-bit hash range. The backfill reads the table in hash order.
    pub cursor: Option<u128>,
    /// The index is not ACTIVE before this time.
    pub ready: Timestamp,
}

impl<'a> IndexView<'a> {
    /// Its definition.
    #[must_use]
    pub fn definition(self) -> &'a IndexDefinition {
        &self.0.definition
    }

    /// The status of the index.
    #[must_use]
    pub fn status(self) -> IndexStatus {
        self.0.status()
    }

    /// The backfill; `None` unless the index is being backfilled.
    #[must_use]
    pub fn build(self) -> Option<BuildView> {
        match &self.0.life {
            IndexLife::Backfilling(fill) => Some(BuildView {
                rows: fill.rows,
                entries: fill.entries,
                units: fill.units,
                complete: fill.is_complete(),
                cursor: fill.cursor().map(|key| key.placement().as_u128()),
                ready: fill.ready,
            }),
            _ => None,
        }
    }

    /// The items that the backfill left out because they violate the key schema: a bounded list, and their total
    /// number.
    #[must_use]
    pub fn violations(self) -> (&'a [KeyViolation], u64) {
        match &self.0.life {
            IndexLife::Backfilling(fill) => fill.violations(),
            _ => (&self.0.violations.0, self.0.violations.1),
        }
    }

    /// Its provisioned throughput; `None` on demand and for local indexes.
    #[must_use]
    pub fn throughput(self) -> Option<ProvisionedThroughput> {
        self.0.throughput.rate
    }

    /// The maximum units per second for on-demand use, reads and writes, if limited.
    #[must_use]
    pub fn on_demand_limits(self) -> OnDemandThroughput {
        self.0.throughput.on_demand
    }

    /// Whether it is being backfilled, as descriptions report it.
    #[must_use]
    pub fn backfilling(self) -> Option<bool> {
        self.0.backfilling()
    }

    /// Number of entries.
    #[must_use]
    pub fn item_count(self) -> usize {
        self.0.entries.len()
    }

    /// Bytes of all entries.
    #[must_use]
    pub fn bytes(self) -> u64 {
        self.0.entries.bytes()
    }

    /// Number of pending changes.
    #[must_use]
    pub fn queued(self) -> usize {
        self.0.queue.len()
    }

    /// When the oldest pending change was written.
    #[must_use]
    pub fn oldest_queued(self) -> Option<Timestamp> {
        self.0.queue.front().map(|pending| pending.written)
    }

    /// Its partitions in hash order. A local index shares the partitions of its table.
    pub fn partitions(self) -> impl Iterator<Item = PartitionView> + 'a {
        partition_views(&self.0.entries, &self.0.lineage)
    }

    /// Every split of its partitions, oldest first. A local index has the splits of its table.
    #[must_use]
    pub fn splits(self) -> &'a [Split] {
        self.0.lineage.splits()
    }

    /// The most used keys with their units, as Contributor Insights counts them (a write unit three times,
    /// documented: contributor-insights). Memory is bounded, so the units are minimums. They are exact for keys that
    /// stand out. Omits keys of deleted entries.
    #[must_use]
    pub fn most_used(self) -> Vec<(Item, Units)> {
        let key = |(key, units): (&RowKey, Units)| {
            Some((self.0.definition.keys.key_of(&self.0.entries.get(key)?.value), units))
        };
        self.0.key_use.most().into_iter().filter_map(key).collect()
    }

    /// The entries of the given entry's partition key value, in sort key order, with their sizes.
    pub fn collection(self, key: &Item) -> Vec<(&'a Arc<Item>, u32)> {
        collection(&self.0.entries, &self.0.definition.keys, key)
    }

    /// All entries in hash order, with their sizes.
    pub fn entries(self) -> impl Iterator<Item = (&'a Arc<Item>, u32)> {
        rows(&self.0.entries)
    }
}
