//! What a request is about, and is not there: an exception for each kind of thing.

/// A thing that does not exist. Without a folder for S3 nothing makes exports and imports.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AbsentError {
    /// A global table of 2017 (observed).
    #[error("Global table with name '{0}' does not exist.")]
    GlobalTable(String),
    /// An export. Holds its resource name (observed: the words stand there twice).
    #[error("Export not found: Export not found: {0}")]
    Export(String),
    /// An import (the words are inferred).
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
