//! Read-only views of tables, for building read models.

use std::sync::Arc;

use hashrange_capacity::Units;
use hashrange_index::KeySchema;
use hashrange_store::RowKey;
use hashrange_time::{Duration, Timestamp};
use hashrange_values::{Item, Text, sort_by};
use hashrange_wire::{
    BillingMode, ContributorInsightsMode, OnDemandThroughput, ProvisionedThroughput, TableStatus, Tag,
};

use crate::state::expiry::Expiry;
use crate::state::lineage::Split;
use crate::state::log::replicas::ReplicaView;
use crate::state::rows::collection;
use crate::state::settings::InsightsStatus;
use crate::state::table::Table;
use crate::view::index_view::IndexView;
use crate::view::partition_view::{PartitionView, partition_views, rows};

/// The maximum number of expiring items that are listed.
const MOST_SOONEST: usize = 120;

/// A read-only view of a table, for building read models.
#[derive(Clone, Copy, Debug)]
pub struct TableView<'a>(pub(crate) &'a Table);

/// The TTL of a table's items, as its scanners know it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExpiryView {
    /// The attribute with the expiry time.
    pub attribute: Text,
    /// Whether TTL is on; after it is switched off, it still deletes for a while.
    pub enabled: bool,
    /// Number of items that will expire or have expired, and that no scanner has found.
    pub waiting: usize,
    /// The number of these items that have expired.
    pub unmet: u64,
    /// Number of items that a scanner has found and that are not deleted yet.
    pub met: u64,
    /// The next pass of each scanner that will find items, by partition number.
    pub passes: Vec<(u32, Timestamp)>,
    /// Items that expire soonest or have expired, and that no scanner has found: a limited number of keys and times,
    /// soonest first.
    pub soonest: Vec<(Item, Timestamp)>,
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

    /// The mode of Contributor Insights of the table, or of one of its indexes; `None` if they were never on.
    #[must_use]
    pub fn contributor_insights_mode(self, index: Option<&str>) -> Option<ContributorInsightsMode> {
        match index {
            None => self.0.settings.insights.mode,
            Some(name) => self.0.index(name)?.insights.mode,
        }
    }

    /// Whether it is encrypted with the key that AWS manages for DynamoDB.
    #[must_use]
    pub fn has_managed_key(self) -> bool {
        self.0.settings.encryption.is_managed()
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

    /// The keys of an index, or its primary key without an index name; `None` for an unknown index.
    #[must_use]
    pub fn keys_of(self, index: Option<&str>) -> Option<&'a KeySchema> {
        match index {
            None => Some(&self.0.keys),
            Some(name) => self.0.index(name).map(|index| &index.definition.keys),
        }
    }

    /// The status of the table.
    #[must_use]
    pub fn status(self) -> TableStatus {
        self.0.status()
    }

    /// The billing mode of the table.
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

    /// Whether point-in-time recovery is on.
    #[must_use]
    pub fn has_recovery(self) -> bool {
        self.0.settings.recovery.is_some()
    }

    /// The TTL attribute; `None` while TTL is disabled.
    #[must_use]
    pub fn expires_by(self) -> Option<&'a Text> {
        self.0
            .expiry
            .as_ref()
            .filter(|expiry| expiry.enabled)
            .map(|expiry| &expiry.attribute)
    }

    /// Its tags, as ListTagsOfResource returns them.
    #[must_use]
    pub fn tags(self) -> Vec<Tag> {
        self.0.settings.tags.list()
    }

    /// Its resource-based policy, as GetResourcePolicy returns it at this time; `None` without one.
    #[must_use]
    pub fn policy(self, now: Timestamp) -> Option<&'a str> {
        let policy = self.0.settings.policy.read(now);
        policy.map(|policy| policy.text.as_str())
    }

    /// The number of items that will expire, and the number of found items that are not deleted yet.
    #[must_use]
    pub fn expiring(self) -> (usize, u64) {
        self.0
            .expiry
            .as_ref()
            .map_or((0, 0), |expiry| (expiry.waiting(), expiry.found()))
    }

    /// The TTL of its items; `None` if it has none.
    #[must_use]
    pub fn expiry(self, now: Timestamp) -> Option<ExpiryView> {
        let expiry = self.0.expiry.as_ref()?;
        Some(ExpiryView {
            attribute: expiry.attribute.clone(),
            enabled: expiry.enabled,
            waiting: expiry.waiting(),
            unmet: expiry.unmet(now),
            met: expiry.found(),
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

    /// The maximum units per second for on-demand use, reads and writes, if limited.
    #[must_use]
    pub fn on_demand_limits(self) -> OnDemandThroughput {
        self.0.throughput.on_demand
    }

    /// How long each of the two followers of its partitions needs until it has every write made so far.
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

    /// The position of an item, or of a primary key, on the 128-bit hash range.
    #[must_use]
    pub fn place(self, key: &Item) -> Option<u128> {
        Some(self.0.row_key(key)?.placement().as_u128())
    }

    /// The state of an item on each replica of its partition: the leader, then its followers. `None` for an invalid
    /// key.
    #[must_use]
    pub fn replicas(self, key: &Item, now: Timestamp) -> Option<[ReplicaView; 3]> {
        Some(self.0.followers.replicas(&self.0.items, &self.0.row_key(key)?, now))
    }

    /// Number of writes that have not reached both followers of their partition at this time.
    #[must_use]
    pub fn behind(self, now: Timestamp) -> usize {
        self.0.followers.behind(now)
    }

    /// The read and write units per second of one of its partitions, averaged over about a minute; zero if traffic is
    /// not watched.
    #[must_use]
    pub fn load(self, partition: u32, now: Timestamp) -> (f64, f64) {
        self.0.heat.units(partition, now)
    }

    /// The most used keys with their units, as Contributor Insights counts them (a write unit three times,
    /// documented: contributor-insights). Memory is bounded, so the units are minimums. They are exact for keys that
    /// stand out. Omits keys of deleted items.
    #[must_use]
    pub fn most_used(self) -> Vec<(Item, Units)> {
        let key = |(key, units): (&RowKey, Units)| Some((self.0.keys.key_of(&self.0.items.get(key)?.value), units));
        self.0.key_use.most().into_iter().filter_map(key).collect()
    }

    /// Its indexes, local ones first.
    pub fn indexes(self) -> impl Iterator<Item = IndexView<'a>> {
        self.0.indexes.iter().map(IndexView)
    }

    /// The stored entry of one of its indexes at the key of the given entry.
    #[must_use]
    pub fn entry(self, index: &str, entry: &Item) -> Option<&'a Arc<Item>> {
        let index = self.0.index(index)?;
        index
            .entries
            .get(&index.row_key(entry, &self.0.keys)?)
            .map(|row| &row.value)
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
