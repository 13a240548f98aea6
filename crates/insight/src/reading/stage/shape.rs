//! What the stage is made of: plain data, in hash order, bounded.

use hashrange_engine::{KeySchema, Split, Units};
use hashrange_time::{Duration, Timestamp};
use hashrange_values::Text;
use hashrange_wire::{Operation, OperationType};

use crate::Throttled;
use crate::expiry_state::{ExpiryState, MOST_PARTITIONS};

/// The service behind one table at a moment.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Stage {
    /// The table.
    pub table: Text,
    /// Its primary key.
    pub keys: KeySchema,
    /// Its status as DescribeTable words it.
    pub status: Text,
    /// The moment.
    pub at: Timestamp,
    /// Whether requests are paid one by one (on-demand mode).
    pub on_demand: bool,
    /// Whether throttling judges requests at all.
    pub throttling: bool,
    /// Items and bytes of the table.
    pub items: u64,
    /// Bytes of them.
    pub bytes: u64,
    /// Reads and writes of the table as a whole: provisioned rate, what this second used, burst credit.
    pub reads: StageUnits,
    /// The same of writes.
    pub writes: StageUnits,
    /// What was answered and refused in the second of [`Self::at`], and in the one before.
    pub second: StageSecond,
    /// The second before.
    pub before: StageSecond,
    /// What one partition can serve in a second.
    pub ceilings: Ceilings,
    /// Bytes a partition holds before it is split.
    pub bytes_limit: u64,
    /// The first partitions in hash order, [`Self::MOST_PARTITIONS`] at most.
    pub partitions: Vec<PartitionStage>,
    /// All partitions there are.
    pub partition_count: usize,
    /// The newest splits, oldest first.
    pub splits: Vec<Split>,
    /// Whether followers may be behind for a second or more.
    pub followers_lag: bool,
    /// How long until each of the two followers has every write made so far, and the writes that have not reached both.
    pub follower_lag: [Duration; 2],
    /// Writes that have not reached both.
    pub followers_behind: usize,
    /// Names of the local indexes: their entries are in the rows of the table's partitions.
    pub locals: Vec<Text>,
    /// Bytes that an item collection of a table with local indexes may hold.
    pub collection_limit: u64,
    /// The global indexes.
    pub indexes: Vec<StageIndex>,
    /// The newest stream, where the table has one.
    pub stream: Option<StageStream>,
    /// Time to live, where it is or was on.
    pub expiry: Option<ExpiryState>,
    /// The accelerator, where it is on.
    pub accelerator: Option<StageAccelerator>,
    /// The newest requests to the table, oldest first, each member of a batch or transaction by itself, [`Self::MOST_PASSING`] at most.
    pub passing: Vec<Passing>,
    /// What the client of the newest request got.
    pub answer: Option<StageAnswer>,
    /// Items that transactions hold at the moment.
    pub locked: usize,
}

/// What the client of a request got.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct StageAnswer {
    /// The number of the request in the event log.
    pub number: u64,
    /// When it was answered.
    pub at: Timestamp,
    /// The operation.
    pub operation: Operation,
    /// The index it read.
    pub index: Option<Text>,
    /// What became of it.
    pub outcome: Outcome,
    /// Units it cost, all tables and indexes together.
    pub units: Units,
    /// Items in the answer; `None` of a write or a refusal.
    pub returned: Option<u64>,
    /// Names and values of the first item in the answer, without those that the request named. Long values are left out.
    pub first: Vec<(Text, Text)>,
}

/// Units of one direction.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct StageUnits {
    /// Units used in the second that throttling judges.
    pub used: Units,
    /// Units used in the second before.
    pub before: Units,
    /// Units a second: provisioned, or what is served at once on demand.
    pub per_second: u64,
    /// The bucket, which is meaningful while throttling is on.
    pub bucket: StageBucket,
    /// Requests throttled so far.
    pub throttled: u32,
}

/// What is saved for a burst.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct StageBucket {
    /// Units left now, with those saved.
    pub left: Units,
    /// The most it can hold.
    pub most: Units,
}

/// What a partition can serve in a second (documented: 3,000 read units, 1,000 write units).
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Ceilings {
    /// Read units.
    pub reads: u64,
    /// Write units.
    pub writes: u64,
}

