//! Refused exports to S3, imports from S3 and bulk operations.

use hashrange_values::Text;

/// A refused export or import with its own exception. Texts are observed: exports-seen, imports-seen, except for the
/// limits, whose texts are this project's.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TransferError {
    /// A client token that an earlier, different export used.
    #[error("Export conflict: Duplicate request detected with conflicting parameters")]
    ExportConflict,
    /// A client token that an earlier import into another table used.
    #[error("Import conflict: Duplicate request detected with conflicting parameters")]
    ImportConflict,
    /// A table without point-in-time recovery.
    #[error("Point in time recovery is not enabled for table '{0}'")]
    RecoveryOff(Text),
    /// A time in the future, or before point-in-time recovery was enabled.
    #[error("Export Time is invalid")]
    ExportTime,
    /// A time within the recovery period whose items are no longer stored.
    #[error("Point in Time Recovery is not available for specified export time")]
    NotKept,
    /// A period that begins before the table's creation.
    #[error("Incremental export period from time cannot be less than the table creation time : {0}")]
    BeforeTable(String),
    /// A period that ends in the future.
    #[error("Incremental export period to time cannot be greater than the current time : {0}")]
    InFuture(String),
    /// A period of less than 15 minutes.
    #[error("Difference between export period from time and export period to time is less than 15 minutes")]
    TooShort,
    /// A period of more than a day (text inferred: export-period-words, from the text for a short period).
    #[error("Difference between export period from time and export period to time is more than 24 hours")]
    TooLong,
    /// Too many exports at the same time (number documented: exports-requests).
    #[error("Too many exports at a time: there can be {0}")]
    Exports(usize),
    /// Too many imports at the same time (number documented: imports-quotas).
    #[error("Too many imports at a time: there can be {0}")]
    Imports(usize),
    /// Too many bulk operations at the same time. A model: AWS does not publish the number or the text.
    #[error("Too many bulk operations at a time: there can be {0}")]
    BulkOperations(usize),
    /// A table with a running bulk operation. A model, like the limit of one.
    #[error("Too many bulk operations at a time for table {0}: there can be 1")]
    BulkOperationsOfTable(Text),
}

impl TransferError {
    /// The exception's name on the wire.
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
            Self::Exports(_) | Self::Imports(_) | Self::BulkOperations(_) | Self::BulkOperationsOfTable(_) => {
                "LimitExceededException"
            }
        }
    }
}
