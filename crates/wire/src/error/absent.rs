//! Resources that cannot exist here. Each kind has its own exception.

/// A resource that does not exist. Without a folder for S3 no exports, imports and
/// bulk operations exist.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AbsentError {
    /// A global table of version 2017 (observed: global-table-words).
    #[error("Global table with name '{0}' does not exist.")]
    GlobalTable(String),
    /// An export. Holds its ARN. The service repeats the text (observed: exports-seen).
    #[error("Export not found: Export not found: {0}")]
    Export(String),
    /// An import (the text is inferred: import-not-found).
    #[error("Import not found: {0}")]
    Import(String),
    /// A bulk operation (exception documented: bulk-api; the text is a model).
    #[error("Requested resource not found: Bulk operation: {0} not found")]
    BulkOperation(String),
}

impl AbsentError {
    /// The exception's name on the wire.
    #[must_use]
    pub fn exception(&self) -> &'static str {
        match self {
            Self::GlobalTable(_) => "GlobalTableNotFoundException",
            Self::Export(_) => "ExportNotFoundException",
            Self::Import(_) => "ImportNotFoundException",
            Self::BulkOperation(_) => "ResourceNotFoundException",
        }
    }
}
