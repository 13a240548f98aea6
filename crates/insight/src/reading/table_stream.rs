//! The newest stream of a table: its newest shards, what was read of it, and one record with its images.

use hashrange_engine::{RecordView, ShardView};
use hashrange_time::Timestamp;
use hashrange_wire::{StreamStatus, StreamViewType};

use super::asks::StreamAsk;
use super::question::{Question, Service};
use crate::StreamReads;

/// Shards listed, the newest ones.
const SHARDS: usize = 12;

/// How the stream stands.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct TableStream {
    /// When it was read.
    pub now: Timestamp,
    /// Where it is in its life.
    pub status: StreamStatus,
    /// Which images its records have.
    pub view: StreamViewType,
    /// Its newest shards, newest first.
    pub shards: Vec<ShardView>,
    /// Open and closed shards of all streams the table had and that can be read.
    pub open_and_closed: (usize, usize),
    /// When the oldest record kept in these was written.
    pub oldest: Option<Timestamp>,
    /// Records kept in these.
    pub records: usize,
    /// What was read.
    pub reads: StreamReads,
    /// The record that was asked for, while it is kept.
    pub record: Option<RecordView>,
}

impl Question for StreamAsk {
    /// `None` while the table has no stream that can be read.
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
