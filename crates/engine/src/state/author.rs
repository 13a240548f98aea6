//! The author of a write.

/// The author of a write: a client's request, or the service itself. Change records distinguish them
/// (documented: streams-ttl-records).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Author {
    Request,
    /// TTL. Its writes cost nothing and have no trace.
    Expiry,
}
