//! The life of an index so far: when it was asked for, when filling began and ended, and what each step wrote.
//!
//! Owns folding events into bounded room. Must not know the index's definition.

use std::collections::{BTreeMap, VecDeque};

use hashrange_engine::{BUILD_PARTS, BuildPart, Event, EventKind, Units};
use hashrange_time::Timestamp;
use hashrange_values::Text;
use hashrange_wire::IndexStatus;

/// Steps kept one by one.
const STEPS_KEPT: usize = 120;

/// The life of one global index, as far as it was watched.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct BuildLog {
    /// When it was asked for: its resources were allocated from then on.
    pub began: Option<Timestamp>,
    /// When filling began.
    pub filling: Option<Timestamp>,
    /// When it became ACTIVE.
    pub active: Option<Timestamp>,
    /// Steps of filling that did something.
    pub steps: u64,
    /// Of them, those that ended for want of write units.
    pub throttled: u64,
    /// The newest steps, oldest first.
    pub recent: VecDeque<BuildStep>,
    /// What filling met in each even slice of the hash range; empty before it began.
    pub slices: Vec<BuildSlice>,
}

/// What filling met in a slice of the hash range.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct BuildSlice {
    /// Items whose entries were written.
    pub entries: u64,
    /// Items that lack a key attribute of the index.
    pub skipped: u64,
    /// Items that violate its key schema.
    pub violations: u64,
}

hashrange_checkpoint::by_serde!(BuildLog);

/// One step of filling.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct BuildStep {
    /// When it was.
    pub at: Timestamp,
    /// Entries written.
    pub entries: u64,
    /// Their write units.
    pub units: Units,
    /// Whether it ended for want of write units.
    pub throttled: bool,
}

/// All lives, index by index.
#[derive(Clone, Debug, Default)]
pub(crate) struct BuildLogs {
    indexes: BTreeMap<(Text, Text), BuildLog>,
}

hashrange_checkpoint::fields!(BuildLogs { indexes });

impl BuildLog {
    fn note(&mut self, part: &BuildPart) {
        if let Some(slice) = self.slices.get_mut(part.number as usize) {
            slice.entries += u64::from(part.entries);
            slice.skipped += u64::from(part.skipped);
            slice.violations += u64::from(part.violations);
        }
    }
}

impl BuildLogs {
    /// Takes an event in.
    pub(crate) fn fold(&mut self, event: &Event) {
        match &event.kind {
            EventKind::Index { table, index, status, backfilling } => {
                let name = (table.clone(), index.clone());
                match (status, backfilling) {
                    (None, _) => {
                        self.indexes.remove(&name);
                    }
                    (Some(IndexStatus::Creating), Some(true)) => self.of_mut(name).filling = Some(event.at),
                    (Some(IndexStatus::Creating), _) => {
                        self.indexes.insert(name, BuildLog { began: Some(event.at), ..BuildLog::default() });
                    }
                    (Some(IndexStatus::Active), _) => {
                        let log = self.of_mut(name);
                        log.active = log.active.or(Some(event.at));
                    }
                    _ => {}
                }
            }
            EventKind::Backfilled { table, index, entries, units, parts, throttled, .. } => {
                let log = self.of_mut((table.clone(), index.clone()));
                log.slices.resize(BUILD_PARTS as usize, BuildSlice::default());
                parts.iter().for_each(|part| log.note(part));
                log.steps += 1;
                log.throttled += u64::from(*throttled);
                if log.recent.len() == STEPS_KEPT {
                    log.recent.pop_front();
                }
                let (at, entries, units, throttled) = (event.at, *entries, *units, *throttled);
                log.recent.push_back(BuildStep { at, entries, units, throttled });
            }
            EventKind::Table { table, status: None } => self.indexes.retain(|(of, _), _| of != table),
            _ => {}
        }
    }

    fn of_mut(&mut self, name: (Text, Text)) -> &mut BuildLog {
        self.indexes.entry(name).or_default()
    }

    /// The life of an index; empty for one that was made with its table.
    #[must_use]
    pub(crate) fn of(&self, table: &str, index: &str) -> BuildLog {
        self.indexes.get(&(table.into(), index.into())).cloned().unwrap_or_default()
    }
}
