//! Why a transaction was cancelled, action by action.

use std::sync::Arc;

use hashrange_values::Item;

use super::{ServiceError, ValidationError};

/// What became of one action of a transaction that was cancelled.
#[derive(Clone, Debug, PartialEq)]
pub enum CancellationReason {
    /// The action could have gone ahead.
    None,
    /// Its condition did not hold. Carries the item when the caller asked for it.
    ConditionalCheckFailed {
        /// The item as it stands.
        item: Option<Arc<Item>>,
    },
    /// It inserts an item whose key is taken.
    DuplicateItem,
    /// Its table is not there; only of statements.
    ResourceNotFound,
    /// Its item collection is full.
    ItemCollectionSizeLimitExceeded,
    /// Another transaction is at work on its item.
    TransactionConflict,
    /// Its table or partition has no provisioned throughput left. Carries the service's words.
    ProvisionedThroughputExceeded(String),
    /// Its table serves no more for the moment. Carries the service's words.
    ThrottlingError(String),
    /// It contradicts the table or a limit.
    Validation(ValidationError),
}

impl CancellationReason {
    /// The word on the wire.
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

    /// What the service says of it (documented); nothing where nothing is wrong.
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

    /// The item it carries.
    #[must_use]
    pub fn item(&self) -> Option<&Item> {
        match self {
            Self::ConditionalCheckFailed { item } => item.as_deref(),
            _ => None,
        }
    }
}

/// The reasons' codes, as the transaction's message lists them.
pub(super) fn codes(reasons: &[CancellationReason]) -> String {
    reasons.iter().map(CancellationReason::code).collect::<Vec<_>>().join(", ")
}
