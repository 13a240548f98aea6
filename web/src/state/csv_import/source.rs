//! The file whose items are imported. Must not know how it is read.

use std::sync::Arc;

/// A file, or a text given in its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// The file's name.
    pub name: String,
    /// Its bytes.
    pub bytes: Arc<[u8]>,
}
