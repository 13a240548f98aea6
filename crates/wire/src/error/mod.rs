//! What the service refuses, and in which words.
//!
//! An error is a value with the facts in it; its text is made here, word for word as the service words it where that is
//! known (documented or observed), and nowhere else. Errors of the expression language carry the words of the room
//! that owns the language.

mod absent;
mod backup;
mod cancellation;
mod legacy;
mod limit;
mod policy;
mod resource;
mod scaling;
mod schema;
mod setting;
mod statement;
mod stream;
mod throttled;
mod transfer;
mod update_table;
mod validation;
mod vector;

use std::sync::Arc;

pub use absent::AbsentError;
pub use backup::{BackupError, BackupFault};
pub use cancellation::CancellationReason;
use hashrange_values::Item;
pub use legacy::LegacyError;
pub use limit::{CapacityDirection, LimitExceeded};
pub use policy::{AccessDenied, PolicyError, PolicyFault, PolicyNotFound};
pub use resource::{Busy, ResourceInUse, ResourceNotFound};
pub use scaling::ScalingError;
pub use schema::KeySchemaError;
pub use setting::SettingError;
pub use statement::StatementFault;
pub use stream::StreamError;
pub use throttled::{ThrottleCause, Throttled, ThrottlingReason, Wanted};
pub use transfer::TransferError;
pub use update_table::UpdateTableError;
pub use validation::{KeyPart, ValidationError};
pub use vector::{SearchError, VectorIndexError, VectorItemError};

