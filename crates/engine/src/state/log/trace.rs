//! Traces: what a request touched, entry by entry, for people to look at.
//!
//! A trace is made beside the answer and never changes it. Made only when asked for, and bounded.

use hashrange_capacity::{Arithmetic, Consistency, Factor, Line, Units};
use hashrange_time::Timestamp;
use hashrange_values::{AttributeValue, Item, Text};

use crate::state::log::consumption::Resource;
use crate::state::log::replicas::Answered;

/// Entries a trace lists one by one; further ones are only counted.
pub(crate) const MAX_TRACED_ENTRIES: usize = 2_000;
/// Neighbours listed on each side of what a Query read.
pub(crate) const MAX_TRACED_NEIGHBOURS: usize = 3;
/// Attributes that a trace keeps of the first item of an answer.
const MAX_KEPT_ATTRIBUTES: usize = 6;
/// Bytes of a value that it keeps.
const MAX_KEPT_BYTES: usize = 48;

/// What one request touched, or one member of a batch or transaction.
#[derive(Clone, Debug, PartialEq)]
pub enum Trace {
    /// A read.
    Read(Box<ReadTrace>),
    /// A write.
    Write(Box<WriteTrace>),
}

hashrange_checkpoint::variants!(Trace { Read(inner), Write(inner) });

/// What became of an entry that was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum Fate {
    /// It is in the answer.
    Returned,
    /// It was read and paid for, and the filter dropped it.
    FilteredOut,
}

hashrange_checkpoint::by_serde!(Fate);

/// An item or index entry a read walked over.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Walked {
    /// Keys of the table and, for an index, of the index.
    pub key: Item,
    /// Bytes of the item or entry.
    pub size: u32,
    /// What became of it.
    pub fate: Fate,
    /// Bytes of the base item, when it was fetched.
    pub fetched: Option<u32>,
}

hashrange_checkpoint::fields!(Walked { key, size, fate, fetched });

/// Why a page ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum PageEnd {
    /// Nothing was left to read.
    Exhausted,
    /// As many items as `Limit` allows were read.
    Limit,
    /// The next item would have taken the page above 1 MB.
    PageSize,
}

hashrange_checkpoint::by_serde!(PageEnd);

/// What a read took from one partition.
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
    /// How fresh the answer had to be.
    pub consistency: Consistency,
    /// Ascending order.
    pub forward: bool,
    /// The entries walked, in order.
    pub walked: Vec<Walked>,
    /// Entries walked beyond those listed.
    pub unlisted: u64,
    /// Keys of entries of the same item collection that come before those walked, nearest last. Query only.
    pub not_reached_before: Vec<Item>,
    /// Keys of entries of the same item collection that come after those walked, nearest first. Query only.
    pub not_reached_after: Vec<Item>,
    /// The partitions touched, each with its line of the sum.
    pub partitions: Vec<PartitionRead>,
    /// Base items fetched for a local secondary index, each rounded alone.
    pub fetched: Option<Line>,
    /// Why the page ended.
    pub end: PageEnd,
    /// Units in all.
    pub units: Units,
    /// Which replica answered; only told of reads of one item.
    pub answered: Option<Answered>,
    /// The first item of the answer, as it was answered: its first short texts, numbers and truth values. Empty without one.
    pub first: Item,
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
    first
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
        }
    }

    /// Keeps what the first item of the answer says.
    pub(crate) fn with_first(mut self, answered: Option<&Item>) -> Self {
        self.first = answered.map(kept_of).unwrap_or_default();
        self
    }

    /// The sum behind the units.
    #[must_use]
    pub fn arithmetic(&self) -> Arithmetic {
        let lines = self.partitions.iter().map(|read| read.line).chain(self.fetched);
        Arithmetic { lines: lines.collect(), factor: Factor::Read(self.consistency) }
    }
}

/// The attributes of an item that a trace keeps.
fn kept_of(item: &Item) -> Item {
    let short = |value: &AttributeValue| match value {
        AttributeValue::S(text) => text.len() <= MAX_KEPT_BYTES,
        AttributeValue::N(_) | AttributeValue::Bool(_) => true,
        _ => false,
    };
    let kept = item.iter().filter(|(_, value)| short(value)).take(MAX_KEPT_ATTRIBUTES);
    kept.map(|(name, value)| (name.clone(), value.clone())).collect()
}

/// What a write did to the table or to one index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum WriteEffect {
    /// Nothing: no entry before and after, or an identical one.
    Unchanged,
    /// A new item or entry.
    Put,
    /// The item or entry went.
    Deleted,
    /// Other content under the same key.
    Replaced,
    /// In an index: deleted at one key, put at another.
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
    /// The lines of the sum: none for an index that was not written, two where an entry moved.
    pub lines: Vec<Line>,
    /// Units taken.
    pub units: Units,
    /// Bytes charged, which are no units; of vector indexes only.
    pub vector_bytes: u64,
    /// When it can be read there: at once, or when the index has caught up.
    pub arrives: Timestamp,
}

hashrange_checkpoint::by_serde!(WriteArm);

/// What a write of one item did.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct WriteTrace {
    /// Its number, which its index entries and its record carry too. Counts up from 1, all tables together; `None` where an item
    /// was only checked.
    pub number: Option<u64>,
    /// The table.
    pub table: Text,
    /// The primary key written.
    pub key: Item,
    /// The table's arm first, then one for each index, written or not. An item that was only checked has no other.
    pub arms: Vec<WriteArm>,
    /// What the table's arm is multiplied with; those of indexes never are.
    pub factor: Factor,
    /// Units in all.
    pub units: Units,
    /// When the item had expired, if this write gave it another moment before it was deleted.
    pub rescued: Option<Timestamp>,
    /// When each of the two followers of the item's partition has it; `None` where followers have no lag.
    pub followers: Option<[Timestamp; 2]>,
}

hashrange_checkpoint::fields!(WriteTrace { number, table, key, arms, factor, units, rescued, followers });
