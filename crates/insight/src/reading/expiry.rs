//! How the items of a table expire, one by one: those past their time, what never expires, and records of deletions.
//!
//! Bounded: the longest lists are cut.

use hashrange_engine::KeySchema;
use hashrange_time::Timestamp;
use hashrange_values::Item;

use super::asks::ExpiryAsk;
use super::question::{Question, Service};
use crate::expiry_items::never;
use crate::{ExpiryItem, ExpiryState, NeverExpires};

/// Items past their time that are listed.
const ITEMS: usize = 40;
/// Deletions listed.
const DELETIONS: usize = 5;

/// The expiry of a table.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Expiry {
    /// The primary key of the table.
    pub keys: KeySchema,
    /// Virtual time of the reading.
    pub now: Timestamp,
    /// How it stands in figures.
    pub state: ExpiryState,
    /// Items past their time: those still there first, then those rescued, then those deleted.
    pub items: Vec<ExpiryItem>,
    /// The first items that never expire, with the reason.
    pub never_because: Vec<NeverExpires>,
    /// How many items were looked at for these.
    pub looked_at: u64,
    /// The newest deletions by the service that the table's streams hold, newest first.
    pub deletions: Vec<ExpiryRecord>,
    /// Whether the table has a stream at all.
    pub has_stream: bool,
}

/// A deletion by the service, as a stream tells it.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct ExpiryRecord {
    /// The primary key of the item.
    pub key: Item,
    /// When it was deleted.
    pub at: Timestamp,
}

impl Question for ExpiryAsk {
    /// `None` while the table has no time to live.
    type Reading = Option<Expiry>;

    fn read(&self, Service { insight, engine, .. }: Service<'_>) -> Option<Option<Expiry>> {
        let (table, now) = (engine.table(&self.table)?, engine.now());
        let Some(state) = insight.expiry(engine, &self.table) else { return Some(None) };
        let mut items = insight.expiry_items(engine, &self.table);
        items.truncate(ITEMS);
        let (never_because, looked_at) = never(table, &state.attribute, now);
        let streams = insight.streams(engine, &self.table);
        let deletions = streams.newest.into_iter().filter(|record| record.by_service).take(DELETIONS);
        Some(Some(Expiry {
            keys: table.keys().clone(),
            now,
            state,
            items,
            never_because,
            looked_at: looked_at as u64,
            deletions: deletions.map(|record| ExpiryRecord { key: record.keys, at: record.at }).collect(),
            has_stream: !streams.streams.is_empty(),
        }))
    }
}
