//! Ordered in-memory storage: rows in partitions that own contiguous ranges of the partition key's hash.
//!
//! Owns placement, row keys, partitions and walking them. Must not know items, throughput, or what a table is.

mod partition;
mod placement;
mod row_key;
mod space;

pub use partition::{Partition, Row};
pub use placement::Placement;
pub use row_key::{KeyRange, RowKey, RowKeyBuilder};
pub use space::{Space, Step};
