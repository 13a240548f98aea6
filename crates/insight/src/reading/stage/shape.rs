//! The parts of the stage: plain data, bounded; partitions and rows are in hash order.

use hashrange_engine::{KeySchema, Split, Units};
use hashrange_time::{Duration, Timestamp};
use hashrange_values::Text;
use hashrange_wire::{Operation, OperationType};

use crate::Throttled;
use crate::expiry_state::{ExpiryState, MOST_PARTITIONS};

/// The state of one table and its surrounding service at one time.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Stage {
    /// The table.
    pub table: Text,
    /// Its primary key.
    pub keys: KeySchema,
    /// Its status as DescribeTable returns it.
    pub status: Text,
    /// The virtual time of the reading.
    pub at: Timestamp,
    /// Whether the table is on demand.
    pub on_demand: bool,
    /// Whether throttling is on.
    pub throttling: bool,
    /// Items of the table.
    pub items: u64,
    /// Bytes of them.
    pub bytes: u64,
    /// Read throughput of the whole table: provisioned rate, use in this second, burst credit.
    pub reads: StageUnits,
    /// Write throughput of the whole table.
    pub writes: StageUnits,
    /// Results in the second of [`Self::at`].
    pub second: StageSecond,
    /// Results in the previous second.
    pub before: StageSecond,
    /// The limits of one partition per second.
    pub ceilings: Ceilings,
    /// The size in bytes at which a partition is split.
    pub bytes_limit: u64,
    /// The first partitions in hash order, at most [`Self::MOST_PARTITIONS`].
    pub partitions: Vec<PartitionStage>,
    /// Total number of partitions.
    pub partition_count: usize,
    /// The latest splits, oldest first.
    pub splits: Vec<Split>,
    /// Whether followers can be behind for a second or more.
    pub followers_lag: bool,
    /// How long until each of the two followers has every write made so far.
    pub follower_lag: [Duration; 2],
    /// Number of writes that have not reached both followers.
    pub followers_behind: usize,
    /// Names of the local indexes: their entries are in the rows of the table's partitions.
    pub locals: Vec<Text>,
    /// The maximum bytes of an item collection of a table with local indexes.
    pub collection_limit: u64,
    /// The global indexes and the vector indexes.
    pub indexes: Vec<StageIndex>,
    /// The latest stream, if the table has one.
    pub stream: Option<StageStream>,
    /// TTL, if it is or was on.
    pub expiry: Option<ExpiryState>,
    /// The accelerator, if it is on.
    pub accelerator: Option<StageAccelerator>,
    /// The latest requests to the table, oldest first, at most [`Self::MOST_PASSING`]. Each member of a batch or
    /// transaction is a separate entry.
    pub passing: Vec<Passing>,
    /// The response to the followed request, or to the latest one.
    pub answer: Option<StageAnswer>,
    /// Number of items that transactions have locked.
    pub locked: usize,
}

/// The response to a request.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct StageAnswer {
    /// The number of the request in the event log.
    pub number: u64,
    /// When it was handled.
    pub at: Timestamp,
    /// The operation.
    pub operation: Operation,
    /// The index it read.
    pub index: Option<Text>,
    /// Its result.
    pub outcome: Outcome,
    /// Units that the request cost in all tables and indexes.
    pub units: Units,
    /// Whether a load sent it.
    pub by_load: bool,
    /// Primary keys of the first items or entries that it read or wrote, in order, at most [`Stage::MOST_TOUCHED`].
    pub touched: Vec<hashrange_values::Item>,
    /// For a search of a vector index: the score of each of them.
    pub scores: Vec<Text>,
    /// Total number of them.
    pub touched_count: u64,
    /// Number of returned items; `None` for a write or a refusal.
    pub returned: Option<u64>,
    /// Names and values of the first returned item, without the attributes that the request named. Long values are left
    /// out.
    pub first: Vec<(Text, Text)>,
}

/// Units of one direction.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct StageUnits {
    /// Units used in the second that throttling counts.
    pub used: Units,
    /// Units used in the second before.
    pub before: Units,
    /// Units per second: provisioned, or the on-demand limit.
    pub per_second: u64,
    /// The bucket, which is meaningful while throttling is on.
    pub bucket: StageBucket,
    /// Requests throttled so far.
    pub throttled: u32,
}

/// Saved units for a burst.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct StageBucket {
    /// Units left now, including saved ones.
    pub left: Units,
    /// The maximum it can hold.
    pub most: Units,
}

/// What a partition can serve in a second (documented: partition-ceilings, 3,000 read units, 1,000 write units).
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Ceilings {
    /// Read units.
    pub reads: u64,
    /// Write units.
    pub writes: u64,
}

