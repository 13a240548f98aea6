//! How fresh the response to a read is: what it can have missed, and why.

use hashrange_time::Timestamp;
use hashrange_values::Text;

/// Which writes the response to a read can miss.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum Freshness {
    /// None: the read was strongly consistent, or nothing was behind.
    Current {
        /// Strongly consistent.
        strong: bool,
    },
    /// The item came from a replica that lacks writes of it.
    Replica {
        /// Which follower, from 1.
        follower: u32,
        /// Writes of the item that it lacks.
        writes: u64,
        /// When the first of them was made.
        since: Option<Timestamp>,
    },
    /// Some writes of the table had not reached every replica.
    Replicas {
        /// How many.
        writes: u64,
        /// When every replica will have them.
        complete: Timestamp,
    },
    /// The response came from a global index, which writes of the table reach later. It has no strongly consistent reads.
    Index {
        /// The index.
        index: Text,
        /// How many writes had not reached it; possibly none.
        writes: u64,
        /// When the first of them was made.
        since: Option<Timestamp>,
        /// When the last of them is due to arrive.
        complete: Option<Timestamp>,
    },
    /// DAX returned it from a cache.
    Cache,
}
