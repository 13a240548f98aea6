//! What a request is about, and cannot be here: an exception for each kind of thing.

/// A thing that does not exist, since nothing here makes such things.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AbsentError {
    /// A global table of 2017 (observed).
    #[error("Global table with name '{0}' does not exist.")]
    GlobalTable(String),
    /// An export. Holds its resource name (the words of these two are inferred).
    #[error("Export not found: {0}")]
    Export(String),
    /// An import.
    #[error("Import not found: {0}")]
    Import(String),
}

impl AbsentError {
    /// The exception's name as clients know it.
    #[must_use]
    pub fn exception(&self) -> &'static str {
        match self {
            Self::GlobalTable(_) => "GlobalTableNotFoundException",
            Self::Export(_) => "ExportNotFoundException",
            Self::Import(_) => "ImportNotFoundException",
        }
    }
}
