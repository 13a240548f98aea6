//! A table as the engine keeps it: its definition, its items, its indexes with their entries and queues.
//!
//! Owns row keys of items and entries. Must not know requests or what anything costs.

use std::collections::VecDeque;
use std::sync::Arc;

use hashrange_index::{Change, IndexDefinition, IndexKind, KeyAttribute, KeySchema};
use hashrange_store::{Placement, RowKey, RowKeyBuilder, Space};
use hashrange_time::Timestamp;
use hashrange_values::{AttributeValue, Item, Text, key_bytes, key_bytes_len};
use hashrange_wire::{BillingMode, CreateTableRequest, IndexStatus, ProvisionedThroughput, TableStatus};

use crate::schema::TableDefinition;

/// Partitions a new on-demand table or index starts with. Not documented; four fits the throughput a new table sustains
/// and the minimum a Scan of it costs (both observed), so it is a model.
const ON_DEMAND_PARTITIONS: u32 = 4;
/// Read and write units one partition serves each second (documented).
const PARTITION_READ_UNITS: u64 = 3_000;
const PARTITION_WRITE_UNITS: u64 = 1_000;

/// A table.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    /// Unique among all tables that ever had the name.
    pub(crate) number: u64,
    pub(crate) id: String,
    /// What was asked for, for descriptions.
    pub(crate) request: CreateTableRequest,
    pub(crate) name: Text,
    pub(crate) created: Timestamp,
    pub(crate) status: TableStatus,
    pub(crate) keys: KeySchema,
    pub(crate) billing: BillingMode,
    pub(crate) throughput: Option<ProvisionedThroughput>,
    pub(crate) deletion_protected: bool,
    pub(crate) items: Space<Arc<Item>>,
    /// Local indexes first, then global ones, each in the order of the request.
    pub(crate) indexes: Vec<Index>,
}

/// A secondary index.
#[derive(Clone, Debug)]
pub(crate) struct Index {
    pub(crate) definition: IndexDefinition,
    pub(crate) status: IndexStatus,
    pub(crate) throughput: Option<ProvisionedThroughput>,
    pub(crate) entries: Space<Arc<Item>>,
    /// Changes a global index has not applied yet, oldest first. Always empty for a local index.
    pub(crate) queue: VecDeque<PendingChange>,
}

/// A change on its way to a global index.
#[derive(Clone, Debug)]
pub(crate) struct PendingChange {
    pub(crate) written: Timestamp,
    pub(crate) due: Timestamp,
    pub(crate) change: Change,
}

impl Table {
    pub(crate) fn new(
        number: u64,
        id: String,
        request: CreateTableRequest,
        definition: TableDefinition,
        now: Timestamp,
    ) -> Self {
        let partitions = initial_partitions(definition.billing, definition.throughput);
        let index = |(definition, throughput): (IndexDefinition, Option<ProvisionedThroughput>), billing| Index {
            entries: Space::new(match definition.kind {
                IndexKind::Local => partitions,
                IndexKind::Global => initial_partitions(billing, throughput),
            }),
            definition,
            status: IndexStatus::Creating,
            throughput,
            queue: VecDeque::new(),
        };
        Self {
            number,
            id,
            name: Text::from(request.table_name.as_str()),
            created: now,
            status: TableStatus::Creating,
            keys: definition.keys,
            billing: definition.billing,
            throughput: definition.throughput,
            deletion_protected: request.deletion_protection_enabled.unwrap_or(false),
            items: Space::new(partitions),
            indexes: definition.indexes.into_iter().map(|parts| index(parts, definition.billing)).collect(),
            request,
        }
    }

    /// The row key of an item, or of a primary key; `None` when a key attribute is missing or no scalar.
    pub(crate) fn row_key(&self, item: &Item) -> Option<RowKey> {
        Some(key_prefix(&self.keys, item, 0)?.finish())
    }

    /// True when items can be read and written.
    pub(crate) fn is_usable(&self) -> bool {
        matches!(self.status, TableStatus::Active | TableStatus::Updating)
    }

    /// The index of this name.
    pub(crate) fn index(&self, name: &str) -> Option<&Index> {
        self.indexes.iter().find(|index| index.definition.name == name)
    }
}

impl Index {
    /// The row key of an entry: its own keys, then a tie-breaker made from the table's key, so that entries with equal
    /// index keys have a stable order (the order the service shows, observed).
    pub(crate) fn row_key(&self, entry: &Item, table_keys: &KeySchema) -> Option<RowKey> {
        let room: usize = TIE_BYTES + room_for(table_keys.attributes(), entry);
        let own = key_prefix(&self.definition.keys, entry, room)?;
        let mut scratch: [Vec<u8>; 2] = Default::default();
        let mut parts: [&[u8]; 2] = Default::default();
        let slots = parts.iter_mut().zip(&mut scratch);
        for ((slot, scratch), key) in slots.zip(table_keys.attributes()) {
            *slot = key_bytes(entry.get(&key.name)?, scratch)?;
        }
        let parts = parts.get(..table_keys.len())?;
        let tie = Placement::of(parts.iter().copied()).to_bytes();
        Some(parts.iter().fold(own.raw(&tie), |builder, part| builder.part(part)).finish())
    }

    pub(crate) fn is_local(&self) -> bool {
        self.definition.kind == IndexKind::Local
    }
}

/// Bytes of the tie-breaker in an index's row keys.
const TIE_BYTES: usize = 16;

