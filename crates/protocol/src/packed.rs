//! Packed parts of messages: data of many members crosses as bytes in one piece, which is smaller and quicker than an object
//! with as many properties. Both sides are of one build, so the bytes need no names.

use serde::de::{DeserializeOwned, Error as _};
use serde::ser::Error as _;
use serde::{Deserializer, Serialize, Serializer};

/// A part as bytes, which `reading_of` of the same build reads.
#[must_use]
pub fn packed<T: Serialize>(part: &T) -> Option<Vec<u8>> {
    postcard::to_allocvec(part).ok()
}

/// Writes a part as bytes.
pub(crate) fn serialize<T: Serialize, S: Serializer>(part: &T, serializer: S) -> Result<S::Ok, S::Error> {
    let bytes = postcard::to_allocvec(part).map_err(S::Error::custom)?;
    serializer.serialize_bytes(&bytes)
}

/// Reads a part from its bytes.
pub(crate) fn deserialize<'de, T: DeserializeOwned, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
    let bytes: Vec<u8> = serde_bytes::deserialize(deserializer)?;
    postcard::from_bytes(&bytes).map_err(D::Error::custom)
}
