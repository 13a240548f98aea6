//! Tasks: the steps of background processes that wait on the agenda.
//!
//! Must not know how a step is taken.

use hashrange_store::RowKey;
use hashrange_time::Timestamp;
use hashrange_values::Text;

use crate::state::lineage::SplitReason;
use crate::state::stream::name::StreamName;
use crate::state::stream::shard::ShardId;

/// One step of a background process. Tables are named with their number: a task outlives neither its table nor a new
/// table of the same name.
#[derive(Clone, Debug)]
pub(crate) enum Task {
    /// The table becomes ACTIVE, and its indexes with it.
    FinishCreation { table: Text, number: u64 },
    /// The table is gone.
    FinishDeletion { table: Text, number: u64 },
    /// Changes that are due reach a global index.
    Propagate { table: Text, number: u64, index: Text },
    /// A change of a table is done.
    FinishTableChange { table: Text, number: u64, change: TableChange },
    /// A change of a global index is done.
    FinishIndexChange { table: Text, number: u64, index: Text, change: IndexChange },
    /// An index is filled a little further.
    Backfill { table: Text, number: u64, index: Text },
    /// The scanner of a partition looks for expired items.
    ScanExpired { table: Text, number: u64, generation: u64, partition: u32 },
    /// An item that was found expired is deleted, if it still is.
    DeleteExpired { table: Text, number: u64, generation: u64, key: RowKey },
    /// Deletions end after time to live was switched off.
    StopExpiry { table: Text, number: u64, generation: u64 },
    /// A shard of a stream is closed, and goes on in another.
    RollShard { stream: StreamName, shard: ShardId },
    /// A partition becomes two.
    SplitPartition { table: Text, number: u64, index: Option<Text>, partition: u32, reason: SplitReason },
    /// Auto scaling looks at the minutes that are over.
    Scale { table: Text, number: u64 },
    /// Records of a shard, or the shard itself, are past their day.
    TrimShard { stream: StreamName, shard: ShardId },
}

hashrange_checkpoint::variants!(Task { FinishCreation { table, number }, FinishDeletion { table, number }, Propagate { table, number, index }, FinishTableChange { table, number, change }, FinishIndexChange { table, number, index, change }, Backfill { table, number, index }, ScanExpired { table, number, generation, partition }, DeleteExpired { table, number, generation, key }, StopExpiry { table, number, generation }, RollShard { stream, shard }, SplitPartition { table, number, index, partition, reason }, Scale { table, number }, TrimShard { stream, shard } });

impl Task {
    /// The table that the step is about, by name and number; `None` for steps of streams, which outlive their table.
    pub(crate) fn table(&self) -> Option<(&Text, u64)> {
        match self {
            Self::FinishCreation { table, number }
            | Self::FinishDeletion { table, number }
            | Self::Propagate { table, number, .. }
            | Self::FinishTableChange { table, number, .. }
            | Self::FinishIndexChange { table, number, .. }
            | Self::Backfill { table, number, .. }
            | Self::ScanExpired { table, number, .. }
            | Self::DeleteExpired { table, number, .. }
            | Self::StopExpiry { table, number, .. }
            | Self::SplitPartition { table, number, .. }
            | Self::Scale { table, number } => Some((table, *number)),
            Self::RollShard { .. } | Self::TrimShard { .. } => None,
        }
    }
}

/// A change of a table that takes time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TableChange {
    Throughput,
    Billing,
    Stream,
    Class,
    Encryption,
    Warm,
    Tags(u64),
    /// The change of this moment.
    Insights(Timestamp),
}

hashrange_checkpoint::variants!(TableChange { Throughput, Billing, Stream, Class, Encryption, Warm, Tags(inner), Insights(inner) });

/// A change of a global index that takes time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum IndexChange {
    Allocation,
    Filling,
    Deletion,
    Throughput,
    Limits,
    Warm,
    /// The change of this moment.
    Insights(Timestamp),
}

hashrange_checkpoint::variants!(IndexChange { Allocation, Filling, Deletion, Throughput, Limits, Warm, Insights(inner) });
