//! Traces: the entries that a request touched, for display.
//!
//! A trace never changes the response. It is created only on request, and its size is bounded.

use hashrange_capacity::{Arithmetic, Consistency, Factor, Line, Units};
use hashrange_time::Timestamp;
use hashrange_values::{AttributeValue, Item, Text};

use crate::state::log::consumption::Resource;
use crate::state::log::replicas::Answered;

/// Maximum number of entries that a trace lists. Further entries are only counted.
pub(crate) const MAX_TRACED_ENTRIES: usize = 2_000;
/// Maximum number of listed neighbours on each side of a Query's range.
pub(crate) const MAX_TRACED_NEIGHBOURS: usize = 3;
/// Maximum number of attributes that a trace stores of the first returned item.
const MAX_KEPT_ATTRIBUTES: usize = 6;
/// Maximum number of bytes of a stored text.
const MAX_KEPT_BYTES: usize = 48;

/// What one request, or one member of a batch or transaction, touched.
#[derive(Clone, Debug, PartialEq)]
pub enum Trace {
    /// A read.
    Read(Box<ReadTrace>),
    /// A write.
    Write(Box<WriteTrace>),
}

hashrange_checkpoint::variants!(Trace { Read(inner), Write(inner) });

/// What happened to an entry that was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum Fate {
    /// It was returned.
    Returned,
    /// It was read and paid for, and the filter dropped it.
    FilteredOut,
}

hashrange_checkpoint::by_serde!(Fate);

/// An item or index entry that a read walked over.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Walked {
    /// Keys of the table and, for an index, of the index.
    pub key: Item,
    /// Bytes of the item or entry.
    pub size: u32,
    /// What happened to it.
    pub fate: Fate,
    /// Bytes of the base item, when it was fetched.
    pub fetched: Option<u32>,
}

hashrange_checkpoint::fields!(Walked {
    key,
    size,
    fate,
    fetched
});

/// Why a page ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum PageEnd {
    /// There was nothing more to read.
    Exhausted,
    /// As many items as `Limit` allows were read.
    Limit,
    /// The next item would have taken the page above 1 MB.
    PageSize,
}

hashrange_checkpoint::by_serde!(PageEnd);

/// The part of a read in one partition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct PartitionRead {
    /// Position of the partition.
    pub partition: usize,
    /// Entries read in it, their bytes, and the blocks charged for them.
    pub line: Line,
}

hashrange_checkpoint::by_serde!(PartitionRead);

/// What a read of one item, a Query or a Scan touched.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct ReadTrace {
    /// The table.
    pub table: Text,
    /// The index, unless the table itself was read.
    pub index: Option<Text>,
    /// The read consistency.
    pub consistency: Consistency,
    /// Ascending order.
    pub forward: bool,
    /// The entries walked, in order.
    pub walked: Vec<Walked>,
    /// Entries walked beyond those listed.
    pub unlisted: u64,
    /// Keys of entries of the same item collection before those read, nearest last. Query only.
    pub not_reached_before: Vec<Item>,
    /// Keys of entries of the same item collection after those read, nearest first. Query only.
    pub not_reached_after: Vec<Item>,
    /// The partitions touched, each with its cost line.
    pub partitions: Vec<PartitionRead>,
    /// Base items fetched for a local secondary index, each rounded separately.
    pub fetched: Option<Line>,
    /// Why the page ended.
    pub end: PageEnd,
    /// Total units.
    pub units: Units,
    /// Which replica served the read; only for reads of one item.
    pub answered: Option<Answered>,
    /// The first returned item: its first short texts, numbers and booleans. Empty if no item was returned.
    pub first: Item,
    /// For a search of a vector index: the score of each listed entry, with four decimals.
    pub scores: Vec<Text>,
    /// Bytes charged for a search, which takes no units.
    pub search_bytes: u64,
}

hashrange_checkpoint::fields!(ReadTrace {
    table,
    index,
    consistency,
    forward,
    walked,
    unlisted,
    not_reached_before,
    not_reached_after,
    partitions,
    fetched,
    end,
    units,
    answered,
    first,
    scores since 2,
    search_bytes since 2
});

