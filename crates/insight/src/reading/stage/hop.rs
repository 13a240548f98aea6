//! The hops of a journey: plain data, in order of time.

use hashrange_time::Timestamp;
use hashrange_values::Text;

use super::shape::{Outcome, Passing};

/// The path of a request from the client to the stream.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Journey {
    /// The latest attempt of the request. For a batch or transaction: its first member in this table.
    pub request: Passing,
    /// Number of its other members.
    pub others: usize,
    /// Bytes of the written item, or of the items read.
    pub bytes: u64,
    /// The calculation of its cost, line by line.
    pub sum: Vec<crate::SumLine>,
    /// The hops, in order of time. The time of a future hop is after the time of the reading.
    pub hops: Vec<Hop>,
}

/// One hop of a journey.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Hop {
    /// When the hop happens.
    pub at: Timestamp,
    /// Whether it has happened.
    pub done: bool,
    /// The kind of hop.
    pub kind: HopKind,
}

/// What happens at a hop.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub enum HopKind {
    /// The client sends the request; the number of the attempt.
    Sent(u32),
    /// A partition refuses the request.
    Refused(Outcome),
    /// The client waits, and will retry at this time.
    Waits(Timestamp),
    /// The leader of the partition writes or reads.
    Served(StagePlace),
    /// A follower has the write; its number, 0 or 1.
    Followed(u8),
    /// A local index has the entry, in the same partition.
    Local(Text),
    /// A global index has the entry.
    Global(StagePlace),
    /// A vector index has the entry.
    Vector(Text),
    /// The stream has the record; its sequence number.
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
