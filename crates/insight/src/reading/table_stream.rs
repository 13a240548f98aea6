//! The latest stream of a table: its latest shards, what was read from it, and one record with its images.

use hashrange_engine::{RecordView, ShardView};
use hashrange_time::Timestamp;
use hashrange_wire::{StreamStatus, StreamViewType};

use super::question::{Question, Service};
use super::questions::StreamQuestion;
use crate::StreamReads;

/// Maximum number of listed shards.
const SHARDS: usize = 12;

/// The state of the stream.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct TableStream {
    /// Virtual time of the reading.
    pub now: Timestamp,
    /// Its status.
    pub status: StreamStatus,
    /// The view type: which images its records contain.
    pub view: StreamViewType,
    /// Its latest shards, latest first.
    pub shards: Vec<ShardView>,
    /// Number of open and of closed shards, in all readable streams of the table.
    pub open_and_closed: (usize, usize),
    /// When the oldest stored record of these streams was written.
    pub oldest: Option<Timestamp>,
    /// Number of stored records of these streams.
    pub records: usize,
    /// What GetRecords returned.
    pub reads: StreamReads,
    /// The requested record, while it is stored.
    pub record: Option<RecordView>,
}

impl Question for StreamQuestion {
    /// `None` if the table has no readable stream.
    type Reading = Option<TableStream>;

    fn read(&self, Service { insight, engine, .. }: Service<'_>) -> Option<Option<TableStream>> {
        engine.table(&self.table)?;
        let mut board = insight.streams(engine, &self.table);
        let shards = || board.streams.iter().flat_map(|stream| &stream.shards);
        let open = shards().filter(|shard| shard.open).count();
        let open_and_closed = (open, shards().count() - open);
        let oldest = shards().filter_map(|shard| shard.oldest).min();
        Some(board.streams.pop().map(|stream| TableStream {
            now: engine.now(),
            status: stream.status,
            view: stream.view,
            shards: stream.shards.into_iter().rev().take(SHARDS).collect(),
            open_and_closed,
            oldest,
            records: board.records,
            reads: board.reads,
            record: self.write.and_then(|write| engine.stream_record(&self.table, write)),
        }))
    }
}