/// Results of requests within one second.
pub type StageSecond = crate::Outcomes;

/// One partition of the table or of a global index.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct PartitionStage {
    /// Its unique number.
    pub number: u32,
    /// The partition that was split into this one and another.
    pub parent: Option<u32>,
    /// The first hash of its slice of the 128-bit hash range.
    pub from: u128,
    /// The last hash of its slice.
    pub to: u128,
    /// Items or entries.
    pub items: u64,
    /// Bytes of the items or entries, including those of local indexes.
    pub bytes: u64,
    /// Read units used in this second and in the previous one.
    pub reads: [Units; 2],
    /// Write units used in this second and in the previous one.
    pub writes: [Units; 2],
    /// Read units left of this second's ceiling.
    pub reads_left: Units,
    /// Write units left of this second's ceiling.
    pub writes_left: Units,
    /// Requests throttled because of it in this second and in the previous one.
    pub throttled_now: [u32; 2],
    /// Requests throttled because of it or its table, so far.
    pub throttled: Throttled,
    /// Some of its item collections in hash order. For an index: some of its partition key values.
    pub rows: Vec<RowStage>,
    /// Whether it has more rows.
    pub more_rows: bool,
}

/// An item collection, or the entries of one partition key value.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct RowStage {
    /// The partition key's value as text.
    pub key: Text,
    /// The first items in sort key order.
    pub squares: Vec<SquareStage>,
    /// Whether it has more items.
    pub more: bool,
    /// Whether items before the first square are left out.
    pub skips: bool,
    /// For each of [`Stage::locals`], the positions of `squares` in the order of that index. Squares without an entry
    /// are left out.
    pub locals: Vec<Vec<u16>>,
    /// Bytes of the whole collection with its local index entries. `None` unless the table has local indexes, the
    /// collection can be near its limit, and it has few items.
    pub bytes: Option<u64>,
}

/// An item or an index entry.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct SquareStage {
    /// The sort key's value, or empty.
    pub key: Text,
    /// The primary key of the item.
    pub item: hashrange_values::Item,
    /// Bytes.
    pub bytes: u32,
    /// Its state.
    pub state: SquareState,
}

/// The state of an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum SquareState {
    /// None of the other states.
    Plain,
    /// Its expiry time is this number of whole seconds ahead, or is now.
    Expires(Duration),
    /// Its expiry time was this number of whole seconds ago, and it is still readable.
    Expired(Duration),
    /// Its deletion is pending.
    Found,
    /// A transaction has locked it.
    Locked,
    /// The backfill of an index has passed it and written its entry.
    Filled,
    /// The backfill of an index has passed it and found a violation.
    Violation,
    /// The backfill of an index has not reached it.
    Ahead,
}

/// A global index or a vector index.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct StageIndex {
    /// Its name.
    pub name: Text,
    /// Its keys.
    pub keys: KeySchema,
    /// Its status as DescribeTable returns it.
    pub status: Text,
    /// Number of entries.
    pub entries: u64,
    /// Bytes of them.
    pub bytes: u64,
    /// Read units.
    pub reads: StageUnits,
    /// Write units.
    pub writes: StageUnits,
    /// Pending changes, oldest first. If there are more than [`Stage::MOST_PASSING`], only the first and the last ones.
    pub travelling: Vec<Passing>,
    /// Total number of pending changes.
    pub queued: u64,
    /// How long the oldest pending change has waited.
    pub oldest: Option<Duration>,
    /// How long the latest applied change took.
    pub newest_lag: Duration,
    /// Requests of the table throttled because of this index, in this second and in the previous one.
    pub throttles_table: [u32; 2],
    /// The first partitions in hash order.
    pub partitions: Vec<PartitionStage>,
    /// Total number of partitions.
    pub partition_count: usize,
    /// The progress of its backfill, while the index is being added.
    pub build: Option<StageBuild>,
    /// Number of items that the backfill left out; for a vector index, of all items without an entry.
    pub left_out: u64,
    /// For a vector index: its distance function and the attribute of its vectors.
    pub vector: Option<Text>,
    /// For a vector index: the first items without an entry.
    pub missing: Vec<StageTray>,
}

/// The backfill of an index.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct StageBuild {
    /// Whether the backfill has started. Before that, the partitions are created.
    pub filling: bool,
    /// Items passed.
    pub passed: u64,
    /// Number of items.
    pub items: u64,
    /// The hash that the backfill has reached.
    pub cursor: u128,
    /// When the current phase ends, if that is known.
    pub ends: Option<Timestamp>,
    /// Write units that the backfill used in this second, without those of live writes.
    pub units: Units,
    /// The first items that it left out.
    pub tray: Vec<StageTray>,
    /// Total number of items that it left out.
    pub violations: u64,
}

