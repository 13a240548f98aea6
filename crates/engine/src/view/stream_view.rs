//! Read-only views of streams.

use hashrange_time::Timestamp;
use hashrange_values::Text;
use hashrange_wire::{StreamStatus, StreamViewType};

use crate::service::engine::Engine;
use crate::state::stream::log::StreamLog;
use crate::state::stream::name::StreamName;
use crate::state::stream::shard::{Shard, ShardId};

/// A read-only view of a stream.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct StreamView {
    /// The table.
    pub table: Text,
    /// The stream's label.
    pub label: String,
    /// The images that its records contain.
    pub view: StreamViewType,
    /// The status of the stream.
    pub status: StreamStatus,
    /// Its shards, oldest first.
    pub shards: Vec<ShardView>,
}

/// A read-only view of a shard.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct ShardView {
    /// Its name.
    pub id: String,
    /// The shard it continues.
    pub parent: Option<String>,
    /// Whether it is open for records.
    pub open: bool,
    /// Number of stored records.
    pub records: usize,
    /// When the oldest stored record was written.
    pub oldest: Option<Timestamp>,
    /// When the latest stored record was written.
    pub newest: Option<Timestamp>,
    /// When it was opened.
    pub opened: Timestamp,
    /// Its first sequence number.
    pub starting: String,
    /// Its last sequence number and when it was closed; `None` while it is open.
    pub ending: Option<(String, Timestamp)>,
}

impl Engine {
    /// Every stream that can be read, in the order of tables and labels.
    #[must_use]
    pub fn stream_views(&self) -> Vec<StreamView> {
        let of = |(name, log): (&StreamName, &StreamLog)| StreamView {
            table: name.table.clone(),
            label: name.label.to_string(),
            view: log.view,
            status: log.status,
            shards: log.shards().map(|(id, shard)| shard_view(id, shard)).collect(),
        };
        self.shared.streams.iter().map(of).collect()
    }
}

fn shard_view(id: ShardId, shard: &Shard) -> ShardView {
    let (records, oldest, newest) = shard.kept();
    ShardView {
        id: id.to_string(),
        parent: shard.parent.map(|parent| parent.to_string()),
        open: shard.ending.is_none(),
        records,
        oldest,
        newest,
        opened: Timestamp::from_millis(id.opened),
        starting: shard.starting.to_string(),
        ending: shard.ending.map(|(last, at)| (last.to_string(), at)),
    }
}
