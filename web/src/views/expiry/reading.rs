//! What the Expiry card shows, read at one moment.

use hashrange_engine::Engine;
use hashrange_insight::{ExpiryBar, ExpiryStage, Insight, RecordView, ScannerLine};
use hashrange_time::Timestamp;
use hashrange_values::Item;

use super::{layout, words};
use crate::views::key_name::key_text;

/// Items drawn, those nearest to now.
const MOST_DOTS: usize = 160;
/// Partitions whose scanner is listed.
const SCANNERS: usize = 16;
/// Records of deletions listed.
const RECORDS: usize = 5;

/// One reading.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Reading {
    pub(super) table: String,
    pub(super) attribute: String,
    /// What is being seen.
    pub(super) sentence: String,
    pub(super) now: Timestamp,
    /// Live, readable though expired, deleted, never to expire.
    pub(super) counts: [u64; 4],
    /// Items, those nearest to now first.
    pub(super) dots: Vec<Dot>,
    /// How far the axis reaches, in seconds before and after now.
    pub(super) reach: (f64, f64),
    pub(super) scanners: Vec<ScannerLine>,
    /// Partitions beyond those listed.
    pub(super) more_scanners: usize,
    /// Key and reason of items that never expire.
    pub(super) never: Vec<(Item, String, String)>,
    pub(super) looked_at: usize,
    pub(super) coming: Vec<ExpiryBar>,
    /// Records of deletions by the service, newest first: key and moment.
    pub(super) records: Vec<(String, RecordView)>,
    /// Whether the table has a stream at all.
    pub(super) has_stream: bool,
}

/// An item on the axis.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Dot {
    pub(super) key: Item,
    pub(super) text: String,
    pub(super) expires: Timestamp,
    pub(super) stage: ExpiryStage,
    /// Seconds from now to its moment; negative in the past.
    pub(super) distance: f64,
    /// The same to where its mark stands: the deletion, the rescue, or its moment.
    pub(super) mark: f64,
}

/// Reads the expiry of a table; `None` while it has no time to live.
pub(super) fn read(insight: &Insight, engine: &Engine, table: &str) -> Option<Reading> {
    let view = engine.table(table)?;
    let (keys, now) = (view.keys(), engine.now());
    let board = insight.expiry(engine, table)?;
    let streams = insight.streams(engine, table);
    let mut dots: Vec<Dot> = board
        .dots
        .iter()
        .map(|dot| Dot {
            key: dot.key.clone(),
            text: key_text(keys, &dot.key),
            expires: dot.expires,
            stage: dot.stage,
            distance: seconds(now, dot.expires),
            mark: seconds(now, words::mark_of(dot)),
        })
        .collect();
    hashrange_values::sort_by(&mut dots, |one, other| one.mark.abs().total_cmp(&other.mark.abs()));
    dots.truncate(MOST_DOTS);
    let reach = |side: f64| dots.iter().map(|dot| dot.distance * side).fold(0.0, f64::max);
    let never = board.never_because.iter().map(|never| {
        let why = words::never(&board.attribute, never.why);
        (never.key.clone(), key_text(keys, &never.key), why)
    });
    let deletions = streams.newest.into_iter().filter(|record| record.by_service).take(RECORDS);
    Some(Reading {
        table: table.to_owned(),
        attribute: board.attribute.to_string(),
        sentence: words::sentence(&board, now),
        now,
        counts: [board.live, board.readable, board.deleted, board.never],
        reach: (reach(-1.0), reach(1.0)),
        dots,
        never: never.collect(),
        looked_at: board.looked_at,
        more_scanners: board.scanners.len().saturating_sub(SCANNERS),
        scanners: board.scanners.into_iter().take(SCANNERS).collect(),
        coming: board.coming,
        records: deletions.map(|record| (key_text(keys, &record.keys), record)).collect(),
        has_stream: !streams.streams.is_empty(),
    })
}

/// Seconds from one moment to another, negative when it lies before.
fn seconds(now: Timestamp, at: Timestamp) -> f64 {
    (at.micros() as f64 - now.micros() as f64) / 1e6
}

impl Reading {
    /// The axis these items stand on.
    pub(super) fn axis(&self) -> hashrange_plot::NearScale {
        layout::axis(self.reach.0, self.reach.1)
    }

    /// The item that is expired and will be deleted next, as far as one is known.
    pub(super) fn in_danger(&self) -> Option<&Dot> {
        let expired = |dot: &&Dot| matches!(dot.stage, ExpiryStage::Expired | ExpiryStage::Found(_));
        self.dots.iter().filter(expired).max_by_key(|dot| matches!(dot.stage, ExpiryStage::Found(_)))
    }
}
