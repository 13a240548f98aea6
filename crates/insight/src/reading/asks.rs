//! What can be asked of the service: each question as plain data, in alphabetical order.
//!
//! Must not know how a question is answered, nor what with.

use std::ops::Range;

use hashrange_values::Item;
use hashrange_wire::Operation;

use crate::HappeningKind;

/// Asks for the backups of a table.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct BackupsAsk {
    /// The table.
    pub table: String,
}

/// Asks what a table, or one of its indexes, consumes.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct CapacityAsk {
    /// The table.
    pub table: String,
    /// An index of it. Only a global index has throughput of its own; any other stands for its table.
    pub index: Option<String>,
    /// Seconds of the window, at most the ten minutes that are kept.
    pub seconds: u64,
}

/// Asks for the sizes of a table's collections as bars: of a stretch, or of all.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct CollectionOverviewAsk {
    /// The table.
    pub table: String,
    /// Places of the collections in hash order; all without.
    pub stretch: Option<Range<usize>>,
    /// Bars wanted at most.
    pub bars: usize,
}

/// Asks for a part of a table's collections.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct CollectionsAsk {
    /// The table.
    pub table: String,
    /// The part of it.
    pub scope: CollectionsScope,
    /// Primary key of the selected item, which is listed where its collection is.
    pub selected: Option<Item>,
}

/// Which part of a table.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub enum CollectionsScope {
    /// Some collections in hash order, with one index or none beside them.
    Whole {
        /// The index.
        index: Option<String>,
        /// Collections left out at the start.
        skip: usize,
        /// Collections wanted.
        take: usize,
    },
    /// The collection of one item, with every index beside it. Without an item, the first of all.
    One {
        /// Any key that has the partition key.
        key: Option<Item>,
    },
}

/// Asks for the expiry of a table.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct ExpiryAsk {
    /// The table.
    pub table: String,
}

/// Asks for the newest lines of the event log.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct HappeningsAsk {
    /// The kind; all of them without one.
    pub kind: Option<HappeningKind>,
    /// A text that is in every line, letters of either case alike.
    pub text: String,
    /// Lines at most.
    pub most: usize,
}

/// Asks for the build of an index.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct IndexBuildAsk {
    /// The table.
    pub table: String,
    /// The index.
    pub index: String,
}

/// Asks for a window of the items of a table, or of the entries of an index.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct ItemsAsk {
    /// The table.
    pub table: String,
    /// The index looked through, or the table itself.
    pub index: Option<String>,
    /// Place of the first row wanted. Where that is too far down, the last window is answered.
    pub from: u64,
    /// Rows wanted.
    pub count: u32,
    /// Primary key of an item whose place is wanted.
    pub around: Option<Item>,
}

/// Asks for everything about one request.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct JourneyAsk {
    /// The table.
    pub table: String,
    /// The number of the request in the event log.
    pub number: u64,
}

/// Asks where a key lands.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct LandingAsk {
    /// The table.
    pub table: String,
    /// The index, if the key is one of its keys.
    pub index: Option<String>,
    /// The key.
    pub key: LandingKey,
}

/// Which key is asked for.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub enum LandingKey {
    /// That of the item with this primary key. Nothing is charged.
    Item(Item),
    /// This one, with or without its sort key.
    Key(Item),
}

/// Asks for the report of the newest request.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct LastRequestAsk;

/// Asks what comes next.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct NextEventAsk;

/// Asks for the partitions of a table, or of its global index. A local index has its table's.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct PartitionsAsk {
    /// The table.
    pub table: String,
    /// The global index, if it is about one.
    pub index: Option<String>,
}

/// Asks which indexes are behind.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct QueuesAsk;

/// Asks what point-in-time recovery keeps of a table.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct RecoveryAsk {
    /// The table.
    pub table: String,
}

/// Asks why the first of these requests that would be refused would be. Nothing is answered when all would go ahead.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct RefusalAsk {
    /// Operations with their requests as DynamoDB JSON.
    pub requests: Vec<(Operation, String)>,
}

/// Asks how the replicas of an item stand.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct ReplicasAsk {
    /// The table.
    pub table: String,
    /// The item's primary key.
    pub key: Item,
}

/// Asks for the auto scaling of a table.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct ScalingAsk {
    /// The table.
    pub table: String,
}

/// Asks for the requests of one second that concern a table.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct SecondRequestsAsk {
    /// The table.
    pub table: String,
    /// The second, counted from the Unix epoch.
    pub second: u64,
}

/// Asks for the stage of a table.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct StageAsk {
    /// The table.
    pub table: String,
    /// The number of a request whose item is to be among the squares, whatever is left out.
    pub followed: Option<u64>,
}

/// Asks where an item stands.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct StandingAsk {
    /// The table.
    pub table: String,
    /// The item's primary key.
    pub key: Item,
}

/// Asks for a table's stream.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct StreamAsk {
    /// The table.
    pub table: String,
    /// The write whose record is asked for.
    pub write: Option<u64>,
}

/// Asks for every table.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct TablesAsk;

/// Asks by what attribute a table's items expire.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct TimeToLiveAsk {
    /// The table.
    pub table: String,
}
