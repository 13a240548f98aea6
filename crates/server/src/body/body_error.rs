//! Why a body was not accepted, and the maximum size.
//!
//! Must not know how a body is read.

/// The maximum size of a body (observed: body-size by dynalite). The service accepts a gigabyte after decompression
/// (observed: compressed-requests). Here a decompressed body has the same limit as others, so that memory stays
/// bounded.
pub(crate) const LARGEST: usize = 16 * 1024 * 1024;

/// Why a body was not accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BodyError {
    /// It is larger than the limit.
    TooLarge,
    /// It did not arrive in time.
    TooSlow,
    /// Other bodies used the memory for too long.
    NoRoom,
    /// The connection or the body's framing broke.
    Broken,
    /// Its content encoding is invalid.
    BadEncoding,
}
