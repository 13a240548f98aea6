//! The cancellation reason of each action in a transaction.

use std::sync::Arc;

use hashrange_values::Item;

use super::{ServiceError, ValidationError};

/// The result of one action of a cancelled transaction.
#[derive(Clone, Debug, PartialEq)]
pub enum CancellationReason {
    /// The action had no error.
    None,
    /// The action's condition was false. Contains the item when the caller requested it.
    ConditionalCheckFailed {
        /// The current item.
        item: Option<Arc<Item>>,
    },
    /// The action inserts an item whose key already exists.
    DuplicateItem,
    /// The action's table does not exist. Only statements have this reason.
    ResourceNotFound,
    /// The action's item collection is full.
    ItemCollectionSizeLimitExceeded,
    /// Another transaction has locked the action's item.
    TransactionConflict,
    /// The action's table or partition has no provisioned throughput left. Contains the service's text.
    ProvisionedThroughputExceeded(String),
    /// The action's table is throttled. Contains the service's text.
    ThrottlingError(String),
    /// The action contradicts the table or a limit.
    Validation(ValidationError),
}

impl CancellationReason {
    /// The code on the wire.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::None => "None",
            Self::ConditionalCheckFailed { .. } => "ConditionalCheckFailed",
            Self::DuplicateItem => "DuplicateItem",
            Self::ResourceNotFound => "ResourceNotFound",
            Self::ItemCollectionSizeLimitExceeded => "ItemCollectionSizeLimitExceeded",
            Self::TransactionConflict => "TransactionConflict",
            Self::ProvisionedThroughputExceeded(_) => "ProvisionedThroughputExceeded",
            Self::ThrottlingError(_) => "ThrottlingError",
            Self::Validation(_) => "ValidationError",
        }
    }

    /// The service's message (documented: transactions-api); `None` without an error.
    #[must_use]
    pub fn message(&self) -> Option<String> {
        Some(match self {
            Self::None => return None,
            Self::ConditionalCheckFailed { .. } => "The conditional request failed".to_owned(),
            Self::DuplicateItem => ServiceError::DuplicateItem.to_string(),
            Self::ResourceNotFound => super::ResourceNotFound::Unnamed.to_string(),
            Self::ItemCollectionSizeLimitExceeded => "Collection size exceeded.".to_owned(),
            Self::TransactionConflict => "Transaction is ongoing for the item".to_owned(),
            Self::ProvisionedThroughputExceeded(words) | Self::ThrottlingError(words) => words.clone(),
            Self::Validation(error) => error.to_string(),
        })
    }

    /// The item of a failed condition.
    #[must_use]
    pub fn item(&self) -> Option<&Item> {
        match self {
            Self::ConditionalCheckFailed { item } => item.as_deref(),
            _ => None,
        }
    }
}

/// The codes of the reasons, as the exception's message lists them.
pub(super) fn codes(reasons: &[CancellationReason]) -> String {
    reasons
        .iter()
        .map(CancellationReason::code)
        .collect::<Vec<_>>()
        .join(", ")
}
