//! What the service refuses, and in which words.
//!
//! An error is a value with the facts in it; its text is made here, word for word as the service words it where that is
//! known (documented or observed), and nowhere else. Errors of the expression language carry the words of the room
//! that owns the language.

mod legacy;
mod resource;
mod schema;
mod validation;

use std::sync::Arc;

use hashrange_values::Item;
pub use legacy::LegacyError;
pub use resource::{ResourceInUse, ResourceNotFound};
pub use schema::KeySchemaError;
pub use validation::{KeyPart, ValidationError};

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
    /// A quota of the account is used up.
    #[error("Subscriber limit exceeded: {0}")]
    LimitExceeded(String),
    /// The condition did not hold. Carries the item when the caller asked for it.
    #[error("The conditional request failed")]
    ConditionalCheckFailed {
        /// The item as it stands.
        item: Option<Arc<Item>>,
    },
    /// The item collection of a table with local secondary indexes is full.
    #[error("Collection size exceeded.")]
    ItemCollectionSizeLimitExceeded,
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
            Self::ConditionalCheckFailed { .. } => "ConditionalCheckFailedException",
            Self::ItemCollectionSizeLimitExceeded => "ItemCollectionSizeLimitExceededException",
        }
    }

    /// The HTTP status of the answer: every refusal here is the caller's to mend.
    #[must_use]
    pub fn status(&self) -> u16 {
        400
    }
}

impl From<LegacyError> for ServiceError {
    fn from(error: LegacyError) -> Self {
        Self::Validation(ValidationError::Legacy(error))
    }
}

impl From<KeySchemaError> for ServiceError {
    fn from(error: KeySchemaError) -> Self {
        Self::Validation(ValidationError::Schema(error))
    }
}
