//! Records of a table's streams; read-only.
//!
//! Must not know iterators or requests. Reading charges nothing and advances nothing.

use std::sync::Arc;

use hashrange_time::Timestamp;
use hashrange_values::{Item, sort_by};
use hashrange_wire::{OperationType, StreamStatus, StreamViewType};

use crate::service::engine::Engine;
use crate::state::stream::shard::{Change, SequenceNumber, ShardId};

/// A record of a stream.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct RecordView {
    /// The shard that contains it.
    pub shard: String,
    /// Its sequence number.
    pub sequence: String,
    /// The number of the write that it records.
    pub write: u64,
    /// When it was written.
    pub at: Timestamp,
    /// The kind of change.
    pub name: OperationType,
    /// The item's primary key.
    pub keys: Item,
    /// The item before, if the stream's view stores it.
    pub old: Option<Arc<Item>>,
    /// The item after, if the stream's view stores it.
    pub new: Option<Arc<Item>>,
    /// Bytes of keys and images.
    pub bytes: u64,
    /// Whether the service made the change: a deletion by TTL.
    pub by_service: bool,
}

/// The open shards of a table's latest stream.
#[derive(Clone, Debug, PartialEq)]
pub struct OpenShards {
    /// The images that its records contain.
    pub view: StreamViewType,
    /// Whether the stream still records changes.
    pub enabled: bool,
    /// Number of stored records, including those of closed shards.
    pub records: u64,
    /// The latest records of the first shards, latest first. The shards are in the order of the partitions.
    pub newest: Vec<Vec<RecordView>>,
}

impl Engine {
    /// The latest stream of a table, with a limited number of shards and of records of each. `None` if it never had
    /// one.
    #[must_use]
    pub fn open_shards(&self, table: &str, shards: usize, most: usize) -> Option<OpenShards> {
        let (_, log) = self
            .shared
            .streams
            .iter()
            .filter(|(name, _)| name.table == table)
            .last()?;
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

    /// The latest records of a table's streams, latest first, up to `most`.
    #[must_use]
    pub fn stream_records(&self, table: &str, most: usize) -> Vec<RecordView> {
        let mut newest: Vec<(SequenceNumber, ShardId, &Change)> = Vec::new();
        for (_, log) in self.shared.streams.iter().filter(|(name, _)| name.table == table) {
            for (id, shard) in log.shards() {
                newest.extend(shard.newest(most).map(|change| (change.sequence, id, change)));
            }
        }
        sort_by(&mut newest, |one, other| (other.2.at, other.0).cmp(&(one.2.at, one.0)));
        newest.truncate(most);
        newest
            .into_iter()
            .map(|(_, id, change)| record_view(id, change))
            .collect()
    }

    /// The record of the write with this number. `None` if the table had no stream, the write changed nothing, or the
    /// record is no longer stored.
    #[must_use]
    pub fn stream_record(&self, table: &str, write: u64) -> Option<RecordView> {
        let logs = self.shared.streams.iter().filter(|(name, _)| name.table == table);
        logs.flat_map(|(_, log)| log.shards()).find_map(|(id, shard)| {
            // A shard stores its records in the order of the writes.
            let change = shard
                .newest(usize::MAX)
                .take_while(|change| change.write >= write)
                .last()?;
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
