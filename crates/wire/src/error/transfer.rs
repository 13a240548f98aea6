//! Exports to S3 and imports from there that are refused.

use hashrange_values::Text;

/// An export or an import that cannot be, by an exception of its own. Texts are observed, but for the limits, whose words are
/// this project's.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TransferError {
    /// A token that was sent with another export before.
    #[error("Export conflict: Duplicate request detected with conflicting parameters")]
    ExportConflict,
    /// A token that was sent with an import into another table before.
    #[error("Import conflict: Duplicate request detected with conflicting parameters")]
    ImportConflict,
    /// A table whose past is not kept.
    #[error("Point in time recovery is not enabled for table '{0}'")]
    RecoveryOff(Text),
    /// A time that is to come, or before recovery was on.
    #[error("Export Time is invalid")]
    ExportTime,
    /// A time that recovery covers, and whose items are not kept any more.
    #[error("Point in Time Recovery is not available for specified export time")]
    NotKept,
    /// A period that begins before its table.
    #[error("Incremental export period from time cannot be less than the table creation time : {0}")]
    BeforeTable(String),
    /// A period that ends in the future.
    #[error("Incremental export period to time cannot be greater than the current time : {0}")]
    InFuture(String),
    /// A period of less than 15 minutes.
    #[error("Difference between export period from time and export period to time is less than 15 minutes")]
    TooShort,
    /// A period of more than a day (words inferred from those of a short one).
    #[error("Difference between export period from time and export period to time is more than 24 hours")]
    TooLong,
    /// Exports at once (documented number).
    #[error("Too many exports at a time: there can be {0}")]
    Exports(usize),
    /// Imports at once (documented number).
    #[error("Too many imports at a time: there can be {0}")]
    Imports(usize),
}

impl TransferError {
    /// The exception's name as clients know it.
    #[must_use]
    pub fn exception(&self) -> &'static str {
        match self {
            Self::ExportConflict => "ExportConflictException",
            Self::ImportConflict => "ImportConflictException",
            Self::RecoveryOff(_) => "PointInTimeRecoveryUnavailableException",
            Self::ExportTime
            | Self::NotKept
            | Self::BeforeTable(_)
            | Self::InFuture(_)
            | Self::TooShort
            | Self::TooLong => "InvalidExportTimeException",
            Self::Exports(_) | Self::Imports(_) => "LimitExceededException",
        }
    }
}
