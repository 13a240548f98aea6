//! The options of a cluster.
//!
//! Must not know who chooses them.

use hashrange_time::Duration;

/// The parameters of a cluster.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// The TTL of an item in the cache. With zero, the item stays until it is written through the cluster or evicted
    /// (documented: dax-concepts).
    pub item_ttl: Duration,
    /// The TTL of a result set in the cache. With zero, no result sets are cached (documented: dax-concepts).
    pub query_ttl: Duration,
    /// Maximum bytes of both caches together. Beyond it, the least recently used entries are evicted.
    pub memory_bytes: u64,
}

hashrange_checkpoint::fields!(Options {
    item_ttl,
    query_ttl,
    memory_bytes
});

impl Options {
    /// A TTL of five minutes in both caches (documented: dax-concepts), and the memory of the smallest node
    /// (documented: dax-node-memory, 2 GiB; that all of it holds data is a model).
    pub const DEFAULT: Self = Self {
        item_ttl: Duration::from_minutes(5),
        query_ttl: Duration::from_minutes(5),
        memory_bytes: 2 << 30,
    };
}

impl Default for Options {
    fn default() -> Self {
        Self::DEFAULT
    }
}
