//! The service's exceptions and their texts.
//!
//! An error is a value that holds the facts. This module alone creates the error's text. It uses the service's exact
//! text where that is known (documented: transactions-api, or observed: resource-messages). The crate `expression`
//! supplies the texts of expression errors.

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

/// A refused request. A refused request changes nothing.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ServiceError {
    /// The request contradicts itself, the schema or a limit.
    #[error(transparent)]
    Validation(#[from] ValidationError),
    /// The table or index does not exist, or does not exist yet.
    #[error(transparent)]
    ResourceNotFound(#[from] ResourceNotFound),
    /// The table is in a state that forbids the request.
    #[error(transparent)]
    ResourceInUse(#[from] ResourceInUse),
    /// A quota is used up.
    #[error(transparent)]
    LimitExceeded(#[from] LimitExceeded),
    /// A change too soon after the last one. The message contains the earliest time of the next change
    /// (observed: deletion-protection-seen).
    #[error(
        "Deletion protection setting for table {table} modified within the previous {milliseconds} milliseconds. Please try again after {until}"
    )]
    ChangedTooSoon {
        /// The table.
        table: String,
        /// The required interval between changes.
        milliseconds: u64,
        /// The earliest time of the next change.
        until: String,
    },
    /// The request exceeds the available throughput.
    #[error("{0}")]
    Throttled(Box<Throttled>),
    /// A table that the backup operations do not find, or not yet.
    #[error("Table not found: {table}")]
    TableNotFound {
        /// The requested name.
        table: String,
    },
    /// A resource-based policy that does not exist, or that has another revision than expected.
    #[error(transparent)]
    PolicyNotFound(#[from] PolicyNotFound),
    /// A change of a resource-based policy too soon after the last one (observed: policies-seen).
    #[error(
        "Resource-based policy for {owner} modified within the previous {milliseconds} milliseconds. Please try again after {until}."
    )]
    PolicyTooSoon {
        /// `table T` or `stream S`.
        owner: String,
        /// The required interval between changes.
        milliseconds: u64,
        /// The earliest time of the next change.
        until: String,
    },
    /// A resource that no operation here can create.
    #[error(transparent)]
    Absent(#[from] AbsentError),
    /// A refused backup or restore.
    #[error(transparent)]
    Backup(Box<BackupError>),
    /// The caller has no permission.
    #[error(transparent)]
    AccessDenied(#[from] AccessDenied),
    /// An internal error of the service, with its text.
    #[error("{0}")]
    InternalServerError(&'static str),
    /// The condition was false. Contains the item when the caller asked for it.
    #[error("The conditional request failed")]
    ConditionalCheckFailed {
        /// The current item.
        item: Option<Arc<Item>>,
    },
    /// The item collection of a table with local secondary indexes is full.
    #[error("Collection size exceeded.")]
    ItemCollectionSizeLimitExceeded,
    /// An `INSERT` of an item whose key is taken.
    #[error("Duplicate primary key exists in table")]
    DuplicateItem,
    /// A cancelled transaction, with a cancellation reason for each action, in the order of the actions.
    #[error("Transaction cancelled, please refer cancellation reasons for specific reasons [{}]", cancellation::codes(.0))]
    TransactionCanceled(Vec<CancellationReason>),
    /// A write to an item that a transaction has locked.
    #[error("Transaction is ongoing for the item")]
    TransactionConflict,
    /// A transaction sent again while the first request is in progress (wording inferred: transaction-in-progress).
    #[error("Transaction from previous request is still in progress")]
    TransactionInProgress,
    /// An iterator older than 15 minutes (text documented: api-model; no recording was found).
    #[error("The provided iterator exceeds the maximum age allowed.")]
    ExpiredIterator,
    /// A shard that receives more requests, or returns more data, than its limit per second (wording
    /// observed: shard-read-words). Stream clients expect this exception. The documentation lists
    /// LimitExceededException, which is documented: streams-api.
    #[error("Rate exceeded")]
    ShardReadsExceeded,
    /// Records beyond the retention period (observed: trimmed-words).
    #[error("The data you are trying to access has been trimmed")]
    TrimmedDataAccess,
    /// An invalid auto scaling request.
    #[error(transparent)]
    Scaling(#[from] ScalingError),
    /// A token that was sent before with another transaction. The service's text is unknown, so this text is a model.
    #[error("The client token was used with other parameters before")]
    IdempotentParameterMismatch,
}

impl ServiceError {
    /// The exception's name on the wire.
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

    /// The error code in the response to a batch of statements.
    #[must_use]
    pub fn batch_code(&self) -> &'static str {
        match self {
            Self::Validation(_) => "ValidationError",
            Self::Throttled(throttled) if throttled.exception() == "ThrottlingException" => "ThrottlingError",
            other => other.exception().trim_end_matches("Exception"),
        }
    }

    /// The HTTP status of the response. All errors except one are client errors.
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
