//! Streams for those who only look.

use hashrange_time::Timestamp;
use hashrange_values::Text;
use hashrange_wire::{StreamStatus, StreamViewType};

use crate::service::engine::Engine;
use crate::state::stream::log::StreamLog;
use crate::state::stream::name::StreamName;
use crate::state::stream::shard::{Shard, ShardId};

/// A stream for those who only look.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct StreamView {
    /// The table.
    pub table: Text,
    /// The stream's label.
    pub label: String,
    /// Which images its records have.
    pub view: StreamViewType,
    /// Where it is in its life.
    pub status: StreamStatus,
    /// Its shards, oldest first.
    pub shards: Vec<ShardView>,
}

/// A shard for those who only look.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct ShardView {
    /// Its name.
    pub id: String,
    /// The shard it goes on from.
    pub parent: Option<String>,
    /// Whether records are still added.
    pub open: bool,
    /// Records kept.
    pub records: usize,
    /// When the oldest record kept was written.
    pub oldest: Option<Timestamp>,
    /// When the newest record kept was written.
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
        self.around.streams.iter().map(of).collect()
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
