//! Streams: shards with their records, and how far readers of GetRecords are behind.

use hashrange_engine::{Engine, RecordView, RequestEvent, StreamView};
use hashrange_time::{Duration, Timestamp};
use hashrange_values::Text;
use hashrange_wire::Operation;
use litemap::LiteMap;

/// Records listed.
const NEWEST: usize = 60;

/// The streams of a table, newest last.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct StreamBoard {
    /// Streams that can be read, with their shards.
    pub streams: Vec<StreamView>,
    /// Records kept in all of them.
    pub records: usize,
    /// The newest of them, newest first, some at most.
    pub newest: Vec<RecordView>,
    /// What was read.
    pub reads: StreamReads,
}

/// What was read from a table's streams.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct StreamReads {
    /// Calls of GetRecords that were answered.
    pub calls: u64,
    /// Records answered.
    pub records: u64,
    /// Bytes of them.
    pub bytes: u64,
    /// How old the newest record of the last answer was; zero for an empty answer: its reader is up to date.
    pub age: Duration,
    /// When that was.
    pub last: Option<Timestamp>,
}

hashrange_checkpoint::by_serde!(StreamReads);

/// What was read, table by table.
#[derive(Clone, Debug, Default)]
pub(crate) struct Reads {
    tables: LiteMap<Text, StreamReads>,
}

hashrange_checkpoint::fields!(Reads { tables });

impl Reads {
    pub(crate) fn fold(&mut self, at: Timestamp, request: &RequestEvent) {
        let (Operation::GetRecords, None, Some(table)) = (request.operation, &request.error, request.tables().next())
        else {
            return;
        };
        let reads = self.tables.entry(table.clone()).or_default();
        reads.calls += 1;
        reads.records += request.returned.count;
        reads.bytes += request.returned.bytes;
        reads.age = request.returned.newest.map_or(Duration::ZERO, |newest| at - newest);
        reads.last = Some(at);
    }

    pub(crate) fn forget(&mut self, table: &Text) {
        self.tables.remove(table);
    }

    /// The streams of a table, those of its former lives among them.
    #[must_use]
    pub(crate) fn board(&self, engine: &Engine, table: &str) -> StreamBoard {
        let streams: Vec<StreamView> =
            engine.stream_views().into_iter().filter(|stream| stream.table == table).collect();
        let records = streams.iter().flat_map(|stream| &stream.shards).map(|shard| shard.records).sum();
        let newest = engine.stream_records(table, NEWEST);
        StreamBoard { streams, records, newest, reads: self.tables.get(table).copied().unwrap_or_default() }
    }
}
