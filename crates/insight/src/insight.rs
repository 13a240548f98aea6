//! Insight: the folded event log.

use std::collections::VecDeque;
use std::sync::Arc;

use hashrange_engine::{Engine, Event, EventKind, Stop, Trace};
use hashrange_time::Timestamp;
use hashrange_values::{Item, Text};
use litemap::LiteMap;

use crate::build_log::BuildLogs;
use crate::expiry_items::Journeys;
use crate::expiry_state::Expiries;
use crate::index_lag::Lags;
use crate::outcomes::OutcomeSeconds;
use crate::partition_heat::Heats;
use crate::report::Reported;
use crate::stream_board::Reads;
use crate::throttles::Throttles;
use crate::{
    BuildLog, ExpiryItem, ExpiryState, HeatSecond, HotKeys, IndexLag, KeyLocation, Metrics, Outcomes, Report,
    ScalingStep, StreamBoard, TableCapacity, Throttled,
};

/// Maximum number of stored reports.
const REPORTS_KEPT: usize = 200;

/// The state folded from the event log. Call [`Self::observe`] after every request and every advance of time.
#[derive(Clone, Debug, Default)]
pub struct Insight {
    seen: u64,
    capacity: LiteMap<Text, TableCapacity>,
    /// Shared, so that snapshots of insight for undo are small.
    reports: VecDeque<Arc<Reported>>,
    metrics: Metrics,
    throttles: Throttles,
    heats: Heats,
    index_lag: Lags,
    expiry: Expiries,
    streams: Reads,
    builds: BuildLogs,
    journeys: Journeys,
    outcomes: OutcomeSeconds,
}

hashrange_checkpoint::fields!(Insight {
    seen,
    capacity,
    reports,
    metrics,
    throttles,
    heats,
    index_lag,
    expiry,
    streams,
    builds,
    journeys,
    outcomes
});

impl Insight {
    /// Creates an empty insight.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Folds the events since the last call, and samples lasting values.
    pub fn observe(&mut self, engine: &Engine) {
        for event in engine.events_since(self.seen) {
            self.seen = event.sequence;
            self.metrics.fold(event);
            self.builds.fold(event);
            self.fold(event);
        }
        self.metrics.observe(engine);
    }

    fn fold(&mut self, event: &Event) {
        match &event.kind {
            EventKind::Request(request) => {
                for consumption in &request.consumption {
                    self.capacity
                        .entry(consumption.table.clone())
                        .or_default()
                        .add(event.at, consumption);
                    self.heats.serve(event.at, consumption);
                }
                request.stops.iter().for_each(|stop| self.stop(event.at, stop));
                self.outcomes.fold(event.at, request);
                self.streams.fold(event.at, request);
                for trace in &request.traces {
                    if let Trace::Write(write) = trace
                        && let Some(expired) = write.rescued
                    {
                        self.journeys.rescued(&write.table, event.at, &write.key, expired);
                    }
                }
                if self.reports.len() == REPORTS_KEPT {
                    self.reports.pop_front();
                }
                self.reports.push_back(Arc::new(Reported::new(event.at, request)));
            }
            EventKind::Table { table, status: None } => self.forget(table),
            EventKind::IndexCaughtUp { .. }
            | EventKind::Scaled { refusal: None, .. }
            | EventKind::Expired { .. }
            | EventKind::ExpiryScanned { .. } => self.fold_background(event),
            EventKind::Table { .. }
            | EventKind::Index { .. }
            | EventKind::Backfilled { .. }
            | EventKind::Scaled { .. }
            | EventKind::PartitionSplit { .. } => {}
        }
    }

    /// Folds the refusal of a request or of one of its members.
    fn stop(&mut self, at: Timestamp, stop: &Stop) {
        self.throttles.fold(stop);
        self.heats.stop(at, stop);
        self.capacity.entry(stop.table.clone()).or_default().stop(at, stop);
    }

    /// Drops the data of a deleted table.
    fn forget(&mut self, table: &Text) {
        self.capacity.remove(table);
        self.throttles.forget(table);
        self.heats.forget(table);
        self.index_lag.forget(table);
        self.expiry.forget(table);
        self.journeys.forget(table);
        self.streams.forget(table);
        self.outcomes.forget(table);
    }

