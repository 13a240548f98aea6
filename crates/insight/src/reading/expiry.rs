//! The expiry of single items of a table: expired items, items that never expire, and records of deletions.
//!
//! All lists are bounded.

use hashrange_engine::KeySchema;
use hashrange_time::Timestamp;
use hashrange_values::Item;

use super::question::{Question, Service};
use super::questions::ExpiryQuestion;
use crate::expiry_items::never;
use crate::{ExpiryItem, ExpiryState, NeverExpires};

/// Maximum number of listed items past their expiry time.
const ITEMS: usize = 40;
/// Maximum number of listed deletions.
const DELETIONS: usize = 5;

/// The expiry of a table.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Expiry {
    /// The primary key of the table.
    pub keys: KeySchema,
    /// Virtual time of the reading.
    pub now: Timestamp,
    /// The state of the table's TTL.
    pub state: ExpiryState,
    /// Items past their expiry time: existing ones first, then rescued, then deleted ones.
    pub items: Vec<ExpiryItem>,
    /// The first items that never expire, with the reason.
    pub never_because: Vec<NeverExpires>,
    /// Number of items that were checked for these.
    pub looked_at: u64,
    /// The latest deletions by TTL in the table's streams, latest first.
    pub deletions: Vec<ExpiryRecord>,
    /// Whether the table has a stream.
    pub has_stream: bool,
}

/// A deletion by TTL, from a stream.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct ExpiryRecord {
    /// The primary key of the item.
    pub key: Item,
    /// When it was deleted.
    pub at: Timestamp,
}

impl Question for ExpiryQuestion {
    /// `None` without TTL.
    type Reading = Option<Expiry>;

    fn read(&self, Service { insight, engine, .. }: Service<'_>) -> Option<Option<Expiry>> {
        let (table, now) = (engine.table(&self.table)?, engine.now());
        let Some(state) = insight.expiry(engine, &self.table) else {
            return Some(None);
        };
        let mut items = insight.expiry_items(engine, &self.table);
        items.truncate(ITEMS);
        let (never_because, looked_at) = never(table, &state.attribute, now);
        let streams = insight.streams(engine, &self.table);
        let deletions = streams
            .newest
            .into_iter()
            .filter(|record| record.by_service)
            .take(DELETIONS);
        Some(Some(Expiry {
            keys: table.keys().clone(),
            now,
            state,
            items,
            never_because,
            looked_at: looked_at as u64,
            deletions: deletions
                .map(|record| ExpiryRecord {
                    key: record.keys,
                    at: record.at,
                })
                .collect(),
            has_stream: !streams.streams.is_empty(),
        }))
    }
}
