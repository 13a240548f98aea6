//! The changes that can be tried, as plain data, and the reasons why a change does not apply.
//!
//! Must not know how a change is made.

use hashrange_engine::KeySchema;
use hashrange_wire::Projection;
use hashrange_workload::Suffix;
use serde::{Deserialize, Serialize};

/// One change in the environment of a load or a request.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Change {
    /// Other provisioned throughput of the table, or of one global index. A table on demand becomes provisioned.
    Provisioned {
        /// The global index; `None` for the table.
        index: Option<String>,
        /// Read capacity units per second; `None` does not change them.
        reads: Option<u64>,
        /// Write capacity units per second; `None` does not change them.
        writes: Option<u64>,
    },
    /// On-demand capacity mode.
    OnDemand,
    /// Write sharding: suffixes from 1 to `count` after each partition key value. For loads only.
    Suffixes {
        /// How many.
        count: u64,
        /// How one is chosen.
        choice: Suffix,
    },
    /// Another projection of an index.
    Projection {
        /// The index.
        index: String,
        /// What it projects.
        projection: Projection,
    },
    /// A Query on an index instead of a Scan.
    QueryInstead {
        /// Which index.
        index: IndexChoice,
    },
    /// Strongly or eventually consistent reads.
    Consistency {
        /// Strongly consistent.
        strong: bool,
    },
    /// Items half the size.
    HalfSize,
    /// DAX on or off.
    Accelerator {
        /// On.
        on: bool,
    },
}

/// The index a Query uses.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum IndexChoice {
    /// The table itself: its partition key is in the filter.
    Table,
    /// An index of the table, by name.
    Existing(String),
    /// A global index that is created first.
    New {
        /// Its name.
        name: String,
        /// Its keys.
        keys: KeySchema,
        /// What it projects.
        projection: Projection,
    },
}

/// Why a change cannot be tried, each as a sentence.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
pub enum NotApplicable {
    /// The load or request does not exist.
    #[error("There is no load or request in the journal to run again.")]
    NoSubject,
    /// The records before it are not in memory.
    #[error("The page has not yet read the part of the journal before this request. Try again in a moment.")]
    Away,
    /// A request on several tables, on none, or in PartiQL.
    #[error(
        "{operation} cannot be run again with a change: only GetItem, PutItem, UpdateItem, DeleteItem, Query and Scan can."
    )]
    Operation {
        /// The operation.
        operation: String,
    },
    /// The table did not exist.
    #[error("The table {table} did not exist when the request was sent.")]
    NoTable {
        /// The table.
        table: String,
    },
    /// The index does not exist.
    #[error("The table {table} has no index {index}.")]
    NoIndex {
        /// The table.
        table: String,
        /// The index.
        index: String,
    },
    /// The setting already has the requested value.
    #[error("This changes nothing: {what}.")]
    Already {
        /// What is true already.
        what: String,
    },
    /// Throttling is off.
    #[error(
        "Throttling is off in this workspace, so different throughput changes nothing. Turn throttling on in Physics."
    )]
    ThrottlingOff,
    /// Suffixes apply to loads only.
    #[error("Suffixes apply to a load: one request writes one partition key value.")]
    SuffixesNeedLoad,
    /// Suffixes need a partition key of type S.
    #[error("A suffix makes the partition key value a string, and the partition key {key} is not of type S.")]
    SuffixesNeedString {
        /// The partition key.
        key: String,
    },
    /// No suffix at all.
    #[error("A load needs at least one suffix.")]
    NoSuffixes,
    /// A local index shares its table's throughput.
    #[error("The local secondary index {index} has no throughput of its own: it uses that of its table.")]
    LocalHasNoThroughput {
        /// The index.
        index: String,
    },
    /// A local index stays as long as its table.
    #[error("The local secondary index {index} cannot be deleted: it stays as long as its table.")]
    LocalStays {
        /// The index.
        index: String,
    },
    /// An index of a table on demand has no provisioned throughput.
    #[error("The table is on demand: provision the table first; its indexes follow.")]
    TableOnDemand,
    /// A vector index.
    #[error("{index} is a vector index: Query and Scan cannot read it, and it has no provisioned throughput.")]
    VectorIndex {
        /// The index.
        index: String,
    },
    /// Not a Scan.
    #[error("Only a Scan can become a Query, and this is a {operation}.")]
    NotAScan {
        /// The operation.
        operation: String,
    },
    /// A parallel scan.
    #[error("This is one segment of a parallel scan: a Query has no segments.")]
    Segment,
    /// A later page.
    #[error("This Scan continues an earlier page: try its first page.")]
    LaterPage,
    /// The filter has no equality on the partition key.
    #[error("A Query needs an equality on the partition key {key}, and the FilterExpression of this Scan has none.")]
    NoEquality {
        /// The partition key of the index.
        key: String,
    },
    /// The rest of the filter names a key attribute.
    #[error("The filter tests the key attribute {key} in a way that a KeyConditionExpression cannot express.")]
    FilterOnKey {
        /// The attribute.
        key: String,
    },
    /// Legacy parameters.
    #[error("This Scan uses ScanFilter: only a FilterExpression can become a KeyConditionExpression.")]
    LegacyFilter,
    /// Global indexes do not support strongly consistent reads.
    #[error("A global secondary index cannot be read with strong consistency.")]
    GlobalIndexNotStrong,
    /// The request is not a read.
    #[error("Consistency applies to reads: GetItem, Query and Scan.")]
    NotARead,
    /// There is no item or value that could be smaller.
    #[error("This request does not write or read items whose size could be halved.")]
    NothingToHalve,
    /// DAX applies to reads only.
    #[error("DAX does not make writes cheaper: it passes each write to the table.")]
    AcceleratorOnlyReads,
    /// DAX applies to eventually consistent reads only.
    #[error("DAX does not cache strongly consistent reads: it passes each of them to the table.")]
    AcceleratorOnlyEventual,
    /// The service refuses the change.
    #[error("DynamoDB refuses the change with {exception}: {message}")]
    Refused {
        /// The exception.
        exception: String,
        /// Its message.
        message: String,
    },
}

/// A remark about a change, in addition to its figures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Note {
    /// The table was recreated to change a local index's projection.
    TableMadeAnew,
    /// A global index was recreated to change its projection.
    IndexMadeAnew,
    /// The trial first rewrote every stored item, half as big.
    ItemsHalved,
    /// The trial first filled the cache of DAX.
    CacheFilled,
    /// The stored items have no suffix.
    OtherItems,
}

impl Note {
    /// The note as a sentence.
    #[must_use]
    pub const fn sentence(self) -> &'static str {
        match self {
            Self::TableMadeAnew => {
                "CreateTable fixes the projection of a local secondary index, so the trial creates the table again and copies its items."
            }
            Self::IndexMadeAnew => {
                "UpdateTable cannot change a projection, so the trial deletes the index and creates it again."
            }
            Self::ItemsHalved => "The trial first writes each stored item again at half the size.",
            Self::OtherItems => {
                "The stored items have no suffix, so a load with suffixes creates, updates and reads different items."
            }
            Self::CacheFilled => "The trial first sends the same read once, which fills the cache.",
        }
    }
}