    /// Folds the work of a background process.
    fn fold_background(&mut self, event: &Event) {
        match &event.kind {
            EventKind::IndexCaughtUp {
                table, index, written, ..
            } => {
                self.index_lag.fold((table, index), *written, event.at);
            }
            EventKind::Scaled {
                table,
                index,
                direction,
                from,
                to,
                ..
            } => {
                let step = ScalingStep {
                    at: event.at,
                    index: index.clone(),
                    direction: *direction,
                    from: *from,
                    to: *to,
                };
                self.capacity.entry(table.clone()).or_default().scale(step);
            }
            EventKind::Expired {
                table, key, expired, ..
            } => {
                self.expiry.deleted(table);
                self.journeys.deleted(table, event.at, key, *expired);
            }
            EventKind::ExpiryScanned {
                table,
                partition,
                items,
                ..
            } => {
                self.expiry.swept(table, *partition, event.at);
                self.journeys.found(table, event.at, items);
            }
            _ => {}
        }
    }

    /// Consumption of a table and its indexes; `None` before the first request.
    #[must_use]
    pub fn capacity(&self, table: &str) -> Option<&TableCapacity> {
        self.capacity.get(table)
    }

    /// The metrics of all tables and of the account.
    #[must_use]
    pub fn metrics(&self) -> &Metrics {
        &self.metrics
    }

    /// What each partition of a table, or of one of its global indexes, served and refused. Covers every second of a
    /// window that ends now.
    #[must_use]
    pub fn partition_heat(&self, engine: &Engine, table: &str, index: Option<&str>, seconds: u64) -> Vec<HeatSecond> {
        self.heats.window(table, index, engine.now(), seconds)
    }

    /// The position of a key of a table, or of one of its indexes. `None` for an invalid key.
    #[must_use]
    pub fn key_location(&self, engine: &Engine, table: &str, index: Option<&str>, key: &Item) -> Option<KeyLocation> {
        let view = engine.table(table)?;
        match index {
            None => view.key_location(key),
            Some(name) => view
                .indexes()
                .find(|index| index.definition().name == name)?
                .key_location(key),
        }
    }

    /// The results of requests to a table in this second and in the previous one.
    #[must_use]
    pub fn outcomes(&self, table: &str, now: Timestamp) -> [Outcomes; 2] {
        self.outcomes.of(table, now)
    }

    /// Writes of a table that one of its global indexes throttled, in this second and in the previous one.
    #[must_use]
    pub fn throttled_by(&self, table: &str, index: &str, now: Timestamp) -> [u32; 2] {
        self.outcomes.by_index(table, index, now)
    }

    /// Requests throttled so far in a partition of a table, or of one of its global indexes.
    #[must_use]
    pub fn throttled_in(&self, table: &str, index: Option<&str>, partition: u32) -> Throttled {
        self.throttles.of_partition(table, index, partition)
    }

    /// The keys of a table, or of one of its indexes, that consume most and that are throttled most.
    #[must_use]
    pub fn hot_keys(&self, engine: &Engine, table: &str, index: Option<&str>) -> Option<HotKeys> {
        HotKeys::of(engine, &self.throttles, table, index)
    }

    /// How far a global index is behind its table.
    #[must_use]
    pub fn index_lag(&self, engine: &Engine, table: &str, index: &str) -> Option<IndexLag> {
        self.index_lag.of(engine, table, index)
    }

    /// The state of a table's TTL; `None` without TTL.
    #[must_use]
    pub fn expiry(&self, engine: &Engine, table: &str) -> Option<ExpiryState> {
        self.expiry.state(engine, table)
    }

    /// The items of a table that passed their expiry time: existing, rescued and deleted ones.
    #[must_use]
    pub fn expiry_items(&self, engine: &Engine, table: &str) -> Vec<ExpiryItem> {
        let expiry = engine.table(table).and_then(|table| table.expiry(engine.now()));
        expiry
            .map(|expiry| self.journeys.items(engine, &expiry, table))
            .unwrap_or_default()
    }

    /// The recorded backfill of a global index.
    #[must_use]
    pub fn build_log(&self, table: &str, index: &str) -> BuildLog {
        self.builds.of(table, index)
    }

    /// The streams of a table.
    #[must_use]
    pub fn streams(&self, engine: &Engine, table: &str) -> StreamBoard {
        self.streams.board(engine, table)
    }

    /// The latest report.
    #[must_use]
    pub fn last_report(&self) -> Option<&Report> {
        self.reports.back().map(|reported| reported.report())
    }

    /// Whether older reports were dropped.
    #[must_use]
    pub fn is_cut(&self) -> bool {
        self.reports.len() == REPORTS_KEPT
    }

    /// The latest reports, oldest first.
    pub fn reports(&self) -> impl DoubleEndedIterator<Item = &Report> {
        self.reports.iter().map(|reported| reported.report())
    }
}
