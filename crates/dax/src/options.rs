//! What a cluster is made with.
//!
//! Must not know who chooses it.

use hashrange_time::Duration;

/// The parameters of a cluster.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// How long an item is answered from the cache after it was stored; zero for ever, until it is written through the
    /// cluster or crowded out (documented).
    pub item_ttl: Duration,
    /// How long a result set is answered from the cache; zero for not at all (documented).
    pub query_ttl: Duration,
    /// Bytes that both caches hold together; what was not used for longest makes room.
    pub memory_bytes: u64,
}

hashrange_checkpoint::fields!(Options { item_ttl, query_ttl, memory_bytes });

impl Options {
    /// Five minutes in both caches (documented), in the memory of the smallest node (documented: 2 GiB; that all of it
    /// holds data is a model).
    pub const DEFAULT: Self =
        Self { item_ttl: Duration::from_minutes(5), query_ttl: Duration::from_minutes(5), memory_bytes: 2 << 30 };
}

impl Default for Options {
    fn default() -> Self {
        Self::DEFAULT
    }
}
