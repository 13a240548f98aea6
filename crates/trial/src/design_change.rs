//! A change of the design of tables that a board tries.
//!
//! Must not know how it is made.

use hashrange_wire::Projection;
use serde::{Deserialize, Serialize};

/// A change of the design of tables.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum DesignChange {
    /// Another projection of an index.
    Projection {
        /// The table.
        table: String,
        /// The index.
        index: String,
        /// What it projects.
        projection: Projection,
    },
    /// A table without one of its global indexes.
    NoIndex {
        /// The table.
        table: String,
        /// The index.
        index: String,
    },
    /// Every stored item half as big, and every item and value that a request writes.
    HalfSize,
    /// All reads with this consistency, where they can have it.
    Consistency {
        /// Strongly consistent.
        strong: bool,
    },
    /// No deletes in requests: TTL deletes the items, without a charge.
    Expiry,
}
