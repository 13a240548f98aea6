//! The documents of a workspace: data stored beside its journal, one document of each kind.
//!
//! Must not know their content.

/// A kind of document. A document is a text, and bytes if a text is not enough.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Document {
    /// The state of the page: forms, results and tab.
    View,
    /// The service at one position of the journal.
    Checkpoint,
    /// Another checkpoint, written while the first one is still valid.
    OtherCheckpoint,
    /// The source of an unfinished import.
    Import,
}

impl Document {
    /// The two documents for checkpoints, which are written alternately.
    pub const CHECKPOINTS: [Self; 2] = [Self::Checkpoint, Self::OtherCheckpoint];

    /// The name under which it is stored.
    #[cfg(target_arch = "wasm32")]
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::View => "view",
            Self::Checkpoint => "checkpoint",
            Self::OtherCheckpoint => "other checkpoint",
            Self::Import => "import",
        }
    }
}
