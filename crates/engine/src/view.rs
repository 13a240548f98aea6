//! Tables, indexes and partitions for those who only look: what read models are made from.

use std::sync::Arc;

use hashrange_capacity::Units;
use hashrange_index::{IndexDefinition, KeySchema};
use hashrange_store::{KeyRange, RowKey, Space};
use hashrange_time::{Duration, Timestamp};
use hashrange_values::{Item, Text, sort_by};
use hashrange_wire::{
    BillingMode, IndexStatus, OnDemandThroughput, ProvisionedThroughput, StreamStatus, StreamViewType, TableStatus,
};

use crate::Engine;
use crate::expiry::Expiry;
use crate::index::Index;
use crate::index_life::{IndexLife, KeyViolation};
use crate::lineage::{Lineage, Split};
use crate::replicas::ReplicaView;
use crate::rows::key_prefix;
use crate::settings::InsightsStatus;
use crate::stream::{Shard, ShardId, StreamLog, StreamName};
use crate::table::Table;
use crate::violations::{self, ViolationReport};

/// Items of an expiry that are named one by one.
const MOST_SOONEST: usize = 120;

/// A table for those who only look: what read models are made from.
#[derive(Clone, Copy, Debug)]
pub struct TableView<'a>(pub(crate) &'a Table);

/// An index for those who only look.
#[derive(Clone, Copy, Debug)]
pub struct IndexView<'a>(pub(crate) &'a Index);

/// A partition for those who only look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PartitionView {
    /// Tells it from every other partition the table or index has or had.
    pub number: u32,
    /// The partition it was a half of; `None` for one of the first.
    pub parent: Option<u32>,
    /// Where its slice of the 128-bit hash range begins.
    pub from: u128,
    /// Items or entries in it.
    pub items: usize,
    /// Their bytes.
    pub bytes: u64,
}

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

/// The expiry of a table's items, as its scanners know it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExpiryView {
    /// The attribute that says when.
    pub attribute: Text,
    /// Whether time to live is on; switched off, it still deletes for a while.
    pub enabled: bool,
    /// Items that will expire or have expired, and no scanner has met.
    pub waiting: usize,
    /// Of them, those that have expired.
    pub unmet: u64,
    /// Items a scanner has met and that are not deleted yet.
    pub met: u64,
    /// The next pass of each scanner that has something to find, by the number of its partition.
    pub passes: Vec<(u32, Timestamp)>,
    /// Items that expire soonest or have expired, and no scanner has met: keys and moments, soonest first, some at most.
    pub soonest: Vec<(Item, Timestamp)>,
}

/// A stream for those who only look.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct StreamView {
    /// The table.
    pub table: Text,
    /// The stream's label.
    pub label: String,
    /// Which images its records have.
    pub view: StreamViewType,
    /// Where it is in its life.
    pub status: StreamStatus,
    /// Its shards, oldest first.
    pub shards: Vec<ShardView>,
}

/// A shard for those who only look.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct ShardView {
    /// Its name.
    pub id: String,
    /// The shard it goes on from.
    pub parent: Option<String>,
    /// Whether records are still added.
    pub open: bool,
    /// Records kept.
    pub records: usize,
    /// When the oldest record kept was written.
    pub oldest: Option<Timestamp>,
    /// When the newest record kept was written.
    pub newest: Option<Timestamp>,
    /// When it was opened.
    pub opened: Timestamp,
    /// Its first sequence number.
    pub starting: String,
    /// Its last sequence number and when it was closed; `None` while it is open.
    pub ending: Option<(String, Timestamp)>,
}

