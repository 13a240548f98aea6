//! The newest stream of a table: its newest shards and records, and what was read of it.

use hashrange_engine::{KeySchema, RecordView, ShardView};
use hashrange_time::Timestamp;
use hashrange_wire::{StreamStatus, StreamViewType};

use super::{Question, Service};
use crate::StreamReads;

/// Shards listed, the newest ones.
const SHARDS: usize = 12;
/// Records listed with their images.
const RECORDS: usize = 12;

/// Asks for a table's stream.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct StreamAsk {
    /// The table.
    pub table: String,
}

/// How the stream stands.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct TableStream {
    /// The table.
    pub table: String,
    /// The table's primary key.
    pub keys: KeySchema,
    /// When it was read.
    pub now: Timestamp,
    /// The stream's label.
    pub label: String,
    /// Where it is in its life.
    pub status: StreamStatus,
    /// Which images its records have.
    pub view: StreamViewType,
    /// Its newest shards, oldest first.
    pub shards: Vec<ShardView>,
    /// Its shards that are not listed.
    pub older: usize,
    /// Open and closed shards of all streams the table had and that can be read.
    pub open_and_closed: (usize, usize),
    /// When the oldest record kept in these was written.
    pub oldest: Option<Timestamp>,
    /// Records kept in these.
    pub records: usize,
    /// The newest of them, newest first.
    pub newest: Vec<RecordView>,
    /// What was read.
    pub reads: StreamReads,
}

impl Question for StreamAsk {
    /// `None` while the table has no stream that can be read.
    type Reading = Option<TableStream>;

    fn read(&self, service: Service<'_>) -> Option<Option<TableStream>> {
        service.engine.table(&self.table)?;
        Some(self.stream(service))
    }
}

impl StreamAsk {
    fn stream(&self, Service { insight, engine, .. }: Service<'_>) -> Option<TableStream> {
        let keys = engine.table(&self.table)?.keys().clone();
        let mut board = insight.streams(engine, &self.table);
        let shards = || board.streams.iter().flat_map(|stream| &stream.shards);
        let open = shards().filter(|shard| shard.open).count();
        let open_and_closed = (open, shards().count() - open);
        let oldest = shards().filter_map(|shard| shard.oldest).min();
        let stream = board.streams.pop()?;
        let older = stream.shards.len().saturating_sub(SHARDS);
        board.newest.truncate(RECORDS);
        Some(TableStream {
            table: self.table.clone(),
            keys,
            now: engine.now(),
            label: stream.label,
            status: stream.status,
            view: stream.view,
            shards: stream.shards.into_iter().skip(older).collect(),
            older,
            open_and_closed,
            oldest,
            records: board.records,
            newest: board.newest,
            reads: board.reads,
        })
    }
}
