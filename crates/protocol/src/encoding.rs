//! Messages as bytes. Bytes cross faster than an object with many properties, and one decoder is smaller than two. Both
//! sides come from one build, so the bytes contain no names.

use serde::Serialize;
use serde::de::DeserializeOwned;

/// Returns data as bytes, which [`decode`] of the same build reads. `None` if the data's length is not known in
/// advance.
#[must_use]
pub fn encode<T: Serialize>(data: &T) -> Option<Vec<u8>> {
    postcard::to_allocvec(data).ok()
}

/// Returns the data of [`encode`]; `None` for invalid bytes.
#[must_use]
pub fn decode<T: DeserializeOwned>(bytes: &[u8]) -> Option<T> {
    postcard::from_bytes(bytes).ok()
}