/// What became of requests within one second.
pub type StageSecond = crate::Outcomes;

/// One partition of the table or of a global index.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct PartitionStage {
    /// Tells it from every other one there is or was.
    pub number: u32,
    /// The partition it was a half of.
    pub parent: Option<u32>,
    /// Where its slice of the 128-bit hash range begins.
    pub from: u128,
    /// The last hash of its slice.
    pub to: u128,
    /// Items or entries.
    pub items: u64,
    /// Their bytes, with those of local indexes.
    pub bytes: u64,
    /// Read units used in this second and in the one before.
    pub reads: [Units; 2],
    /// Write units used in this second and in the one before.
    pub writes: [Units; 2],
    /// Read units left of this second's ceiling.
    pub reads_left: Units,
    /// Write units left of this second's ceiling.
    pub writes_left: Units,
    /// Requests throttled because of it in this second and in the one before.
    pub throttled_now: [u32; 2],
    /// Requests throttled because of it or its table, so far.
    pub throttled: Throttled,
    /// Some of its item collections, in hash order; of an index, of its partition keys.
    pub rows: Vec<RowStage>,
    /// Whether it has more of them.
    pub more_rows: bool,
}

/// An item collection, or the entries of one partition key value.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct RowStage {
    /// The partition key's value as text.
    pub key: Text,
    /// Its first items in order of the sort key.
    pub squares: Vec<SquareStage>,
    /// Whether it has more.
    pub more: bool,
    /// For each of [`Stage::locals`], the places of `squares` in the order of that index. Squares without an entry are left out.
    pub locals: Vec<Vec<u16>>,
    /// Bytes of the whole collection with its local index entries, where the table has local indexes, may come near the limit of
    /// a collection, and the collection has few items.
    pub bytes: Option<u64>,
}

/// An item or an index entry.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct SquareStage {
    /// The sort key's value, or nothing.
    pub key: Text,
    /// The item's primary key, which leads to it.
    pub item: hashrange_values::Item,
    /// Bytes.
    pub bytes: u32,
    /// How it stands.
    pub state: SquareState,
}

/// How an item stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum SquareState {
    /// As any other.
    Plain,
    /// It expires after so long.
    Expires(Duration),
    /// It has been past its time for so long and can still be read.
    Expired(Duration),
    /// Its deletion is on its way.
    Found,
    /// A transaction holds it.
    Locked,
    /// An index being filled has passed it, and has its entry.
    Filled,
    /// An index being filled has passed it and could not take it.
    Violation,
    /// An index being filled has not come to it.
    Ahead,
}

/// A global index.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct StageIndex {
    /// Its name.
    pub name: Text,
    /// Its keys.
    pub keys: KeySchema,
    /// Its status as DescribeTable words it.
    pub status: Text,
    /// Entries and bytes.
    pub entries: u64,
    /// Bytes of them.
    pub bytes: u64,
    /// Read units.
    pub reads: StageUnits,
    /// Write units.
    pub writes: StageUnits,
    /// Changes on their way, oldest first: the first and last of them, [`Stage::MOST_PASSING`] at most.
    pub travelling: Vec<Passing>,
    /// Changes on their way in all.
    pub queued: u64,
    /// For how long the oldest of them has been on its way.
    pub oldest: Option<Duration>,
    /// How long the newest arrival took.
    pub newest_lag: Duration,
    /// Requests of the table throttled because of this index, in this second and in the one before.
    pub throttles_table: [u32; 2],
    /// The first partitions in hash order.
    pub partitions: Vec<PartitionStage>,
    /// All partitions there are.
    pub partition_count: usize,
    /// How far it is filled, while it is being added.
    pub build: Option<StageBuild>,
    /// Items it could not take when it was filled.
    pub left_out: u64,
}

/// An index that is being filled.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct StageBuild {
    /// Whether it is being filled by now: before that, room is made for it.
    pub filling: bool,
    /// Items passed.
    pub passed: u64,
    /// Items there are.
    pub items: u64,
    /// The hash its cursor is at.
    pub cursor: u128,
    /// When the stage it is in ends, where that is known.
    pub ends: Option<Timestamp>,
    /// Write units that filling took in this second, beside those of live writes.
    pub units: Units,
    /// Items it could not take, the first of them.
    pub tray: Vec<StageTray>,
    /// All of them.
    pub violations: u64,
}

