//! What a journey is made of: plain data, in order of time.

use hashrange_time::Timestamp;
use hashrange_values::Text;

use super::shape::{Outcome, Passing};

/// A request followed from the client to the stream.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Journey {
    /// The newest attempt of the request; of a batch or transaction, its first member in this table.
    pub request: Passing,
    /// Members beside that one.
    pub others: usize,
    /// Bytes of the item it wrote or read.
    pub bytes: u64,
    /// The sum behind its cost: terms and results, line by line.
    pub sum: Vec<crate::SumLine>,
    /// What happened, in order of time. Hops to come have a moment after the reading's.
    pub hops: Vec<Hop>,
}

/// One stop of a journey.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Hop {
    /// When.
    pub at: Timestamp,
    /// Whether that has come.
    pub done: bool,
    /// What happens there.
    pub kind: HopKind,
}

/// What happens at a stop.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub enum HopKind {
    /// The client sends it; which attempt that is.
    Sent(u32),
    /// A partition refuses it.
    Refused(Outcome),
    /// The client waits and will send it again at that moment.
    Waits(Timestamp),
    /// The leader of the partition writes or reads.
    Served(StagePlace),
    /// A follower has it: 0 or 1.
    Followed(u8),
    /// A local index has it, in the same partition.
    Local(Text),
    /// A global index has its entry.
    Global(StagePlace),
    /// A vector index has its entry.
    Vector(Text),
    /// The stream has its record: the sequence number.
    Streamed(Text),
}

/// A partition of the table or of an index.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct StagePlace {
    /// The index; `None` for the table.
    pub index: Option<Text>,
    /// The partition's number.
    pub partition: u32,
}
