//! The author of a write.

/// Who writes: a client's request, or the service itself. Records of changes tell them apart (documented).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Author {
    Request,
    /// Time to live. Its writes cost nothing, and leave no trace.
    Expiry,
}
