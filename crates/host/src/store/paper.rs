//! The papers of a workspace: what is kept beside its journal, one of each kind.
//!
//! Must not know what is written on them.

/// A kind of paper. It is a text, and bytes where a text is not enough.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Paper {
    /// What the page shows: forms, results and tab.
    View,
    /// The service at one place of the journal.
    Checkpoint,
    /// The same, written while the other one is still good.
    OtherCheckpoint,
    /// The source of an import that is not done.
    Import,
}

impl Paper {
    /// Both papers for checkpoints, which are written in turn.
    pub const CHECKPOINTS: [Self; 2] = [Self::Checkpoint, Self::OtherCheckpoint];

    /// The name it is kept under.
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