/// A row key's beginning: partition key and sort key of this schema. `room` bytes will follow.
fn key_prefix(keys: &KeySchema, item: &Item, room: usize) -> Option<RowKeyBuilder> {
    let room = room + room_for(keys.sort.iter(), item);
    let mut scratch = Vec::new();
    let start = match keys.partition.as_slice() {
        [single] => RowKeyBuilder::new(&[key_bytes(item.get(&single.name)?, &mut scratch)?], room),
        several => {
            let part = |key: &KeyAttribute| key_bytes(item.get(&key.name)?, &mut Vec::new()).map(<[u8]>::to_vec);
            let parts = several.iter().map(part).collect::<Option<Vec<_>>>()?;
            RowKeyBuilder::new(&parts.iter().map(Vec::as_slice).collect::<Vec<_>>(), room)
        }
    };
    keys.sort_values(item).try_fold(start, |builder, value| Some(builder.part(key_bytes(value?, &mut scratch)?)))
}

/// Bytes these attributes take in a row key: exact for most strings, enough for numbers.
fn room_for<'k>(attributes: impl Iterator<Item = &'k KeyAttribute>, item: &Item) -> usize {
    const NUMBER_BYTES: usize = 22;
    let bytes = |value: &AttributeValue| match value {
        AttributeValue::N(_) => NUMBER_BYTES,
        value => key_bytes_len(value),
    };
    attributes.filter_map(|key| item.get(&key.name)).map(|value| bytes(value) + 2).sum()
}

/// Partitions a new table or index starts with. For provisioned throughput the one formula ever published; not
/// confirmed for today's service, so it is a model.
fn initial_partitions(billing: BillingMode, throughput: Option<ProvisionedThroughput>) -> u32 {
    match (billing, throughput) {
        (BillingMode::Provisioned, Some(rate)) => {
            let reads = rate.read_capacity_units.saturating_mul(PARTITION_WRITE_UNITS);
            let writes = rate.write_capacity_units.saturating_mul(PARTITION_READ_UNITS);
            let partitions = reads.saturating_add(writes).div_ceil(PARTITION_READ_UNITS * PARTITION_WRITE_UNITS);
            u32::try_from(partitions).unwrap_or(u32::MAX).clamp(1, 4_096)
        }
        _ => ON_DEMAND_PARTITIONS,
    }
}

/// A table for those who only look: what read models are made from.
#[derive(Clone, Copy, Debug)]
pub struct TableView<'a>(pub(crate) &'a Table);

/// An index for those who only look.
#[derive(Clone, Copy, Debug)]
pub struct IndexView<'a>(pub(crate) &'a Index);

/// A partition for those who only look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PartitionView {
    /// Where its slice of the 128-bit hash range begins.
    pub from: u128,
    /// Items or entries in it.
    pub items: usize,
    /// Their bytes.
    pub bytes: u64,
}

impl<'a> TableView<'a> {
    /// Its name.
    #[must_use]
    pub fn name(self) -> &'a Text {
        &self.0.name
    }

    /// Its primary key.
    #[must_use]
    pub fn keys(self) -> &'a KeySchema {
        &self.0.keys
    }

    /// Where it is in its life.
    #[must_use]
    pub fn status(self) -> TableStatus {
        self.0.status
    }

    /// How its throughput is paid for.
    #[must_use]
    pub fn billing(self) -> BillingMode {
        self.0.billing
    }

    /// Its provisioned throughput; `None` on demand.
    #[must_use]
    pub fn throughput(self) -> Option<ProvisionedThroughput> {
        self.0.throughput
    }

    /// Number of items.
    #[must_use]
    pub fn item_count(self) -> usize {
        self.0.items.len()
    }

    /// Bytes of all items.
    #[must_use]
    pub fn bytes(self) -> u64 {
        self.0.items.bytes()
    }

    /// Its partitions in hash order.
    pub fn partitions(self) -> impl Iterator<Item = PartitionView> + 'a {
        partition_views(&self.0.items)
    }

    /// Its indexes, local ones first.
    pub fn indexes(self) -> impl Iterator<Item = IndexView<'a>> {
        self.0.indexes.iter().map(IndexView)
    }

    /// The items of the given item's partition key value, in sort key order, with their sizes.
    pub fn collection(self, key: &Item) -> Vec<(&'a Arc<Item>, u32)> {
        collection(&self.0.items, &self.0.keys, key)
    }

    /// All items in hash order, with their sizes.
    pub fn items(self) -> impl Iterator<Item = (&'a Arc<Item>, u32)> {
        rows(&self.0.items)
    }
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
        self.0.status
    }

    /// Its provisioned throughput; `None` on demand and for local indexes.
    #[must_use]
    pub fn throughput(self) -> Option<ProvisionedThroughput> {
        self.0.throughput
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
        partition_views(&self.0.entries)
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

fn partition_views(space: &Space<Arc<Item>>) -> impl Iterator<Item = PartitionView> + '_ {
    space.partitions().iter().map(|partition| PartitionView {
        from: partition.from().as_u128(),
        items: partition.len(),
        bytes: partition.bytes(),
    })
}

fn rows(space: &Space<Arc<Item>>) -> impl Iterator<Item = (&Arc<Item>, u32)> {
    space.partitions().iter().flat_map(|partition| partition.rows()).map(|(_, row)| (&row.value, row.size))
}

fn collection<'a>(space: &'a Space<Arc<Item>>, keys: &KeySchema, key: &Item) -> Vec<(&'a Arc<Item>, u32)> {
    let partition_only = KeySchema { partition: keys.partition.clone(), sort: Vec::new() };
    let Some(prefix) = key_prefix(&partition_only, key, 0) else { return Vec::new() };
    let range = hashrange_store::KeyRange { end: Some(prefix.prefix_end()), start: prefix.prefix_start() };
    space.walk(&range, true).map(|step| (&step.row.value, step.row.size)).collect()
}
