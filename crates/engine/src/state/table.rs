//! A table in the engine: its definition, its items, its indexes.
//!
//! Owns row keys of items, and the rules of a table's status. Must not know requests or costs.

use std::sync::Arc;

use hashrange_index::{ELEMENT_BYTES, IndexKind, KeySchema};
use hashrange_store::{KeyRange, Remains, RowKey, RowKeyBuilder, Space};
use hashrange_time::Timestamp;
use hashrange_values::{AttributeValue, Item, Text, escape_key_bytes, key_bytes};
use hashrange_wire::{BillingMode, TableStatus};

use crate::state::billing::Billing;
use crate::state::counters::Counters;
use crate::state::definition::{NewIndex, TableDefinition};
use crate::state::expiry::Expiry;
use crate::state::followers::Followers;
use crate::state::heat::Heat;
use crate::state::history::History;
use crate::state::index::Index;
use crate::state::index_life::IndexLife;
use crate::state::key_use::KeyUse;
use crate::state::lineage::Lineage;
use crate::state::meter::Meter;
use crate::state::partition_units::initial_partitions;
use crate::state::rows::{ItemRow, key_prefix};
use crate::state::scaling::Scaling;
use crate::state::settings::Settings;
use crate::state::stream::name::Stream;
use crate::state::throughput::Throughput;

/// A table.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    /// Unique among all tables that ever had the name.
    pub(crate) number: u64,
    pub(crate) id: String,
    pub(crate) name: Text,
    pub(crate) created: Timestamp,
    pub(crate) stage: Stage,
    pub(crate) keys: KeySchema,
    pub(crate) billing: Billing,
    pub(crate) throughput: Throughput,
    /// The remaining throughput of it and of its partitions.
    pub(crate) meter: Meter,
    /// A pending change of throughput or billing.
    pub(crate) rate_change: Option<RateChange>,
    pub(crate) stream: Option<Stream>,
    /// A pending switch of the stream.
    pub(crate) stream_change: Option<StreamChange>,
    pub(crate) settings: Settings,
    /// Replaced versions, while point-in-time recovery is on.
    pub(crate) history: History,
    /// Its restore source, also after the restore.
    pub(crate) restored: Option<Restored>,
    pub(crate) expiry: Option<Expiry>,
    /// When time to live was last changed.
    pub(crate) expiry_changed: Option<Timestamp>,
    pub(crate) items: Space<Arc<Item>>,
    pub(crate) followers: Followers,
    pub(crate) lineage: Lineage,
    pub(crate) heat: Heat,
    pub(crate) key_use: KeyUse,
    pub(crate) counters: Counters,
    pub(crate) scaling: Scaling,
    /// In creation order. Of the indexes created with the table, local indexes come first, then global indexes, then
    /// vector indexes.
    pub(crate) indexes: Vec<Index>,
}

hashrange_checkpoint::fields!(Table {
    number,
    id,
    name,
    created,
    stage,
    keys,
    billing,
    throughput,
    meter,
    rate_change,
    stream,
    stream_change,
    settings,
    history,
    restored,
    expiry,
    expiry_changed,
    items,
    followers,
    lineage,
    heat,
    key_use,
    counters,
    scaling,
    indexes
});

/// The stages of a table's life.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stage {
    Creating,
    Live,
    Deleting,
}

hashrange_checkpoint::variants!(Stage {
    Creating,
    Live,
    Deleting
});

/// The source of a restored table.
#[derive(Clone, Debug)]
pub(crate) struct Restored {
    /// The backup's resource name; `None` if the source is a past time.
    pub(crate) backup: Option<String>,
    /// The resource name of the source table.
    pub(crate) table_arn: String,
    /// The restored time.
    pub(crate) moment: Timestamp,
    /// The last item whose index entries exist; `None` before the first.
    pub(crate) indexed: Option<RowKey>,
}

hashrange_checkpoint::fields!(Restored {
    backup,
    table_arn,
    moment,
    indexed since 2
});

/// A change of a table's provisioned throughput.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RateChange {
    Throughput,
    /// A switch from this billing mode to the other.
    Billing {
        from: BillingMode,
    },
}