/// An item that an index could not take.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct StageTray {
    /// Its primary key.
    pub item: hashrange_values::Item,
    /// Why, in a few words.
    pub why: Text,
}

/// A stream.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct StageStream {
    /// What it keeps of an item, as the service words it.
    pub view: Text,
    /// Its open shards, one for each partition in hash order, each with its newest records, oldest first.
    pub shards: Vec<Vec<StreamSquare>>,
    /// All records it keeps.
    pub records: u64,
    /// Whether it still takes records.
    pub enabled: bool,
}

/// A record.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct StreamSquare {
    /// Its sequence number.
    pub sequence: Text,
    /// The number of the write it is of.
    pub write: u64,
    /// When it was written.
    pub at: Timestamp,
    /// What happened.
    pub name: OperationType,
    /// The item's primary key.
    pub item: hashrange_values::Item,
    /// Whether the service did it: a deletion by time to live.
    pub by_service: bool,
}

/// The accelerator (DAX).
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct StageAccelerator {
    /// Reads of the item cache that found their item.
    pub item_hits: u64,
    /// Reads of the item cache that did not.
    pub item_misses: u64,
    /// Reads of the query cache that found their page.
    pub query_hits: u64,
    /// Reads of the query cache that did not.
    pub query_misses: u64,
}

/// A request, or an entry on its way to an index.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Passing {
    /// The number of the request in the event log; a new attempt of a client has a number of its own. Zero of an entry on its
    /// way whose request the log no longer has.
    pub number: u64,
    /// Its place in a batch or transaction, from 0.
    pub member: u16,
    /// The number of the write, which its index entries and its stream record carry; `None` of a read or a refusal.
    pub write: Option<u64>,
    /// When it was sent, or written.
    pub at: Timestamp,
    /// The operation.
    pub operation: Operation,
    /// The partition key's value, where it is about one.
    pub key: Option<Text>,
    /// The partition it went to: its number in the table, or in the index.
    pub partition: Option<u32>,
    /// The index it asked, or travels to.
    pub index: Option<Text>,
    /// Units it cost.
    pub units: Units,
    /// What became of it.
    pub outcome: Outcome,
    /// Of an entry on its way: when it is due to arrive.
    pub arrives: Option<Timestamp>,
    /// Of a client that tries again: which attempt this is, from 1.
    pub attempt: u32,
}

/// What became of a request.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum Outcome {
    /// It was answered.
    Answered,
    /// It was refused for want of throughput.
    Throttled {
        /// The exception's name.
        exception: Text,
        /// The index that had none left; `None` for the table.
        index: Option<Text>,
        /// The partition that had none left; `None` where it was the table or index as a whole.
        partition: Option<u32>,
    },
    /// Its condition did not hold.
    ConditionFailed,
    /// A transaction held the item.
    Conflict,
    /// It was refused for another reason: the exception's name.
    Refused(Text),
}

impl Stage {
    /// Partitions listed one by one, of the table and of each index.
    pub const MOST_PARTITIONS: usize = MOST_PARTITIONS;
    /// Rows of one partition.
    pub const MOST_ROWS: usize = 12;
    /// Squares of one row.
    pub const MOST_SQUARES: usize = 24;
    /// Squares of the table; its indexes together have half as many. Where there are many partitions, each shows fewer.
    pub const MOST_SQUARES_IN_ALL: usize = 1_200;
    /// Splits listed.
    pub const MOST_SPLITS: usize = 32;
    /// Items of a tray.
    pub const MOST_IN_TRAY: usize = 12;
    /// Records of one shard, and of all of them.
    pub const MOST_RECORDS: (usize, usize) = (12, 240);
    /// Requests listed, and entries on their way to one index.
    pub const MOST_PASSING: usize = 120;
    /// Items whose bytes are added up for their collections.
    pub const MOST_MEASURED: usize = 4_096;
    /// A table that holds this part of what one collection may hold has its collections measured.
    pub const MEASURED_FROM: u64 = 20;
}