/// A request that was refused. Nothing changed.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ServiceError {
    /// The request contradicts itself, the schema or a limit.
    #[error(transparent)]
    Validation(#[from] ValidationError),
    /// The table or index is not there, or not there yet.
    #[error(transparent)]
    ResourceNotFound(#[from] ResourceNotFound),
    /// The table is in a state that forbids the request.
    #[error(transparent)]
    ResourceInUse(#[from] ResourceInUse),
    /// A quota is used up.
    #[error(transparent)]
    LimitExceeded(#[from] LimitExceeded),
    /// A change too soon after the last one; the message says when it can be made (observed).
    #[error(
        "Deletion protection setting for table {table} modified within the previous {milliseconds} milliseconds. Please try again after {until}"
    )]
    ChangedTooSoon {
        /// The table.
        table: String,
        /// How long to wait between changes.
        milliseconds: u64,
        /// When the change can be made.
        until: String,
    },
    /// More throughput asked for than there is.
    #[error("{0}")]
    Throttled(Box<Throttled>),
    /// A table that backups do not know, or not yet.
    #[error("Table not found: {table}")]
    TableNotFound {
        /// The name asked for.
        table: String,
    },
    /// A resource-based policy that is not there, or not the one expected.
    #[error(transparent)]
    PolicyNotFound(#[from] PolicyNotFound),
    /// A change of a resource-based policy too soon after the last one (observed).
    #[error(
        "Resource-based policy for {owner} modified within the previous {milliseconds} milliseconds. Please try again after {until}."
    )]
    PolicyTooSoon {
        /// `table T` or `stream S`.
        owner: String,
        /// How long to wait between changes.
        milliseconds: u64,
        /// When the change can be made.
        until: String,
    },
    /// Something that nothing here makes.
    #[error(transparent)]
    Absent(#[from] AbsentError),
    /// A backup or a restore that cannot be.
    #[error(transparent)]
    Backup(Box<BackupError>),
    /// Somebody who may not.
    #[error(transparent)]
    AccessDenied(#[from] AccessDenied),
    /// The service's own fault, as it says.
    #[error("{0}")]
    InternalServerError(&'static str),
    /// The condition did not hold. Carries the item when the caller asked for it.
    #[error("The conditional request failed")]
    ConditionalCheckFailed {
        /// The item as it stands.
        item: Option<Arc<Item>>,
    },
    /// The item collection of a table with local secondary indexes is full.
    #[error("Collection size exceeded.")]
    ItemCollectionSizeLimitExceeded,
    /// An `INSERT` of an item whose key is taken.
    #[error("Duplicate primary key exists in table")]
    DuplicateItem,
    /// A transaction that did not happen, with a reason for each of its actions in their order.
    #[error("Transaction cancelled, please refer cancellation reasons for specific reasons [{}]", cancellation::codes(.0))]
    TransactionCanceled(Vec<CancellationReason>),
    /// A write to an item that a transaction is at work on.
    #[error("Transaction is ongoing for the item")]
    TransactionConflict,
    /// A transaction sent again while the first is at work (wording observed).
    #[error("Transaction from previous request is still in progress")]
    TransactionInProgress,
    /// An iterator older than 15 minutes (documented words; none were observed).
    #[error("The provided iterator exceeds the maximum age allowed.")]
    ExpiredIterator,
    /// A shard that is read more often, or more of it, than it answers a second (wording observed; the exception is the one
    /// that clients of streams look for, not the documented LimitExceededException).
    #[error("Rate exceeded")]
    ShardReadsExceeded,
    /// Records that are no longer kept (observed).
    #[error("The data you are trying to access has been trimmed")]
    TrimmedDataAccess,
    /// Auto scaling that cannot be as asked.
    #[error(transparent)]
    Scaling(#[from] ScalingError),
    /// A token that was sent with another transaction before. The wording is a model: the service's is not known.
    #[error("The client token was used with other parameters before")]
    IdempotentParameterMismatch,
}

impl ServiceError {
    /// The exception's name as clients know it.
    #[must_use]
    pub fn exception(&self) -> &'static str {
        match self {
            Self::Validation(_) => "ValidationException",
            Self::ResourceNotFound(_) => "ResourceNotFoundException",
            Self::ResourceInUse(_) => "ResourceInUseException",
            Self::LimitExceeded(_) => "LimitExceededException",
            Self::ChangedTooSoon { .. } | Self::PolicyTooSoon { .. } | Self::ShardReadsExceeded => {
                "ThrottlingException"
            }
            Self::Absent(error) => error.exception(),
            Self::Backup(error) => error.exception(),
            Self::AccessDenied(_) => "AccessDeniedException",
            Self::Throttled(throttled) => throttled.exception(),
            Self::TableNotFound { .. } => "TableNotFoundException",
            Self::PolicyNotFound(_) => "PolicyNotFoundException",
            Self::InternalServerError(_) => "InternalServerError",
            Self::ConditionalCheckFailed { .. } => "ConditionalCheckFailedException",
            Self::ItemCollectionSizeLimitExceeded => "ItemCollectionSizeLimitExceededException",
            Self::DuplicateItem => "DuplicateItemException",
            Self::TransactionCanceled(_) => "TransactionCanceledException",
            Self::TransactionConflict => "TransactionConflictException",
            Self::TransactionInProgress => "TransactionInProgressException",
            Self::IdempotentParameterMismatch => "IdempotentParameterMismatchException",
            Self::ExpiredIterator => "ExpiredIteratorException",
            Self::TrimmedDataAccess => "TrimmedDataAccessException",
            Self::Scaling(error) => error.exception(),
        }
    }

    /// The word for it in a batch of statements.
    #[must_use]
    pub fn batch_code(&self) -> &'static str {
        match self {
            Self::Validation(_) => "ValidationError",
            Self::Throttled(throttled) if throttled.exception() == "ThrottlingException" => "ThrottlingError",
            other => other.exception().trim_end_matches("Exception"),
        }
    }

    /// The HTTP status of the answer: every refusal but one is the caller's to mend.
    #[must_use]
    pub fn status(&self) -> u16 {
        match self {
            Self::InternalServerError(_) => 500,
            _ => 400,
        }
    }
}

impl From<Busy> for ServiceError {
    fn from(busy: Busy) -> Self {
        Self::ResourceInUse(busy.into())
    }
}

impl From<SettingError> for ServiceError {
    fn from(error: SettingError) -> Self {
        Self::Validation(error.into())
    }
}

impl From<PolicyError> for ServiceError {
    fn from(error: PolicyError) -> Self {
        Self::Validation(error.into())
    }
}

impl From<BackupError> for ServiceError {
    fn from(error: BackupError) -> Self {
        Self::Backup(Box::new(error))
    }
}

impl From<BackupFault> for ServiceError {
    fn from(error: BackupFault) -> Self {
        Self::Validation(error.into())
    }
}

impl From<SearchError> for ServiceError {
    fn from(error: SearchError) -> Self {
        Self::Validation(error.into())
    }
}

impl From<VectorIndexError> for ServiceError {
    fn from(error: VectorIndexError) -> Self {
        Self::Validation(error.into())
    }
}

impl From<UpdateTableError> for ServiceError {
    fn from(error: UpdateTableError) -> Self {
        Self::Validation(error.into())
    }
}

impl From<LegacyError> for ServiceError {
    fn from(error: LegacyError) -> Self {
        Self::Validation(ValidationError::Legacy(error))
    }
}

impl From<StreamError> for ServiceError {
    fn from(error: StreamError) -> Self {
        Self::Validation(error.into())
    }
}

impl From<StatementFault> for ServiceError {
    fn from(fault: StatementFault) -> Self {
        Self::Validation(ValidationError::Statement(fault))
    }
}

impl From<KeySchemaError> for ServiceError {
    fn from(error: KeySchemaError) -> Self {
        Self::Validation(ValidationError::Schema(error))
    }
}
