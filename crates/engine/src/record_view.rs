//! Records of a table's streams for those who only look.
//!
//! Must not know iterators or requests: looking costs nothing and moves nothing.

use std::sync::Arc;

use hashrange_time::Timestamp;
use hashrange_values::{Item, sort_by};
use hashrange_wire::OperationType;

use crate::Engine;
use crate::stream::{Change, SequenceNumber, ShardId};

/// A record as its stream keeps it.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct RecordView {
    /// The shard it is in.
    pub shard: String,
    /// Its sequence number.
    pub sequence: String,
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

impl Engine {
    /// The newest records of a table's streams, newest first, `most` at most.
    #[must_use]
    pub fn stream_records(&self, table: &str, most: usize) -> Vec<RecordView> {
        let mut newest: Vec<(SequenceNumber, ShardId, &Change)> = Vec::new();
        for (_, log) in self.streams.iter().filter(|(name, _)| name.table == table) {
            for (id, shard) in log.shards() {
                newest.extend(shard.newest(most).map(|change| (change.sequence, id, change)));
            }
        }
        sort_by(&mut newest, |one, other| (other.2.at, other.0).cmp(&(one.2.at, one.0)));
        newest.truncate(most);
        newest.into_iter().map(|(_, id, change)| record_view(id, change)).collect()
    }
}

fn record_view(shard: ShardId, change: &Change) -> RecordView {
    RecordView {
        shard: shard.to_string(),
        sequence: change.sequence.to_string(),
        at: change.at,
        name: change.name,
        keys: change.keys.clone(),
        old: change.old.clone(),
        new: change.new.clone(),
        bytes: change.bytes,
        by_service: change.by_service,
    }
}
