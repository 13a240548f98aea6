//! An index as the engine keeps it: its definition, its entries, what has not reached it yet, and where it is in its life.
//!
//! Owns row keys of entries. Must not know requests, or what anything costs.

use std::collections::VecDeque;
use std::sync::Arc;

use hashrange_index::{IndexDefinition, IndexKind, KeySchema};
use hashrange_store::{Pages, Partition, Placement, RowKey, RowKeyBuilder, Space};
use hashrange_time::{Duration, Timestamp};
use hashrange_values::{Item, key_bytes};
use hashrange_wire::IndexStatus;

use crate::state::counters::Counters;
use crate::state::definition::NewIndex;
use crate::state::entry_rows::EntryRows;
use crate::state::followers::{Arrival, Followers};
use crate::state::heat::Heat;
use crate::state::index_life::{IndexLife, KeyViolation};
use crate::state::key_use::KeyUse;
use crate::state::lineage::Lineage;
use crate::state::meter::Meter;
use crate::state::rows::{ItemRow, key_prefix};
use crate::state::settings::Insights;
use crate::state::throughput::Throughput;

/// A secondary index.
#[derive(Clone, Debug)]
pub(crate) struct Index {
    pub(crate) definition: IndexDefinition,
    pub(crate) life: IndexLife,
    pub(crate) throughput: Throughput,
    /// What is left of it, and of its partitions'; unused by local indexes.
    pub(crate) meter: Meter,
    /// New limits of on-demand use on their way.
    pub(crate) limits_change: bool,
    pub(crate) insights: Insights,
    pub(crate) entries: Space<Arc<Item>>,
    /// The vectors of the entries, as searches read them; of a vector index only.
    pub(crate) vectors: Pages<RowKey, Arc<[f32]>>,
    /// Of a local index; a global one is behind by its queue alone (a model).
    pub(crate) followers: Followers,
    /// Of a global index; a local one's partitions are its table's.
    pub(crate) lineage: Lineage,
    pub(crate) heat: Heat,
    pub(crate) key_use: KeyUse,
    pub(crate) counters: Counters,
    /// Changes a global index has not applied yet, oldest first. Always empty for a local index.
    pub(crate) queue: VecDeque<Arc<PendingChange>>,
    /// Items left out when the index was filled, as far as they are listed, and their number.
    pub(crate) violations: (Vec<KeyViolation>, u64),
}

hashrange_checkpoint::fields!(Index {
    definition,
    life,
    throughput,
    meter,
    limits_change,
    insights,
    entries,
    vectors,
    followers,
    lineage,
    heat,
    key_use,
    counters,
    queue,
    violations
});

/// A change on its way to a global index.
#[derive(Clone, Debug)]
pub(crate) struct PendingChange {
    /// The number of the write.
    pub(crate) write: u64,
    pub(crate) written: Timestamp,
    pub(crate) due: Timestamp,
    pub(crate) rows: EntryRows,
}

hashrange_checkpoint::fields!(PendingChange { write, written, due, rows });

impl Index {
    pub(crate) fn new(new: NewIndex, life: IndexLife, partitions: u32, now: Timestamp) -> Self {
        Self {
            definition: new.definition,
            life,
            throughput: new.throughput,
            meter: Meter::new(now),
            limits_change: false,
            insights: Insights::default(),
            entries: Space::new(partitions),
            vectors: Pages::default(),
            followers: Followers::default(),
            lineage: Lineage::default(),
            heat: Heat::default(),
            key_use: KeyUse::default(),
            counters: Counters::new(now),
            queue: VecDeque::new(),
            violations: (Vec::new(), 0),
        }
    }

    /// The row key of an entry: its own keys, then a tie-breaker made from the table's key, so that entries with equal
    /// index keys have a stable order (the order the service shows, observed).
    pub(crate) fn row_key(&self, entry: &Item, table_keys: &KeySchema) -> Option<RowKey> {
        let own = key_prefix(&self.definition.keys, entry)?;
        let mut scratch = (Vec::new(), Vec::new());
        let partition = key_bytes(entry.get(&table_keys.partition.first()?.name)?, &mut scratch.0)?;
        let sort = match table_keys.sort.first() {
            Some(sort) => Some(key_bytes(entry.get(&sort.name)?, &mut scratch.1)?),
            None => None,
        };
        let tie = Placement::of([partition, sort.unwrap_or_default()]).to_bytes();
        let tied = own.raw(tie.get(..TIE_BYTES)?).part(partition);
        Some(sort.into_iter().fold(tied, RowKeyBuilder::part).finish())
    }

