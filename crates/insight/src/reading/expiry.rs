//! How the items of a table expire: those nearest to now, the scanners, what never expires, and what is to come.
//!
//! Bounded: the longest lists are cut, and the reading says how much it leaves out.

use hashrange_engine::KeySchema;
use hashrange_time::Timestamp;
use hashrange_values::{Item, Text, sort_by};

use super::{Question, Service};
use crate::{ExpiryBar, ExpiryDot, NeverExpires, ScannerLine};

/// Items listed, those nearest to now.
const DOTS: usize = 160;
/// Partitions whose scanner is listed.
const SCANNERS: usize = 16;
/// Deletions listed.
const DELETIONS: usize = 5;

/// Asks for the expiry of a table.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct ExpiryAsk {
    /// The table.
    pub table: String,
}

/// The expiry of a table.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Expiry {
    /// The table.
    pub table: String,
    /// Its primary key.
    pub keys: KeySchema,
    /// Virtual time of the reading.
    pub now: Timestamp,
    /// The attribute that says when, in epoch seconds.
    pub attribute: Text,
    /// Whether time to live is on.
    pub enabled: bool,
    /// Items that will expire.
    pub live: u64,
    /// Items that have expired and can still be read.
    pub readable: u64,
    /// Items deleted so far.
    pub deleted: u64,
    /// Items that never expire.
    pub never: u64,
    /// When the next scanner comes that has something to find.
    pub next_pass: Option<Timestamp>,
    /// Items on their way, those nearest to now first.
    pub dots: Vec<ExpiryDot>,
    /// The scanners of the first partitions.
    pub scanners: Vec<ScannerLine>,
    /// Partitions beyond those.
    pub more_scanners: u64,
    /// The first items that never expire, with the reason.
    pub never_because: Vec<NeverExpires>,
    /// How many items were looked at for these.
    pub looked_at: u64,
    /// Items to expire, in even bars from now on.
    pub coming: Vec<ExpiryBar>,
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
        let Some(board) = insight.expiry(engine, &self.table) else { return Some(None) };
        let mut dots = board.dots;
        let distance = |dot: &ExpiryDot| dot.mark().micros().abs_diff(now.micros());
        sort_by(&mut dots, |one, other| distance(one).cmp(&distance(other)));
        dots.truncate(DOTS);
        let streams = insight.streams(engine, &self.table);
        let deletions = streams.newest.into_iter().filter(|record| record.by_service).take(DELETIONS);
        Some(Some(Expiry {
            table: self.table.clone(),
            keys: table.keys().clone(),
            now,
            attribute: board.attribute,
            enabled: board.enabled,
            live: board.live,
            readable: board.readable,
            deleted: board.deleted,
            never: board.never,
            next_pass: board.next_passes.iter().map(|(_, at)| *at).min(),
            dots,
            more_scanners: board.scanners.len().saturating_sub(SCANNERS) as u64,
            scanners: board.scanners.into_iter().take(SCANNERS).collect(),
            never_because: board.never_because,
            looked_at: board.looked_at as u64,
            coming: board.coming,
            deletions: deletions.map(|record| ExpiryRecord { key: record.keys, at: record.at }).collect(),
            has_stream: !streams.streams.is_empty(),
        }))
    }
}
