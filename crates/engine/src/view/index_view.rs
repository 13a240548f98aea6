//! Indexes for those who only look.

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

/// An index for those who only look.
#[derive(Clone, Copy, Debug)]
pub struct IndexView<'a>(pub(crate) &'a Index);

/// How far an index is filled from its table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct BuildView {
    /// Items of the table passed.
    pub rows: u64,
    /// Entries written.
    pub entries: u64,
    /// Write units of those entries: the index's, not counted with its other writes.
    pub units: Units,
    /// Every item was passed.
    pub complete: bool,
    /// The place on the 128-bit hash range of the last item passed; the table is passed in hash order.
    pub cursor: Option<u128>,
    /// The index is not ACTIVE before this moment.
    pub ready: Timestamp,
}

impl<'a> IndexView<'a> {
    /// Its definition.
    #[must_use]
    pub fn definition(self) -> &'a IndexDefinition {
        &self.0.definition
    }

    /// Where it is in its life.
    #[must_use]
    pub fn status(self) -> IndexStatus {
        self.0.status()
    }

    /// How far it is filled; `None` unless it was added later and is being filled.
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

    /// Items left out when it was filled because they violate its key schema, as far as they are listed, and their
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

    /// The most units a second it may use on demand, reads and writes, where that was limited.
    #[must_use]
    pub fn on_demand_limits(self) -> OnDemandThroughput {
        self.0.throughput.on_demand
    }

    /// Whether it is being filled, as descriptions tell it.
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

    /// Changes not applied yet.
    #[must_use]
    pub fn queued(self) -> usize {
        self.0.queue.len()
    }

    /// When the oldest change not applied yet was written.
    #[must_use]
    pub fn oldest_queued(self) -> Option<Timestamp> {
        self.0.queue.front().map(|pending| pending.written)
    }

    /// Its partitions in hash order. A local index shares the table's.
    pub fn partitions(self) -> impl Iterator<Item = PartitionView> + 'a {
        partition_views(&self.0.entries, &self.0.lineage)
    }

    /// Every split of its partitions, oldest first. A local index's are its table's.
    #[must_use]
    pub fn splits(self) -> &'a [Split] {
        self.0.lineage.splits()
    }

    /// The keys that took most, with their units as Contributor Insights counts them (a write unit three times,
    /// documented): at least so many, exact for keys that stand out, for the room is bounded. Keys of entries that are gone are left out.
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
