//! The questions about the service: plain data, in alphabetical order.
//!
//! Must not know how a reading is computed.

use std::ops::Range;

use hashrange_values::Item;
use hashrange_wire::Operation;

use crate::LogCategory;

/// Asks for the backups of a table.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct BackupsQuestion {
    /// The table.
    pub table: String,
}

/// Asks what a table, or one of its indexes, consumes.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct CapacityQuestion {
    /// The table.
    pub table: String,
    /// An index of the table. Only a global index has its own throughput; a local index selects its table.
    pub index: Option<String>,
    /// Length of the window in seconds, at most the ten minutes that are stored.
    pub seconds: u64,
}

/// Asks for the sizes of a table's collections as bars: of a range, or of all.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct CollectionOverviewQuestion {
    /// The table.
    pub table: String,
    /// Positions of the collections in hash order; `None` for all collections.
    pub stretch: Option<Range<usize>>,
    /// Maximum number of bars.
    pub bars: usize,
}

/// Asks for a part of a table's collections.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct CollectionsQuestion {
    /// The table.
    pub table: String,
    /// The part of it.
    pub scope: CollectionsScope,
    /// Primary key of the selected item. It is always listed if its collection is.
    pub selected: Option<Item>,
}

/// Which part of a table.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub enum CollectionsScope {
    /// Some collections in hash order, with at most one index.
    Whole {
        /// The index.
        index: Option<String>,
        /// Number of collections to skip.
        skip: usize,
        /// Number of requested collections.
        take: usize,
    },
    /// The collection of one item, with every index. Without an item, the first collection of the table.
    One {
        /// Any key that contains the partition key.
        key: Option<Item>,
    },
}

/// Asks for the expiry of a table.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct ExpiryQuestion {
    /// The table.
    pub table: String,
}

/// Asks for the latest lines of the event log.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct LogLinesQuestion {
    /// The kind; `None` for all kinds.
    pub kind: Option<LogCategory>,
    /// A text that every line contains, ignoring case.
    pub text: String,
    /// Maximum number of lines.
    pub most: usize,
}

/// Asks for the build of an index.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct IndexBuildQuestion {
    /// The table.
    pub table: String,
    /// The index.
    pub index: String,
}

/// Asks for a window of the items of a table, or of the entries of an index.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct ItemsQuestion {
    /// The table.
    pub table: String,
    /// The index to read; `None` for the table itself.
    pub index: Option<String>,
    /// Position of the first requested row. If that is too far down, the last window is returned.
    pub from: u64,
    /// Number of requested rows.
    pub count: u32,
    /// Primary key of an item whose position is requested.
    pub around: Option<Item>,
}

/// Asks for the journey of one request.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct JourneyQuestion {
    /// The table.
    pub table: String,
    /// The number of the request in the event log.
    pub number: u64,
}

/// Asks which partition a key belongs to.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct KeyLocationQuestion {
    /// The table.
    pub table: String,
    /// The index, if the key is one of its keys.
    pub index: Option<String>,
    /// The key.
    pub key: KeyToLocate,
}

/// The key to locate.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub enum KeyToLocate {
    /// The key of the item with this primary key. The item is looked up without a charge.
    Item(Item),
    /// This key, with or without its sort key.
    Key(Item),
}

/// Asks for the report of the latest request.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct LastRequestQuestion;

/// Asks for the next event.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct NextEventQuestion;

/// Asks for the partitions of a table, or of one of its global indexes. A local index shares the table's partitions.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct PartitionsQuestion {
    /// The table.
    pub table: String,
    /// The global index; `None` for the table.
    pub index: Option<String>,
}

/// Asks for the current sizes of all tables and indexes.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct SizesQuestion;

/// Asks for the recovery period of a table.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct RecoveryQuestion {
    /// The table.
    pub table: String,
}

/// Asks for the error of the first of these requests that would be refused. The reading is empty if all would succeed.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct RefusalQuestion {
    /// Operations with their requests as DynamoDB JSON.
    pub requests: Vec<(Operation, String)>,
}

/// Asks for the replicas of an item.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct ReplicasQuestion {
    /// The table.
    pub table: String,
    /// The item's primary key.
    pub key: Item,
}

/// Asks for the auto scaling of a table.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct ScalingQuestion {
    /// The table.
    pub table: String,
}

/// Asks for the requests of one second that concern a table.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct SecondRequestsQuestion {
    /// The table.
    pub table: String,
    /// The second, counted from the Unix epoch.
    pub second: u64,
}

/// Asks for the stage of a table.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct StageQuestion {
    /// The table.
    pub table: String,
    /// The number of a request whose response and item are shown. Without one, those of the latest request.
    pub followed: Option<u64>,
    /// Partition key values whose items are always among the squares, with the global index whose key they are; without
    /// one, they are keys of the table.
    pub keys: Vec<(Option<String>, String)>,
}

/// Asks for the state of an item in each index, and for its expiry.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct ItemStatusQuestion {
    /// The table.
    pub table: String,
    /// The item's primary key.
    pub key: Item,
}

/// Asks for a table's stream.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct StreamQuestion {
    /// The table.
    pub table: String,
    /// The write whose record is requested.
    pub write: Option<u64>,
}

/// Asks for every table.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct TablesQuestion;

/// Asks for the TTL attribute of a table.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct TimeToLiveQuestion {
    /// The table.
    pub table: String,
}