    /// Keeps the entries that are about to be replaced, for followers that are not reached yet.
    pub(crate) fn keep_replaced(&mut self, rows: &EntryRows, arrival: Arrival, now: Timestamp) {
        for key in rows.keys() {
            let row = self.entries.get(key).cloned();
            self.followers.keep(key.clone(), row, arrival, now);
        }
    }

    /// Queues a change, which arrives after this lag; tells when that is.
    pub(crate) fn enqueue(&mut self, write: u64, written: Timestamp, lag: Duration, rows: EntryRows) -> Timestamp {
        // Never ahead of an earlier change: the queue keeps its order.
        let due = (written + lag).max(self.queue.back().map_or(written, |last| last.due));
        self.queue.push_back(Arc::new(PendingChange { write, written, due, rows }));
        due
    }

    /// Bytes of its entries in the partition at this position.
    pub(crate) fn partition_bytes(&self, position: usize) -> u64 {
        self.entries.partitions().get(position).map_or(0, Partition::bytes)
    }

    pub(crate) fn is_local(&self) -> bool {
        self.definition.kind == IndexKind::Local
    }

    /// Writes an entry, and tells the position of the partition that took it in.
    pub(crate) fn put_entry(&mut self, key: RowKey, row: ItemRow) -> usize {
        if let Some(vector) = self.definition.vector().and_then(|rule| rule.vector_of(&row.value)) {
            self.vectors.insert(key.clone(), vector.into());
        }
        let position = self.entries.partition_of(&key);
        self.entries.insert(key, row);
        position
    }

    /// Takes an entry away.
    pub(crate) fn take_entry(&mut self, key: &RowKey) {
        self.entries.remove(key);
        self.vectors.remove(key);
    }

    /// Where the index is in its life.
    pub(crate) fn status(&self) -> IndexStatus {
        let changing = self.throughput.pending.is_some() || self.limits_change;
        match self.life {
            IndexLife::Deleting => IndexStatus::Deleting,
            IndexLife::Active | IndexLife::Backfilling(_) if changing => IndexStatus::Updating,
            IndexLife::Active => IndexStatus::Active,
            IndexLife::Creating | IndexLife::Allocating | IndexLife::Backfilling(_) => IndexStatus::Creating,
        }
    }

    /// What descriptions tell of its filling: nothing, unless it was added later and is not ready (observed).
    pub(crate) fn backfilling(&self) -> Option<bool> {
        match self.life {
            IndexLife::Allocating => Some(false),
            IndexLife::Backfilling(_) => Some(true),
            IndexLife::Creating | IndexLife::Active | IndexLife::Deleting => None,
        }
    }

    /// Whether reads find it at all. Not a vector index whose resources are being allocated (observed), or that is being
    /// deleted (inferred).
    pub(crate) fn is_there(&self) -> bool {
        self.definition.vector().is_none() || matches!(self.life, IndexLife::Active | IndexLife::Backfilling(_))
    }

    /// True when entries can be read.
    pub(crate) fn is_readable(&self) -> bool {
        matches!(self.life, IndexLife::Active)
    }

    /// Whether a write of this row of the table reaches the index, and is refused when it violates the index's keys.
    /// While the index is filled, that is so for the rows passed; the others are met later, as they are then. Which
    /// violations are refused meanwhile is a choice: the service only says that some are (documented).
    pub(crate) fn follows(&self, row: impl FnOnce() -> Option<RowKey>) -> bool {
        match &self.life {
            IndexLife::Creating | IndexLife::Active => true,
            IndexLife::Backfilling(fill) => row().is_some_and(|row| fill.passed(&row)),
            IndexLife::Allocating | IndexLife::Deleting => false,
        }
    }
}

/// Bytes of the tie-breaker in an index's row keys. Four of the hash's sixteen: of a million entries with one index key a
/// few pairs share them, and are in the order of their keys, and memory is what a tab runs out of first.
const TIE_BYTES: usize = 4;
