//! Streams: shards with their records, and how far readers of GetRecords are behind.

use hashrange_engine::{Engine, RecordView, RequestEvent, StreamView};
use hashrange_time::{Duration, Timestamp};
use hashrange_values::Text;
use hashrange_wire::Operation;
use litemap::LiteMap;

/// Maximum number of listed records.
const NEWEST: usize = 60;

/// The streams of a table, latest last.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct StreamBoard {
    /// The readable streams, with their shards.
    pub streams: Vec<StreamView>,
    /// Number of stored records in all of them.
    pub records: usize,
    /// The latest records, latest first, a limited number.
    pub newest: Vec<RecordView>,
    /// What GetRecords returned.
    pub reads: StreamReads,
}

/// What GetRecords returned from a table's streams.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct StreamReads {
    /// Successful calls of GetRecords.
    pub calls: u64,
    /// Returned records.
    pub records: u64,
    /// Bytes of the returned records.
    pub bytes: u64,
    /// The age of the last returned record. Zero after an empty response, because its reader is up to date.
    pub age: Duration,
    /// When GetRecords was last called.
    pub last: Option<Timestamp>,
}

hashrange_checkpoint::by_serde!(StreamReads);

/// What GetRecords returned, by table.
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

    /// The streams of a table, including streams of deleted tables with the same name.
    #[must_use]
    pub(crate) fn board(&self, engine: &Engine, table: &str) -> StreamBoard {
        let streams: Vec<StreamView> = engine
            .stream_views()
            .into_iter()
            .filter(|stream| stream.table == table)
            .collect();
        let records = streams
            .iter()
            .flat_map(|stream| &stream.shards)
            .map(|shard| shard.records)
            .sum();
        let newest = engine.stream_records(table, NEWEST);
        StreamBoard {
            streams,
            records,
            newest,
            reads: self.tables.get(table).copied().unwrap_or_default(),
        }
    }
}