hashrange_checkpoint::variants!(RateChange { Throughput, Billing { from } });

/// A change of a table's stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StreamChange {
    Enabling,
    Disabling,
}

hashrange_checkpoint::variants!(StreamChange { Enabling, Disabling });

impl Table {
    pub(crate) fn new(number: u64, id: String, name: Text, definition: TableDefinition, now: Timestamp) -> Self {
        let TableDefinition {
            keys,
            billing,
            throughput,
            indexes,
        } = definition;
        let partitions = initial_partitions(billing, throughput.rate);
        let index = |new: NewIndex| {
            let partitions = match new.definition.kind {
                IndexKind::Local => partitions,
                IndexKind::Global | IndexKind::Vector(_) => initial_partitions(billing, new.throughput.rate),
            };
            Index::new(new, IndexLife::Creating, partitions, now)
        };
        Self {
            number,
            id,
            name,
            created: now,
            stage: Stage::Creating,
            keys,
            billing: Billing::new(billing, now),
            throughput,
            meter: Meter::new(now),
            rate_change: None,
            stream: None,
            stream_change: None,
            settings: Settings::default(),
            history: History::default(),
            restored: None,
            expiry: None,
            expiry_changed: None,
            items: Space::new(partitions),
            followers: Followers::default(),
            lineage: Lineage::default(),
            heat: Heat::default(),
            key_use: KeyUse::default(),
            counters: Counters::new(now),
            scaling: Scaling::default(),
            indexes: indexes.into_iter().map(index).collect(),
        }
    }

    /// Leaves the items, the indexes and the history to be freed.
    pub(crate) fn discard(self, remains: &mut Remains) {
        self.items.discard(remains);
        self.followers.discard(remains);
        self.history.discard(remains);
        if let Some(expiry) = self.expiry {
            expiry.discard(remains);
        }
        for index in self.indexes {
            index.discard(remains);
        }
    }

    /// Its restore source while it is being restored.
    pub(crate) fn restoring(&self) -> Option<&Restored> {
        self.restored.as_ref().filter(|_| self.stage == Stage::Creating)
    }

    /// The row key of an item, or of a primary key; `None` if a key attribute is missing or not a scalar.
    pub(crate) fn row_key(&self, item: &Item) -> Option<RowKey> {
        Some(key_prefix(&self.keys, item)?.finish())
    }

