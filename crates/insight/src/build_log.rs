//! The backfill of an index so far: when it began, and what each step wrote.
//!
//! Owns folding events into bounded memory. Must not know the index's definition.

use std::collections::VecDeque;

use hashrange_engine::{Event, EventKind, Units};
use hashrange_time::Timestamp;
use hashrange_values::Text;
use hashrange_wire::IndexStatus;
use litemap::LiteMap;

/// Maximum number of stored steps.
const STEPS_KEPT: usize = 120;

/// The recorded backfill of one global index.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct BuildLog {
    /// When the backfill began.
    pub filling: Option<Timestamp>,
    /// The latest steps that wrote something, oldest first.
    pub recent: VecDeque<BuildStep>,
}

hashrange_checkpoint::by_serde!(BuildLog);

/// One step of a backfill.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct BuildStep {
    /// When the step happened.
    pub at: Timestamp,
    /// Write units of the entries written.
    pub units: Units,
}

/// The backfills of all indexes.
#[derive(Clone, Debug, Default)]
pub(crate) struct BuildLogs {
    indexes: LiteMap<(Text, Text), BuildLog>,
}

hashrange_checkpoint::fields!(BuildLogs { indexes });

impl BuildLogs {
    /// Folds an event.
    pub(crate) fn fold(&mut self, event: &Event) {
        match &event.kind {
            EventKind::Index {
                table,
                index,
                status,
                backfilling,
            } => {
                let name = (table.clone(), index.clone());
                match (status, backfilling) {
                    (None, _) => {
                        self.indexes.remove(&name);
                    }
                    (Some(IndexStatus::Creating), Some(true)) => self.of_mut(name).filling = Some(event.at),
                    (Some(IndexStatus::Creating), _) => {
                        self.indexes.insert(name, BuildLog::default());
                    }
                    _ => {}
                }
            }
            EventKind::Backfilled {
                table, index, units, ..
            } => {
                let log = self.of_mut((table.clone(), index.clone()));
                if log.recent.len() == STEPS_KEPT {
                    log.recent.pop_front();
                }
                log.recent.push_back(BuildStep {
                    at: event.at,
                    units: *units,
                });
            }
            EventKind::Table { table, status: None } => self.indexes.retain(|(of, _), _| of != table),
            _ => {}
        }
    }

    fn of_mut(&mut self, name: (Text, Text)) -> &mut BuildLog {
        self.indexes.entry(name).or_default()
    }

    /// The backfill of an index; empty if the index was created with its table.
    #[must_use]
    pub(crate) fn of(&self, table: &str, index: &str) -> BuildLog {
        self.indexes
            .get(&(table.into(), index.into()))
            .cloned()
            .unwrap_or_default()
    }
}