/// An item that is not in an index.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct StageTray {
    /// Its primary key.
    pub item: hashrange_values::Item,
    /// The reason, in a few words.
    pub why: Text,
}

/// A stream.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct StageStream {
    /// The view type, as the service names it.
    pub view: Text,
    /// The open shards, one for each partition in hash order, each with its latest records, oldest first.
    pub shards: Vec<Vec<StreamSquare>>,
    /// Number of stored records.
    pub records: u64,
    /// Whether the stream is enabled.
    pub enabled: bool,
}

/// A record.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct StreamSquare {
    /// Its sequence number.
    pub sequence: Text,
    /// The number of the write that it records.
    pub write: u64,
    /// When it was written.
    pub at: Timestamp,
    /// The kind of change.
    pub name: OperationType,
    /// The item's primary key.
    pub item: hashrange_values::Item,
    /// Whether the service made the change: a deletion by TTL.
    pub by_service: bool,
}

/// The accelerator (DAX).
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct StageAccelerator {
    /// Reads that the item cache served.
    pub item_hits: u64,
    /// Reads that the item cache did not serve.
    pub item_misses: u64,
    /// Reads that the query cache served.
    pub query_hits: u64,
    /// Reads that the query cache did not serve.
    pub query_misses: u64,
}

/// A request, or a pending entry of an index.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Passing {
    /// The number of the request in the event log. Every retry has its own number. Zero for a pending entry whose
    /// request is no longer in the log.
    pub number: u64,
    /// Its position in a batch or transaction, from 0.
    pub member: u16,
    /// The number of the write. Its index entries and its stream record contain it. `None` for a read or a refusal.
    pub write: Option<u64>,
    /// When the request was sent, or the pending entry was written.
    pub at: Timestamp,
    /// The operation.
    pub operation: Operation,
    /// The value of the partition key, if the request names one.
    pub key: Option<Text>,
    /// The number of the partition that it went to, in the table or in the index.
    pub partition: Option<u32>,
    /// The index that the request reads, or that the entry is pending for.
    pub index: Option<Text>,
    /// Units it cost.
    pub units: Units,
    /// Its result.
    pub outcome: Outcome,
    /// For a pending entry: when the index is due to apply it.
    pub arrives: Option<Timestamp>,
    /// The number of the attempt, from 1. A client that retries sends several.
    pub attempt: u32,
}

/// The result of a request.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum Outcome {
    /// It succeeded.
    Answered,
    /// It was throttled.
    Throttled {
        /// The exception's name.
        exception: Text,
        /// The index that lacked throughput; `None` for the table.
        index: Option<Text>,
        /// The partition that lacked throughput; `None` if the whole table or index did.
        partition: Option<u32>,
    },
    /// The condition was false.
    ConditionFailed,
    /// A transaction had locked the item.
    Conflict,
    /// It was refused for another reason; the name of the exception.
    Refused(Text),
}

impl Stage {
    /// Maximum number of listed partitions, of the table and of each index.
    pub const MOST_PARTITIONS: usize = MOST_PARTITIONS;
    /// Maximum number of rows of one partition.
    pub const MOST_ROWS: usize = 12;
    /// Maximum number of squares of one row.
    pub const MOST_SQUARES: usize = 24;
    /// Maximum number of squares of the table. All its indexes together have half as many. If there are many
    /// partitions, each has fewer squares.
    pub const MOST_SQUARES_IN_ALL: usize = 1_200;
    /// Maximum number of members of a request whose collections are always shown.
    pub const MOST_PINNED: usize = 8;
    /// Maximum number of listed items that a request touched.
    pub const MOST_TOUCHED: usize = 100;
    /// Maximum number of listed splits.
    pub const MOST_SPLITS: usize = 32;
    /// Maximum number of items in a tray.
    pub const MOST_IN_TRAY: usize = 12;
    /// Maximum number of items of the table that are compared with a vector index.
    pub const MOST_COMPARED: usize = 200;
    /// Maximum number of records of one shard, and of all shards together.
    pub const MOST_RECORDS: (usize, usize) = (12, 240);
    /// Maximum number of listed requests, and of pending entries of one index.
    pub const MOST_PASSING: usize = 120;
    /// Maximum number of items whose bytes are summed for the size of their collections.
    pub const MOST_MEASURED: usize = 4_096;
    /// Collections are measured if the table has at least 1/20 of the maximum bytes of one collection.
    pub const MEASURED_FROM: u64 = 20;
}
