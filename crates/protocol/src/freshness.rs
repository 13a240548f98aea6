//! How fresh the response to a read is: what it may not have seen, and why.

use hashrange_time::Timestamp;
use hashrange_values::Text;

/// What the response to a read may lack.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum Freshness {
    /// Nothing: the read was strongly consistent, or nothing was behind.
    Current {
        /// Strongly consistent.
        strong: bool,
    },
    /// A replica returned the item that lacks writes of it.
    Replica {
        /// Which follower, from 1.
        follower: u32,
        /// Writes of the item that it lacks.
        writes: u64,
        /// When the first of them was made.
        since: Option<Timestamp>,
    },
    /// Writes of the table had not reached every replica.
    Replicas {
        /// How many.
        writes: u64,
        /// When all of them have.
        complete: Timestamp,
    },
    /// Writes of the table had not reached the global index.
    Index {
        /// The index.
        index: Text,
        /// How many.
        writes: u64,
        /// When the first of them was made.
        since: Option<Timestamp>,
        /// When the last of them is due to arrive.
        complete: Option<Timestamp>,
    },
    /// DAX returned it from a cache.
    Cache,
}
