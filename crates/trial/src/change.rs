//! The changes that can be tried, as plain data, and why one does not apply.
//!
//! Must not know how a change is made.

use hashrange_engine::KeySchema;
use hashrange_wire::Projection;
use hashrange_workload::Suffix;
use serde::{Deserialize, Serialize};

/// One change of what a load or a request meets.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Change {
    /// Other provisioned throughput of the table, or of one global index. A table on demand becomes a provisioned one.
    Provisioned {
        /// The global index; `None` for the table.
        index: Option<String>,
        /// Read capacity units a second; `None` leaves them.
        reads: Option<u64>,
        /// Write capacity units a second; `None` leaves them.
        writes: Option<u64>,
    },
    /// On-demand capacity mode.
    OnDemand,
    /// Write sharding: suffixes from 1 to `count` after each partition key value. Loads only.
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
    /// A Query on an index in the place of a Scan.
    QueryInstead {
        /// Which index.
        index: IndexChoice,
    },
    /// Strongly or eventually consistent reads.
    Consistency {
        /// Strongly consistent.
        strong: bool,
    },
    /// Items half as big.
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
    /// No such load or request.
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
    /// The table was not there.
    #[error("The table {table} did not exist when the request was sent.")]
    NoTable {
        /// The table.
        table: String,
    },
    /// There is no such index.
    #[error("The table {table} has no index {index}.")]
    NoIndex {
        /// The table.
        table: String,
        /// The index.
        index: String,
    },
    /// The state is that already.
    #[error("This changes nothing: {what}.")]
    Already {
        /// What is so already.
        what: String,
    },
    /// Nothing is throttled.
    #[error(
        "Throttling is off in this workspace, so other throughput changes nothing. Turn throttling on in the settings."
    )]
    ThrottlingOff,
    /// A change of loads alone.
    #[error("Suffixes apply to a load: one request writes one partition key value.")]
    SuffixesNeedLoad,
    /// Suffixes make strings.
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
    /// An index of a table on demand has no provisioned throughput.
    #[error("The table is on demand: provision the table first, its indexes follow.")]
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
    /// Global indexes and strong reads.
    #[error("A global secondary index cannot be read with strong consistency.")]
    GlobalIndexNotStrong,
    /// It is no read.
    #[error("Consistency applies to reads: GetItem, Query and Scan.")]
    NotARead,
    /// There is no item or value that could be smaller.
    #[error("This request neither writes nor reads anything that could be half as big.")]
    NothingToHalve,
    /// Writes with DAX.
    #[error("DAX does not make writes cheaper: it passes each write to the table.")]
    AcceleratorOnlyReads,
    /// Strong reads with DAX.
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

/// What a change needs said beside its figures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Note {
    /// A local index's projection.
    TableMadeAnew,
    /// A global index's projection.
    IndexMadeAnew,
    /// Every stored item was written again, half as big.
    ItemsHalved,
    /// DAX had the answer cached.
    CacheFilled,
    /// Stored items have no suffix.
    OtherItems,
}

impl Note {
    /// The note as a sentence.
    #[must_use]
    pub const fn sentence(self) -> &'static str {
        match self {
            Self::TableMadeAnew => {
                "CreateTable fixes the projection of a local secondary index, so the trial creates the table anew and copies its items."
            }
            Self::IndexMadeAnew => {
                "UpdateTable cannot change a projection, so the trial deletes the index and creates it again."
            }
            Self::ItemsHalved => "The trial first writes each stored item again, half as big.",
            Self::OtherItems => {
                "The stored items have no suffix, so a load with suffixes creates, updates and reads other items."
            }
            Self::CacheFilled => "The trial first sends the same read once, which fills the cache.",
        }
    }
}
