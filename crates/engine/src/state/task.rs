//! Tasks: the steps of background processes that wait on the agenda.
//!
//! Must not know how a step is executed.

use hashrange_store::RowKey;
use hashrange_time::Timestamp;
use hashrange_values::Text;

use crate::state::lineage::SplitReason;
use crate::state::stream::name::StreamName;
use crate::state::stream::shard::ShardId;

/// One step of a background process. A task identifies a table by name and number, so it never applies to a later table
/// of the same name.
#[derive(Clone, Debug)]
pub(crate) enum Task {
    /// The table becomes ACTIVE, and its indexes with it.
    FinishCreation { table: Text, number: u64 },
    /// The table is deleted.
    FinishDeletion { table: Text, number: u64 },
    /// Changes that are due reach a global index.
    Propagate { table: Text, number: u64, index: Text },
    /// A change of a table is done.
    FinishTableChange {
        table: Text,
        number: u64,
        change: TableChange,
    },
    /// A change of a global index is done.
    FinishIndexChange {
        table: Text,
        number: u64,
        index: Text,
        change: IndexChange,
    },
    /// The next step of a backfill.
    Backfill { table: Text, number: u64, index: Text },
    /// The scanner of a partition looks for expired items.
    ScanExpired {
        table: Text,
        number: u64,
        generation: u64,
        partition: u32,
    },
    /// An expired item is deleted, if it is still expired.
    DeleteExpired {
        table: Text,
        number: u64,
        generation: u64,
        key: RowKey,
    },
    /// Deletions end some time after TTL was disabled.
    StopExpiry { table: Text, number: u64, generation: u64 },
    /// The open shards of a stream are continued in new ones, from then on by their timetable. Only services of version 1
    /// have this task.
    RollShard { stream: StreamName, shard: ShardId },
    /// A partition is split in two.
    SplitPartition {
        table: Text,
        number: u64,
        index: Option<Text>,
        partition: u32,
        reason: SplitReason,
    },
    /// Auto scaling evaluates the finished minutes.
    Scale { table: Text, number: u64 },
    /// Records of a shard, or the shard itself, exceed the retention time.
    TrimShard { stream: StreamName, shard: ShardId },
    /// The expiry times of the items after a key are stored.
    GatherExpiring {
        table: Text,
        number: u64,
        generation: u64,
        after: RowKey,
    },
}

hashrange_checkpoint::variants!(Task { FinishCreation { table, number }, FinishDeletion { table, number }, Propagate { table, number, index }, FinishTableChange { table, number, change }, FinishIndexChange { table, number, index, change }, Backfill { table, number, index }, ScanExpired { table, number, generation, partition }, DeleteExpired { table, number, generation, key }, StopExpiry { table, number, generation }, RollShard { stream, shard }, SplitPartition { table, number, index, partition, reason }, Scale { table, number }, TrimShard { stream, shard }, GatherExpiring { table, number, generation, after } });

impl Task {
    /// The table of the step, by name and number; `None` for steps of streams, which outlive their table.
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
            | Self::GatherExpiring { table, number, .. }
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
    /// The change that started at this time.
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
    /// The change that started at this time.
    Insights(Timestamp),
}

hashrange_checkpoint::variants!(IndexChange { Allocation, Filling, Deletion, Throughput, Limits, Warm, Insights(inner) });
