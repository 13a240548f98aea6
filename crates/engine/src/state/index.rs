//! An index in the engine: its definition, its entries, its pending changes, and its status.
//!
//! Owns row keys of entries. Must not know requests, or costs.

use std::collections::VecDeque;
use std::sync::Arc;

use hashrange_index::{IndexDefinition, IndexKind, KeySchema};
use hashrange_store::{Pages, Partition, Placement, Remains, RowKey, RowKeyBuilder, Space};
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
    /// The remaining throughput of it and of its partitions; unused for local indexes.
    pub(crate) meter: Meter,
    /// Whether a change of on-demand limits is pending.
    pub(crate) limits_change: bool,
    pub(crate) insights: Insights,
    pub(crate) entries: Space<Arc<Item>>,
    /// The vectors of the entries, as searches read them; vector indexes only.
    pub(crate) vectors: Pages<RowKey, Arc<[f32]>>,
    /// Used by a local index. A global index is behind only by its queue (a model).
    pub(crate) followers: Followers,
    /// Used by a global index. A local index shares the partitions of its table.
    pub(crate) lineage: Lineage,
    pub(crate) heat: Heat,
    pub(crate) key_use: KeyUse,
    pub(crate) counters: Counters,
    /// Changes a global index has not applied yet, oldest first. Always empty for a local index.
    pub(crate) queue: VecDeque<Arc<PendingChange>>,
    /// Items that the backfill left out, as far as they are listed, and their total number.
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

/// A pending change of a global index.
#[derive(Clone, Debug)]
pub(crate) struct PendingChange {
    /// The number of the write.
    pub(crate) write: u64,
    pub(crate) written: Timestamp,
    pub(crate) due: Timestamp,
    pub(crate) rows: EntryRows,
}

hashrange_checkpoint::fields!(PendingChange {
    write,
    written,
    due,
    rows
});

impl Index {
    /// Leaves the entries and the pending changes to be freed.
    pub(crate) fn discard(self, remains: &mut Remains) {
        self.entries.discard(remains);
        remains.add(self.vectors);
        self.followers.discard(remains);
        remains.add(self.queue);
    }

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

    /// The row key of an entry: its own keys, then a tie-breaker from the table's key. So entries with equal index keys
    /// have a stable order (the order of the service, observed: index-ties).
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

    /// Stores the entries that are about to be replaced, for followers that lag.
    pub(crate) fn keep_replaced(&mut self, rows: &EntryRows, arrival: Arrival, now: Timestamp) {
        for key in rows.keys() {
            let row = self.entries.get(key).cloned();
            self.followers.keep(key.clone(), row, arrival, now);
        }
    }

    /// Queues a change with this lag; returns when it arrives.
    pub(crate) fn enqueue(&mut self, write: u64, written: Timestamp, lag: Duration, rows: EntryRows) -> Timestamp {
        // Never before an earlier change, so that the queue stays in order.
        let due = (written + lag).max(self.queue.back().map_or(written, |last| last.due));
        self.queue.push_back(Arc::new(PendingChange {
            write,
            written,
            due,
            rows,
        }));
        due
    }

    /// Bytes of its entries in the partition at this position.
    pub(crate) fn partition_bytes(&self, position: usize) -> u64 {
        self.entries.partitions().get(position).map_or(0, Partition::bytes)
    }

    pub(crate) fn is_local(&self) -> bool {
        self.definition.kind == IndexKind::Local
    }

    /// Writes an entry, and returns the position of its partition.
    pub(crate) fn put_entry(&mut self, key: RowKey, row: ItemRow) -> usize {
        if let Some(vector) = self.definition.vector().and_then(|rule| rule.vector_of(&row.value)) {
            self.vectors.insert(key.clone(), vector.into());
        }
        let position = self.entries.partition_of(&key);
        self.entries.insert(key, row);
        position
    }

    /// Deletes an entry.
    pub(crate) fn take_entry(&mut self, key: &RowKey) {
        self.entries.remove(key);
        self.vectors.remove(key);
    }

    /// The status of the index.
    pub(crate) fn status(&self) -> IndexStatus {
        let changing = self.throughput.pending.is_some() || self.limits_change;
        match self.life {
            IndexLife::Deleting => IndexStatus::Deleting,
            IndexLife::Active | IndexLife::Backfilling(_) if changing => IndexStatus::Updating,
            IndexLife::Active => IndexStatus::Active,
            IndexLife::Creating | IndexLife::Allocating | IndexLife::Backfilling(_) => IndexStatus::Creating,
        }
    }

    /// The `Backfilling` member of descriptions. Absent unless the index was added later and is not ready
    /// (observed: index-backfilling-flag).
    pub(crate) fn backfilling(&self) -> Option<bool> {
        match self.life {
            IndexLife::Allocating => Some(false),
            IndexLife::Backfilling(_) => Some(true),
            IndexLife::Creating | IndexLife::Active | IndexLife::Deleting => None,
        }
    }

    /// Whether reads find the index. They do not find a vector index while its resources are being allocated
    /// (observed: vector-readiness) or while it is being deleted (inferred: vector-deleting).
    pub(crate) fn is_there(&self) -> bool {
        self.definition.vector().is_none() || matches!(self.life, IndexLife::Active | IndexLife::Backfilling(_))
    }

    /// Whether entries can be read.
    pub(crate) fn is_readable(&self) -> bool {
        matches!(self.life, IndexLife::Active)
    }

    /// Whether a write of this table row reaches the index, and is refused if it violates the index's keys. During a
    /// backfill this applies only to rows that the backfill has passed. It reads the other rows later, in their state
    /// at that time. Which violations are refused meanwhile is a choice: the service only documents that some are
    /// (documented: index-online).
    pub(crate) fn follows(&self, row: impl FnOnce() -> Option<RowKey>) -> bool {
        match &self.life {
            IndexLife::Creating | IndexLife::Active => true,
            IndexLife::Backfilling(fill) => row().is_some_and(|row| fill.passed(&row)),
            IndexLife::Allocating | IndexLife::Deleting => false,
        }
    }
}

/// Bytes of the tie-breaker in an index's row keys: four of the hash's sixteen. Of a million entries with one index
/// key, a few pairs share these bytes. Their order is then the order of their keys. Four bytes save memory, which a
/// browser tab exhausts first.
const TIE_BYTES: usize = 4;
