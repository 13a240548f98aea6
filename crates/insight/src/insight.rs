//! Insight: what the event log says so far, folded.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

use hashrange_engine::{Engine, EventKind};
use hashrange_values::Text;

use crate::{Report, TableCapacity};

/// Reports kept.
const REPORTS_KEPT: usize = 200;

/// Everything folded from the event log. Feed it after every request and every advance.
#[derive(Clone, Debug, Default)]
pub struct Insight {
    seen: u64,
    capacity: BTreeMap<Text, TableCapacity>,
    /// Shared, so that a copy of insight for every way back is a small one.
    reports: VecDeque<Arc<Report>>,
}

impl Insight {
    /// Nothing seen yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Folds the events that are new since the last call.
    pub fn observe(&mut self, engine: &Engine) {
        for event in engine.events_since(self.seen) {
            self.seen = event.sequence;
            match &event.kind {
                EventKind::Request(request) => {
                    for consumption in &request.consumption {
                        self.capacity.entry(consumption.table.clone()).or_default().add(event.at, consumption);
                    }
                    if self.reports.len() == REPORTS_KEPT {
                        self.reports.pop_front();
                    }
                    self.reports.push_back(Arc::new(Report::of(event.at, request)));
                }
                EventKind::Table { table, status: None } => {
                    self.capacity.remove(table);
                }
                EventKind::Table { .. }
                | EventKind::Index { .. }
                | EventKind::Backfilled { .. }
                | EventKind::Expired { .. }
                | EventKind::PartitionSplit { .. }
                | EventKind::IndexCaughtUp { .. } => {}
            }
        }
    }

    /// Consumption of a table and its indexes; `None` before the first request.
    #[must_use]
    pub fn capacity(&self, table: &str) -> Option<&TableCapacity> {
        self.capacity.get(table)
    }

    /// The newest report.
    #[must_use]
    pub fn last_report(&self) -> Option<&Report> {
        self.reports.back().map(|report| &**report)
    }

    /// The newest reports, oldest first.
    pub fn reports(&self) -> impl DoubleEndedIterator<Item = &Report> {
        self.reports.iter().map(|report| &**report)
    }
}
