//! The stored state of an import that is not finished.
//!
//! Must not know where it is stored, nor who continues the import.

use hashrange_protocol::Import;

/// The stored state of an import until it is finished, so that a reload can continue it.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub(crate) struct Unfinished {
    /// The import. Without bytes if the file could not be stored.
    pub(super) import: Import,
    /// The number of the journal's last record when the import began. Later records contain its writes.
    pub(super) since: u64,
}

impl Unfinished {
    /// The state of an import whose file could not be stored.
    pub(super) fn without_file(import: &Import, since: u64) -> Self {
        Self {
            import: Import {
                bytes: Vec::new(),
                ..import.clone()
            },
            since,
        }
    }

    /// Whether the file is stored.
    pub(super) fn has_file(&self) -> bool {
        !self.import.bytes.is_empty()
    }

    /// Whether this is the same file, for the same table.
    pub(super) fn is_of(&self, import: &Import) -> bool {
        let of = |import: &Import| (import.name.clone(), import.size, import.table.clone());
        of(&self.import) == of(import)
    }

    /// The state as bytes.
    pub(super) fn encode(&self) -> Option<Vec<u8>> {
        postcard::to_allocvec(self).ok()
    }

    /// The state from its bytes; `None` if another version of the page wrote them.
    pub(super) fn decode(bytes: &[u8]) -> Option<Self> {
        postcard::from_bytes(bytes).ok()
    }
}
