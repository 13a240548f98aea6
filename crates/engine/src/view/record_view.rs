//! Records of a table's streams for those who only look.
//!
//! Must not know iterators or requests: looking costs nothing and moves nothing.

use std::sync::Arc;

use hashrange_time::Timestamp;
use hashrange_values::{Item, sort_by};
use hashrange_wire::{OperationType, StreamStatus, StreamViewType};

use crate::service::engine::Engine;
use crate::state::stream::shard::{Change, SequenceNumber, ShardId};

/// A record as its stream keeps it.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct RecordView {
    /// The shard it is in.
    pub shard: String,
    /// Its sequence number.
    pub sequence: String,
    /// The number of the write it is of.
    pub write: u64,
    /// When it was written.
    pub at: Timestamp,
    /// What happened to the item.
    pub name: OperationType,
    /// The item's primary key.
    pub keys: Item,
    /// The item before, when the stream's view keeps it.
    pub old: Option<Arc<Item>>,
    /// The item after, when the stream's view keeps it.
    pub new: Option<Arc<Item>>,
    /// Bytes of keys and images.
    pub bytes: u64,
    /// Whether the service did it: a deletion by time to live.
    pub by_service: bool,
}

/// The open shards of a table's newest stream.
#[derive(Clone, Debug, PartialEq)]
pub struct OpenShards {
    /// Which images its records have.
    pub view: StreamViewType,
    /// Whether it still takes records.
    pub enabled: bool,
    /// Records it keeps, those of closed shards among them.
    pub records: u64,
    /// The newest records of the first shards, newest first; the shards in the order of the partitions.
    pub newest: Vec<Vec<RecordView>>,
}

impl Engine {
    /// The newest stream of a table, with up to so many shards and so many records of each. `None` where it never had one.
    #[must_use]
    pub fn open_shards(&self, table: &str, shards: usize, most: usize) -> Option<OpenShards> {
        let (_, log) = self.around.streams.iter().filter(|(name, _)| name.table == table).last()?;
        let of = |id: &ShardId| {
            let newest = log.shard(*id).into_iter().flat_map(|shard| shard.newest(most));
            newest.map(|change| record_view(*id, change)).collect()
        };
        Some(OpenShards {
            view: log.view,
            enabled: log.status == StreamStatus::Enabled,
            records: log.shards().map(|(_, shard)| shard.kept().0 as u64).sum(),
            newest: log.open().iter().take(shards).map(of).collect(),
        })
    }

    /// The newest records of a table's streams, newest first, `most` at most.
    #[must_use]
    pub fn stream_records(&self, table: &str, most: usize) -> Vec<RecordView> {
        let mut newest: Vec<(SequenceNumber, ShardId, &Change)> = Vec::new();
        for (_, log) in self.around.streams.iter().filter(|(name, _)| name.table == table) {
            for (id, shard) in log.shards() {
                newest.extend(shard.newest(most).map(|change| (change.sequence, id, change)));
            }
        }
        sort_by(&mut newest, |one, other| (other.2.at, other.0).cmp(&(one.2.at, one.0)));
        newest.truncate(most);
        newest.into_iter().map(|(_, id, change)| record_view(id, change)).collect()
    }

    /// The record of the write with this number; `None` where the table had no stream, the write left the item as it was, or
    /// the record is no longer kept.
    #[must_use]
    pub fn stream_record(&self, table: &str, write: u64) -> Option<RecordView> {
        let logs = self.around.streams.iter().filter(|(name, _)| name.table == table);
        logs.flat_map(|(_, log)| log.shards()).find_map(|(id, shard)| {
            // A shard has its records in the order of the writes.
            let change = shard.newest(usize::MAX).take_while(|change| change.write >= write).last()?;
            (change.write == write).then(|| record_view(id, change))
        })
    }
}

fn record_view(shard: ShardId, change: &Change) -> RecordView {
    RecordView {
        shard: shard.to_string(),
        sequence: change.sequence.to_string(),
        write: change.write,
        at: change.at,
        name: change.name,
        keys: change.keys.clone(),
        old: change.old.clone(),
        new: change.new.clone(),
        bytes: change.bytes,
        by_service: change.by_service,
    }
}
