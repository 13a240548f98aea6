//! Messages as bytes: one piece of bytes crosses more quickly than an object with as many properties, and one reader of
//! bytes is smaller than two. Both sides are of one build, so the bytes need no names.

use serde::Serialize;
use serde::de::DeserializeOwned;

/// Returns data as bytes, which [`unpacked`] of the same build reads. `None` where the data has no length known before.
#[must_use]
pub fn packed<T: Serialize>(data: &T) -> Option<Vec<u8>> {
    postcard::to_allocvec(data).ok()
}

/// Returns what [`packed`] made bytes of; `None` for other bytes.
#[must_use]
pub fn unpacked<T: DeserializeOwned>(bytes: &[u8]) -> Option<T> {
    postcard::from_bytes(bytes).ok()
}
