//! Describes the next background work of the engine.
//!
//! Must not know how the description is worded, and must not execute the work.

use hashrange_time::Timestamp;
use hashrange_values::Text;

use crate::service::engine::Engine;
use crate::state::index_life::IndexLife;
use crate::state::task::{IndexChange, Task};

/// The maximum number of scheduled tasks that are searched for one that still applies: tasks of deleted tables and cancelled builds do not.
const LOOKED_THROUGH: usize = 64;

/// Work that the engine will do by itself.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Due {
    /// When it is due.
    pub at: Timestamp,
    /// The kind of work.
    pub work: DueWork,
    /// The table.
    pub table: Text,
    /// The global index, if the work concerns one.
    pub index: Option<Text>,
}

/// The kinds of work.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum DueWork {
    /// A table or an index becomes ACTIVE.
    Active,
    /// The deletion of a table or an index ends.
    Gone,
    /// A change of a table or an index ends.
    Changed,
    /// The index applies its next change.
    Arrival,
    /// The partitions of the index are allocated, and its backfill begins.
    FillingBegins,
    /// The next step of the index's backfill.
    Filling,
    /// The scanner of this partition finds the items that have expired by then.
    Sweep(u32),
    /// TTL deletes an item.
    Deletion,
    /// Deletions end after TTL was disabled.
    ExpiryEnds,
    /// The engine splits this partition.
    Split(u32),
    /// Auto scaling evaluates the finished minutes.
    Scaling,
    /// A shard of the stream is closed and continues in another one.
    ShardCloses,
    /// Stream records older than a day are deleted.
    ShardTrimmed,
}

impl Engine {
    /// The next background work.
    #[must_use]
    pub fn next_work(&self) -> Option<Due> {
        let all = self.shared.agenda.iter().take(LOOKED_THROUGH);
        let mut due = all.filter_map(|(ticket, task)| self.due_of(ticket.due(), task));
        let roll = self.shared.streams.next_roll().map(|(at, stream)| Due {
            at,
            work: DueWork::ShardCloses,
            table: stream.table.clone(),
            index: None,
        });
        roll.into_iter().chain(due.next()).min_by_key(|due| due.at)
    }

    fn is_backfilling(&self, table: &Text, index: &Text) -> bool {
        let index = self.catalogue.get(table).and_then(|table| table.index(index));
        index.is_some_and(|index| matches!(index.life, IndexLife::Backfilling(_)))
    }

    /// The description of a task; `None` if its table does not exist any more.
    fn due_of(&self, at: Timestamp, task: &Task) -> Option<Due> {
        let due = |table: &Text, index: Option<&Text>, work| Due {
            at,
            work,
            table: table.clone(),
            index: index.cloned(),
        };
        let of = |table: &Text, number: u64, index: Option<&Text>, work| {
            let is_there = self.catalogue.get(table).is_some_and(|table| table.number == number);
            is_there.then(|| due(table, index, work))
        };
        match task {
            Task::FinishCreation { table, number } => of(table, *number, None, DueWork::Active),
            Task::FinishDeletion { table, number } => of(table, *number, None, DueWork::Gone),
            Task::Propagate { table, number, index } => of(table, *number, Some(index), DueWork::Arrival),
            Task::FinishTableChange { table, number, .. } => of(table, *number, None, DueWork::Changed),
            Task::FinishIndexChange {
                table,
                number,
                index,
                change,
            } => {
                let work = match change {
                    IndexChange::Allocation => DueWork::FillingBegins,
                    IndexChange::Filling => DueWork::Active,
                    IndexChange::Deletion => DueWork::Gone,
                    _ => DueWork::Changed,
                };
                of(table, *number, Some(index), work)
            }
            // The step of a build that was cancelled does nothing.
            Task::Backfill { table, number, index } => {
                of(table, *number, Some(index), DueWork::Filling).filter(|_| self.is_backfilling(table, index))
            }
            Task::ScanExpired {
                table,
                number,
                partition,
                ..
            } => of(table, *number, None, DueWork::Sweep(*partition)),
            Task::DeleteExpired { table, number, .. } => of(table, *number, None, DueWork::Deletion),
            // It lasts a moment, and changes nothing that a request sees.
            Task::GatherExpiring { .. } => None,
            Task::StopExpiry { table, number, .. } => of(table, *number, None, DueWork::ExpiryEnds),
            Task::SplitPartition {
                table,
                number,
                index,
                partition,
                ..
            } => of(table, *number, index.as_ref(), DueWork::Split(*partition)),
            Task::Scale { table, number } => of(table, *number, None, DueWork::Scaling),
            Task::RollShard { stream, .. } => Some(due(&stream.table, None, DueWork::ShardCloses)),
            Task::TrimShard { stream, .. } => Some(due(&stream.table, None, DueWork::ShardTrimmed)),
        }
    }
}
