//! What the engine will do next by itself, as it can be told.
//!
//! Must not know how it is worded, nor do any of it.

use hashrange_time::Timestamp;
use hashrange_values::Text;

use crate::service::engine::Engine;
use crate::state::stream::name::StreamName;
use crate::state::task::{IndexChange, Task};

/// Waiting work that is looked through for some that is still of use: a task outlives neither its table nor a change of mind.
const LOOKED_THROUGH: usize = 64;

/// Something that will happen by itself.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Due {
    /// When.
    pub at: Timestamp,
    /// What.
    pub work: DueWork,
    /// The table.
    pub table: Text,
    /// The global index, where it is about one.
    pub index: Option<Text>,
}

/// The kinds of work.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum DueWork {
    /// A table or an index becomes ACTIVE.
    Active,
    /// A table or an index is gone.
    Gone,
    /// A change of a table or an index is done.
    Changed,
    /// The next change reaches the index.
    Arrival,
    /// Space for the index is there, and it begins to be filled.
    FillingBegins,
    /// The index is filled a little further.
    Filling,
    /// The scanner of this partition finds items that have expired by then.
    Sweep(u32),
    /// Time to live deletes an item.
    Deletion,
    /// Deletions end after time to live was switched off.
    ExpiryEnds,
    /// This partition is split.
    Split(u32),
    /// Auto scaling looks at the minutes that are over.
    Scaling,
    /// A shard of the stream is closed, and goes on in another.
    ShardCloses,
    /// Records of the stream are past their day.
    ShardTrimmed,
}

impl Engine {
    /// What happens next by itself.
    #[must_use]
    pub fn next_work(&self) -> Option<Due> {
        let all = self.around.agenda.iter().take(LOOKED_THROUGH);
        let mut told = all.filter_map(|(ticket, task)| self.tell(ticket.due(), task));
        told.next()
    }

    /// A task in words that others know; `None` where its table is not there any more.
    fn tell(&self, at: Timestamp, task: &Task) -> Option<Due> {
        let due =
            |table: &Text, index: Option<&Text>, work| Due { at, work, table: table.clone(), index: index.cloned() };
        let of = |table: &Text, number: u64, index: Option<&Text>, work| {
            let is_there = self.catalogue.get(table).is_some_and(|table| table.number == number);
            is_there.then(|| due(table, index, work))
        };
        let of_stream = |stream: &StreamName, work| Some(due(&stream.table, None, work));
        match task {
            Task::FinishCreation { table, number } => of(table, *number, None, DueWork::Active),
            Task::FinishDeletion { table, number } => of(table, *number, None, DueWork::Gone),
            Task::Propagate { table, number, index } => of(table, *number, Some(index), DueWork::Arrival),
            Task::FinishTableChange { table, number, .. } => of(table, *number, None, DueWork::Changed),
            Task::FinishIndexChange { table, number, index, change } => {
                let work = match change {
                    IndexChange::Allocation => DueWork::FillingBegins,
                    IndexChange::Filling => DueWork::Active,
                    IndexChange::Deletion => DueWork::Gone,
                    _ => DueWork::Changed,
                };
                of(table, *number, Some(index), work)
            }
            Task::Backfill { table, number, index } => of(table, *number, Some(index), DueWork::Filling),
            Task::ScanExpired { table, number, partition, .. } => of(table, *number, None, DueWork::Sweep(*partition)),
            Task::DeleteExpired { table, number, .. } => of(table, *number, None, DueWork::Deletion),
            Task::StopExpiry { table, number, .. } => of(table, *number, None, DueWork::ExpiryEnds),
            Task::SplitPartition { table, number, index, partition, .. } => {
                of(table, *number, index.as_ref(), DueWork::Split(*partition))
            }
            Task::Scale { table, number } => of(table, *number, None, DueWork::Scaling),
            Task::RollShard { stream, .. } => of_stream(stream, DueWork::ShardCloses),
            Task::TrimShard { stream, .. } => of_stream(stream, DueWork::ShardTrimmed),
        }
    }
}