    /// The row key of these values of a primary key: a table has one partition key attribute, which is the first.
    pub(crate) fn row_key_of<'v>(mut values: impl Iterator<Item = &'v AttributeValue>) -> Option<RowKey> {
        let mut scratch = Vec::new();
        let start = RowKeyBuilder::new(&[key_bytes(values.next()?, &mut scratch)?]);
        let with = |builder: RowKeyBuilder, value| Some(builder.part(key_bytes(value, &mut scratch)?));
        Some(values.try_fold(start, with)?.finish())
    }

    /// The identity of an item, or of a primary key, in the table; `None` if a key attribute is missing or not a
    /// scalar. Cheaper than a row key: nothing is hashed.
    pub(crate) fn identity(&self, item: &Item) -> Option<Vec<u8>> {
        let (mut identity, mut scratch) = (Vec::with_capacity(IDENTITY_ROOM), Vec::new());
        for key in self.keys.attributes() {
            let bytes = key_bytes(item.get(&key.name)?, &mut scratch)?;
            escape_key_bytes(bytes, &mut identity);
        }
        Some(identity)
    }

    /// Whether items can be read and written.
    pub(crate) fn is_usable(&self) -> bool {
        self.stage == Stage::Live
    }

    /// The index of this name.
    pub(crate) fn index(&self, name: &str) -> Option<&Index> {
        self.indexes.iter().find(|index| index.definition.name == name)
    }

    /// The index of this name, to change it.
    pub(crate) fn index_mut(&mut self, name: &str) -> Option<&mut Index> {
        self.indexes.iter_mut().find(|index| index.definition.name == name)
    }

    /// The status of the table.
    pub(crate) fn status(&self) -> TableStatus {
        match self.stage {
            Stage::Creating => TableStatus::Creating,
            Stage::Deleting => TableStatus::Deleting,
            Stage::Live if self.is_changing() => TableStatus::Updating,
            Stage::Live => TableStatus::Active,
        }
    }

    /// Whether a pending change makes the status UPDATING. Encryption, warm throughput and a backfill do not
    /// (observed: change-states).
    fn is_changing(&self) -> bool {
        let by_index = |index: &Index| matches!(index.life, IndexLife::Allocating | IndexLife::Deleting);
        self.rate_change.is_some()
            || self.stream_change.is_some()
            || self.settings.class.pending.is_some()
            || self.indexes.iter().any(by_index)
    }

    /// The rows of the table itself, or of the index of this name.
    pub(crate) fn space(&self, index: Option<&str>) -> Option<&Space<Arc<Item>>> {
        match index {
            None => Some(&self.items),
            Some(index) => self.index(index).map(|index| &index.entries),
        }
    }

    /// The lineage of the table's own partitions, or of those of the index of this name.
    pub(crate) fn lineage_mut(&mut self, index: Option<&str>) -> Option<&mut Lineage> {
        match index {
            None => Some(&mut self.lineage),
            Some(index) => self.index_mut(index).map(|index| &mut index.lineage),
        }
    }

    /// The heat of the table's own partitions, or of those of the index of this name, and its most used keys.
    pub(crate) fn heat_mut(&mut self, index: Option<&str>) -> Option<(&mut Heat, &mut KeyUse)> {
        match index {
            None => Some((&mut self.heat, &mut self.key_use)),
            Some(index) => self.index_mut(index).map(|index| (&mut index.heat, &mut index.key_use)),
        }
    }

    /// The meter of the table or of one of its indexes.
    pub(crate) fn meter_mut(&mut self, index: Option<&str>) -> Option<&mut Meter> {
        match index {
            None => Some(&mut self.meter),
            Some(index) => self.index_mut(index).map(|index| &mut index.meter),
        }
    }

    /// Its global indexes.
    pub(crate) fn global_indexes(&self) -> impl Iterator<Item = &Index> {
        self.indexes
            .iter()
            .filter(|index| index.definition.kind == IndexKind::Global)
    }

    /// Its indexes that can be added and deleted later: all but the local ones.
    pub(crate) fn online_indexes(&self) -> impl Iterator<Item = &Index> {
        self.indexes.iter().filter(|index| !index.is_local())
    }

    /// The bytes billed for a write of an item of this size, or a read of it in the table. An indexed vector takes four
    /// bytes per number, whatever its digits (observed: vector-read-units). The size limit, the limit of a page and the
    /// entries of other indexes count it like any list (observed: vector-table-size).
    pub(crate) fn billed(&self, item: &Item, size: u32) -> u32 {
        let mut bytes = size as usize;
        let mut counted: Vec<&Text> = Vec::new();
        for rule in self.indexes.iter().filter_map(|index| index.definition.vector()) {
            if !counted.contains(&&rule.attribute) && rule.has_vector(item) {
                counted.push(&rule.attribute);
                let listed = item.get(&rule.attribute).map_or(0, AttributeValue::size);
                bytes = (bytes + ELEMENT_BYTES * rule.dimensions).saturating_sub(listed);
            }
        }
        u32::try_from(bytes).unwrap_or(u32::MAX)
    }

    /// Updates the reported size after the set of indexed vectors changes.
    pub(crate) fn count_vectors(&mut self) {
        self.counters.report_stored();
        if self.indexes.iter().any(|index| index.definition.vector().is_some()) {
            let all = KeyRange::all();
            let beyond = |row: &ItemRow| i64::from(self.billed(&row.value, row.size)) - i64::from(row.size);
            let beyond = self.items.walk(&all, true).map(|step| beyond(step.row)).sum();
            self.counters.report_beyond(beyond);
        }
    }
}

/// Initial capacity, enough for the identity of most items.
const IDENTITY_ROOM: usize = 64;
