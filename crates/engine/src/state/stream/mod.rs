//! Streams: what happened to the items of a table, in order, kept for a day.
//!
//! A table knows its newest stream only; all of them, those of deleted tables too, are in `Streams`. Must not know how a
//! write is made or when work is due.

pub(crate) mod catalogue;
pub(crate) mod iterator;
pub(crate) mod log;
pub(crate) mod meter;
pub(crate) mod name;
pub(crate) mod shard;
