//! Streams: the changes of a table's items, in order, stored for a day.
//!
//! A table knows its latest stream only. `Streams` has all of them, including those of deleted tables. Must not know
//! how a write is made or when work is due.

pub(crate) mod catalogue;
pub(crate) mod iterator;
pub(crate) mod log;
pub(crate) mod meter;
pub(crate) mod name;
pub(crate) mod rolls;
pub(crate) mod shard;
