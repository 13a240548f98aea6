//! The expiry of a table's items: what lives, what has expired and can still be read, what is gone, and what is coming.

use std::collections::BTreeMap;

use hashrange_engine::{Engine, PartitionView};
use hashrange_time::{Duration, Timestamp};
use hashrange_values::Text;

use crate::expiry_dots::{Journeys, never};
use crate::{ExpiryDot, NeverExpires};

/// Moments looked at in each partition: what is shown of the time to come is bounded by it.
const MOMENTS: usize = 2_000;
/// Bars of the histogram.
const BARS: u64 = 24;

/// A table's expiry as it stands.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct ExpiryBoard {
    /// The attribute that says when, in epoch seconds.
    pub attribute: Text,
    /// Whether time to live is on.
    pub enabled: bool,
    /// Items that will expire.
    pub live: u64,
    /// Items that have expired and can still be read.
    pub readable: u64,
    /// Of them, those that a scanner has found: their deletion is on its way.
    pub found: u64,
    /// Items that never expire: without a moment, or with one that is not meant.
    pub never: u64,
    /// Items deleted so far.
    pub deleted: u64,
    /// Passes of scanners that found something.
    pub passes: u64,
    /// When the last of these was, and what it found.
    pub last_pass: Option<(Timestamp, u64)>,
    /// The next pass of each partition's scanner that has something to find, by the partition's number.
    pub next_passes: Vec<(u32, Timestamp)>,
    /// Items to expire, in even bars from now on; the soonest ones only when there are very many.
    pub coming: Vec<ExpiryBar>,
    /// The scanner of each partition, as far as anything is known of it.
    pub scanners: Vec<ScannerLine>,
    /// Items on their way, one by one; a bounded number of each kind.
    pub dots: Vec<ExpiryDot>,
    /// Items that never expire, the first of them, with the reason.
    pub never_because: Vec<NeverExpires>,
    /// How many items were looked at for these.
    pub looked_at: usize,
}

/// The scanner of one partition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct ScannerLine {
    /// The partition's number.
    pub partition: u32,
    /// When it last found something, and how much.
    pub last: Option<(Timestamp, u64)>,
    /// When it comes next, if there is something to find.
    pub next: Option<Timestamp>,
}

/// Items that will expire within a span of time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct ExpiryBar {
    /// Where it begins.
    pub from: Timestamp,
    /// How long it is.
    pub span: Duration,
    /// Items.
    pub items: u64,
}

/// What happened so far, table by table.
#[derive(Clone, Debug, Default)]
pub(crate) struct Expiries {
    tables: BTreeMap<Text, Past>,
}

hashrange_checkpoint::fields!(Expiries { tables });

#[derive(Clone, Debug, Default)]
struct Past {
    deleted: u64,
    passes: u64,
    last_pass: Option<(Timestamp, u64)>,
    /// By partition.
    last_passes: BTreeMap<u32, (Timestamp, u64)>,
}

hashrange_checkpoint::fields!(Past { deleted, passes, last_pass, last_passes });

impl Expiries {
    pub(crate) fn deleted(&mut self, table: &Text) {
        self.tables.entry(table.clone()).or_default().deleted += 1;
    }

    pub(crate) fn scanned(&mut self, table: &Text, partition: u32, at: Timestamp, found: u64) {
        let past = self.tables.entry(table.clone()).or_default();
        past.passes += 1;
        past.last_passes.insert(partition, (at, found));
        past.last_pass = Some((at, found));
    }

    /// Items deleted so far.
    pub(crate) fn deleted_of(&self, table: &str) -> u64 {
        self.tables.get(table).map_or(0, |past| past.deleted)
    }

    /// When the scanner of a partition last found something.
    pub(crate) fn last_pass_of(&self, table: &str, partition: u32) -> Option<Timestamp> {
        self.tables.get(table)?.last_passes.get(&partition).map(|(at, _)| *at)
    }

    pub(crate) fn forget(&mut self, table: &Text) {
        self.tables.remove(table);
    }

    /// The board of a table; `None` while it has no time to live.
    #[must_use]
    pub(crate) fn board(&self, engine: &Engine, journeys: &Journeys, table: &str) -> Option<ExpiryBoard> {
        let (view, now) = (engine.table(table)?, engine.now());
        let expiry = view.expiry(now, MOMENTS)?;
        let past = self.tables.get(table).cloned().unwrap_or_default();
        let (never_because, looked_at) = never(view, &expiry.attribute, now);
        // Passes come in the order of their partitions.
        let next = |partition: u32| {
            let place = expiry.passes.binary_search_by_key(&partition, |(of, _)| *of).ok()?;
            expiry.passes.get(place).map(|(_, at)| *at)
        };
        let scanner = |partition: PartitionView| ScannerLine {
            partition: partition.number,
            last: past.last_passes.get(&partition.number).copied(),
            next: next(partition.number),
        };
        let readable = expiry.unmet + expiry.met;
        let live = (expiry.waiting as u64).saturating_sub(expiry.unmet);
        Some(ExpiryBoard {
            scanners: view.partitions().map(scanner).collect(),
            dots: journeys.dots(engine, &expiry, table),
            never_because,
            looked_at,
            attribute: expiry.attribute,
            enabled: expiry.enabled,
            live,
            readable,
            found: expiry.met,
            never: (view.item_count() as u64).saturating_sub(live + readable),
            deleted: past.deleted,
            passes: past.passes,
            last_pass: past.last_pass,
            next_passes: expiry.passes,
            coming: bars(&expiry.moments, now),
        })
    }
}

/// Even bars from now to the last moment.
fn bars(moments: &[Timestamp], now: Timestamp) -> Vec<ExpiryBar> {
    let Some(last) = moments.last() else { return Vec::new() };
    let span = Duration::from_seconds(((*last - now).seconds() + 1).div_ceil(BARS).max(1));
    let bar = |number: u64| ExpiryBar { from: now + span * number, span, items: 0 };
    let mut bars: Vec<ExpiryBar> = (0..BARS).map(bar).collect();
    for moment in moments {
        let at = (*moment - now).micros() / span.micros().max(1);
        if let Some(bar) = usize::try_from(at).ok().and_then(|at| bars.get_mut(at)) {
            bar.items += 1;
        }
    }
    bars
}