impl ReadTrace {
    /// The trace of a read of one item by its key.
    pub(crate) fn of_one(
        table: &Text,
        consistency: Consistency,
        walked: Option<Walked>,
        read: PartitionRead,
        units: Units,
    ) -> Self {
        Self {
            table: table.clone(),
            index: None,
            consistency,
            forward: true,
            walked: walked.into_iter().collect(),
            unlisted: 0,
            not_reached_before: Vec::new(),
            not_reached_after: Vec::new(),
            partitions: vec![read],
            fetched: None,
            end: PageEnd::Exhausted,
            units,
            answered: None,
            first: Item::default(),
            scores: Vec::new(),
            search_bytes: 0,
        }
    }

    /// The trace of a search of a vector index, which takes no units. `found` has the keys of each result, its bytes and
    /// its score, nearest first.
    pub(crate) fn of_search(table: &Text, index: &Text, found: Vec<(Item, u32, f32)>, search_bytes: u64) -> Self {
        let score = |(_, _, score): &(Item, u32, f32)| Text::from(format!("{:.4}", f64::from(*score)));
        Self {
            table: table.clone(),
            index: Some(index.clone()),
            consistency: Consistency::Eventual,
            forward: true,
            scores: found.iter().map(score).collect(),
            search_bytes,
            walked: found
                .into_iter()
                .map(|(key, size, _)| Walked {
                    key,
                    size,
                    fate: Fate::Returned,
                    fetched: None,
                })
                .collect(),
            unlisted: 0,
            not_reached_before: Vec::new(),
            not_reached_after: Vec::new(),
            partitions: Vec::new(),
            fetched: None,
            end: PageEnd::Limit,
            units: Units::ZERO,
            answered: None,
            first: Item::default(),
        }
    }

    /// Stores the first returned item.
    pub(crate) fn with_first(mut self, answered: Option<&Item>) -> Self {
        self.first = answered.map(kept_of).unwrap_or_default();
        self
    }

    /// The calculation of the units.
    #[must_use]
    pub fn arithmetic(&self) -> Arithmetic {
        let lines = self.partitions.iter().map(|read| read.line).chain(self.fetched);
        Arithmetic {
            lines: lines.collect(),
            factor: Factor::Read(self.consistency),
        }
    }
}

/// The attributes of an item that a trace stores.
fn kept_of(item: &Item) -> Item {
    let short = |value: &AttributeValue| match value {
        AttributeValue::S(text) => text.len() <= MAX_KEPT_BYTES,
        AttributeValue::N(_) | AttributeValue::Bool(_) => true,
        _ => false,
    };
    let kept = item.iter().filter(|(_, value)| short(value)).take(MAX_KEPT_ATTRIBUTES);
    kept.map(|(name, value)| (name.clone(), value.clone())).collect()
}

/// The effect of a write on the table or on one index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum WriteEffect {
    /// No effect: no entry before and after, or an identical one.
    Unchanged,
    /// A new item or entry.
    Put,
    /// The item or entry was deleted.
    Deleted,
    /// Other content under the same key.
    Replaced,
    /// In an index: deleted at one key, put at another one.
    Moved,
}

/// One arm of a write.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct WriteArm {
    /// Table or index.
    pub resource: Resource,
    /// What happened there.
    pub effect: WriteEffect,
    /// Bytes before.
    pub old_size: Option<u32>,
    /// Bytes after.
    pub new_size: Option<u32>,
    /// The cost lines: empty for an index that was not written, two where an entry moved.
    pub lines: Vec<Line>,
    /// Units taken.
    pub units: Units,
    /// Bytes charged instead of units; vector indexes only.
    pub vector_bytes: u64,
    /// When the write becomes readable there: at once, or when the index is up to date.
    pub arrives: Timestamp,
}

hashrange_checkpoint::by_serde!(WriteArm);

/// The effects of a write of one item.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct WriteTrace {
    /// The number of the write, which its index entries and its stream record also contain. Numbers start at 1 and are
    /// shared by all tables. `None` if the item was only checked.
    pub number: Option<u64>,
    /// The table.
    pub table: Text,
    /// The primary key written.
    pub key: Item,
    /// The table's arm first, then one for each index, written or not. An item that was only checked has only the
    /// table's arm.
    pub arms: Vec<WriteArm>,
    /// The factor of the table's arm. The arms of indexes have none.
    pub factor: Factor,
    /// Total units.
    pub units: Units,
    /// When the item had expired, if this write changed its expiry time before the deletion.
    pub rescued: Option<Timestamp>,
    /// When each of the two followers of the item's partition receives the write; `None` without lag.
    pub followers: Option<[Timestamp; 2]>,
}

hashrange_checkpoint::fields!(WriteTrace {
    number,
    table,
    key,
    arms,
    factor,
    units,
    rescued,
    followers
});
