//! Ordered in-memory storage: rows in partitions that own contiguous ranges of the partition key's hash.
//!
//! Owns placement, row keys, partitions and iteration. Must not know items, throughput, or what a table is.

mod byte_key;
mod checkpoint;
mod key_parts;
mod page;
mod pages;
mod partition;
mod placement;
mod remains;
mod row_key;
mod space;
mod split_point;

pub use byte_key::ByteKey;
pub use checkpoint::{PageKey, PageValue};
pub use pages::Pages;
pub use partition::{Partition, Row};
pub use placement::Placement;
pub use remains::{Freeable, Remains};
pub use row_key::{KeyRange, RowKey, RowKeyBuilder};
pub use space::{Division, Space, Step};
pub use split_point::{Cut, middle_of_bytes, middle_of_slice, middle_of_traffic};