impl<'a> TableView<'a> {
    /// Whether Contributor Insights is on for the table, or for one of its indexes.
    #[must_use]
    pub fn contributor_insights(self, index: Option<&str>) -> bool {
        let insights = match index {
            None => Some(&self.0.settings.insights),
            Some(name) => self.0.index(name).map(|index| &index.insights),
        };
        insights.is_some_and(|insights| insights.status == InsightsStatus::On)
    }

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
        self.0.status()
    }

    /// How its throughput is paid for.
    #[must_use]
    pub fn billing(self) -> BillingMode {
        self.0.billing.mode
    }

    /// Its provisioned throughput; `None` on demand.
    #[must_use]
    pub fn throughput(self) -> Option<ProvisionedThroughput> {
        self.0.throughput.rate
    }

    /// Whether its changes are written to a stream.
    #[must_use]
    pub fn is_streamed(self) -> bool {
        self.0.stream.as_ref().is_some_and(|stream| stream.enabled)
    }

    /// The attribute by which its items expire, while they do.
    #[must_use]
    pub fn expires_by(self) -> Option<&'a Text> {
        self.0.expiry.as_ref().filter(|expiry| expiry.enabled).map(|expiry| &expiry.attribute)
    }

    /// Items that will expire, and items that have expired and are not deleted yet, as far as a scanner found them.
    #[must_use]
    pub fn expiring(self) -> (usize, u64) {
        self.0.expiry.as_ref().map_or((0, 0), |expiry| (expiry.waiting(), expiry.found))
    }

    /// The expiry of its items; `None` while it has none.
    #[must_use]
    pub fn expiry(self, now: Timestamp) -> Option<ExpiryView> {
        let expiry = self.0.expiry.as_ref()?;
        Some(ExpiryView {
            attribute: expiry.attribute.clone(),
            enabled: expiry.enabled,
            waiting: expiry.waiting(),
            unmet: expiry.unmet(now),
            met: expiry.found,
            passes: expiry.passes().collect(),
            soonest: self.soonest(expiry),
        })
    }

    fn soonest(self, expiry: &Expiry) -> Vec<(Item, Timestamp)> {
        let mut soonest: Vec<(&RowKey, Timestamp)> = expiry.soonest(MOST_SOONEST).collect();
        sort_by(&mut soonest, |one, other| one.1.cmp(&other.1));
        let of = |(key, at): (&RowKey, Timestamp)| Some((self.0.keys.key_of(&self.0.items.get(key)?.value), at));
        soonest.into_iter().take(MOST_SOONEST).filter_map(of).collect()
    }

    /// The most units a second it may use on demand, reads and writes, where that was limited.
    #[must_use]
    pub fn on_demand_limits(self) -> OnDemandThroughput {
        self.0.throughput.on_demand
    }

    /// How long until each of the two followers of its partitions has every write made so far.
    #[must_use]
    pub fn lag(self, now: Timestamp) -> [Duration; 2] {
        self.0.followers.lag(now)
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
        partition_views(&self.0.items, &self.0.lineage)
    }

    /// Every split of its partitions, oldest first.
    #[must_use]
    pub fn splits(self) -> &'a [Split] {
        self.0.lineage.splits()
    }

    /// The place of an item, or of a primary key, on the 128-bit hash range.
    #[must_use]
    pub fn place(self, key: &Item) -> Option<u128> {
        Some(self.0.row_key(key)?.placement().as_u128())
    }

    /// What each replica of an item's partition has of it: the leader, then its followers. `None` for what is no key.
    #[must_use]
    pub fn replicas(self, key: &Item, now: Timestamp) -> Option<[ReplicaView; 3]> {
        Some(self.0.followers.replicas(&self.0.items, &self.0.row_key(key)?, now))
    }

    /// Writes that have not reached both followers of their partition at this moment.
    #[must_use]
    pub fn behind(self, now: Timestamp) -> usize {
        self.0.followers.behind(now)
    }

    /// Read and write units a second one of its partitions serves, as a mean over about a minute; zero where traffic is
    /// not watched.
    #[must_use]
    pub fn load(self, partition: u32, now: Timestamp) -> (f64, f64) {
        self.0.heat.units(partition, now)
    }

    /// The keys that took most, with their units as Contributor Insights counts them (a write unit three times,
    /// documented): at least so many, exact for keys that stand out, for the room is bounded. Keys of items that are gone are left out.
    #[must_use]
    pub fn most_used(self) -> Vec<(Item, Units)> {
        let key = |(key, units): (&RowKey, Units)| Some((self.0.keys.key_of(&self.0.items.get(key)?.value), units));
        self.0.key_use.most().into_iter().filter_map(key).collect()
    }

    /// Its indexes, local ones first.
    pub fn indexes(self) -> impl Iterator<Item = IndexView<'a>> {
        self.0.indexes.iter().map(IndexView)
    }

    /// What one of its indexes has in the place of this entry.
    #[must_use]
    pub fn entry(self, index: &str, entry: &Item) -> Option<&'a Arc<Item>> {
        let index = self.0.index(index)?;
        index.entries.get(&index.row_key(entry, &self.0.keys)?).map(|row| &row.value)
    }

    /// The items of the given item's partition key value, in sort key order, with their sizes.
    pub fn collection(self, key: &Item) -> Vec<(&'a Arc<Item>, u32)> {
        collection(&self.0.items, &self.0.keys, key)
    }

    /// The items that violate one of its indexes, in hash order; `None` without such an index. Looks
    /// at every item, until `most` were found.
    #[must_use]
    pub fn violations(self, index: &str, most: usize) -> Option<ViolationReport> {
        let index = self.indexes().find(|candidate| candidate.definition().name == index)?;
        Some(violations::report(self, index.definition(), most))
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

impl Engine {
    /// Every stream that can be read, in the order of tables and labels.
    #[must_use]
    pub fn stream_views(&self) -> Vec<StreamView> {
        let of = |(name, log): (&StreamName, &StreamLog)| StreamView {
            table: name.table.clone(),
            label: name.label.to_string(),
            view: log.view,
            status: log.status,
            shards: log.shards().map(|(id, shard)| shard_view(id, shard)).collect(),
        };
        self.streams.iter().map(of).collect()
    }
}

fn shard_view(id: ShardId, shard: &Shard) -> ShardView {
    let (records, oldest, newest) = shard.kept();
    ShardView {
        id: id.to_string(),
        parent: shard.parent.map(|parent| parent.to_string()),
        open: shard.ending.is_none(),
        records,
        oldest,
        newest,
        opened: Timestamp::from_millis(id.opened),
        starting: shard.starting.to_string(),
        ending: shard.ending.map(|(last, at)| (last.to_string(), at)),
    }
}

fn partition_views<'a>(space: &'a Space<Arc<Item>>, lineage: &'a Lineage) -> impl Iterator<Item = PartitionView> + 'a {
    space.partitions().iter().map(|partition| PartitionView {
        number: partition.number(),
        parent: lineage.parent_of(partition.number()),
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
    let Some(prefix) = key_prefix(&partition_only, key) else { return Vec::new() };
    let range = KeyRange { end: Some(prefix.prefix_end()), start: prefix.prefix_start() };
    space.walk(&range, true).map(|step| (&step.row.value, step.row.size)).collect()
}
