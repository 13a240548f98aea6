//! Reads and writes parts of messages in separate functions, so a page starts without the code for later messages.
//!
//! Must not know the parts.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Writes a part.
#[inline(never)]
pub(crate) fn serialize<T: Serialize, S: Serializer>(part: &T, serializer: S) -> Result<S::Ok, S::Error> {
    part.serialize(serializer)
}

/// Reads a part.
#[inline(never)]
pub(crate) fn deserialize<'de, T: Deserialize<'de>, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
    T::deserialize(deserializer)
}
