//! Requests that are refused before the engine executes them, because their JSON or their content is invalid.
//!
//! Owns the wire names of refusals. Must not know how errors in requests are detected.

use std::fmt;

use crate::error::{ServiceError, ValidationError};
use crate::json::SyntaxReason;
use crate::shape::TransactWrite;

/// Why a request was refused before the engine executed it.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Rejection {
    /// The body is not JSON, or JSON of the wrong type.
    #[error(transparent)]
    Serialization(#[from] SerializationError),
    /// The request breaks a constraint of its shape or contradicts itself.
    #[error(transparent)]
    Service(#[from] ServiceError),
    /// An action of a transaction is invalid.
    #[error(transparent)]
    Transaction(#[from] Box<TransactionRejection>),
}

/// An error in an action of a transaction. The service checks the actions one after the other, so an earlier action
/// with an invalid expression is reported instead (observed: transaction-action-order).
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{error}")]
pub struct TransactionRejection {
    /// The actions that were read: those before the invalid action, and the invalid action too if the service checks
    /// its expressions first. It then has no key.
    pub read: Vec<TransactWrite>,
    /// The error, if all expressions of those actions are valid.
    pub error: ServiceError,
}

/// A body that cannot be read as the operation's request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SerializationError {
    /// The kind of error.
    pub reason: SerializationReason,
    /// The path of the invalid value: members and list indexes (from 0) joined with dots, such as `Item.a.N`. Empty for
    /// the body itself.
    pub path: String,
    /// The byte offset in the body.
    pub offset: usize,
}

/// The error in a body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SerializationReason {
    /// Not JSON. The service responds without a message (observed: body-before-operation).
    Syntax(SyntaxReason),
    /// JSON, but not an object. The service responds without a message (observed: body-before-operation).
    NotAnObject,
    /// JSON of the wrong type for a member, with the service's text.
    Type(String),
}

impl fmt::Display for SerializationError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.reason {
            SerializationReason::Syntax(reason) => write!(out, "{reason} (byte {})", self.offset),
            SerializationReason::NotAnObject => out.write_str("a request is a JSON object"),
            SerializationReason::Type(text) => out.write_str(text),
        }
    }
}

impl std::error::Error for SerializationError {}

impl SerializationError {
    /// The message that the service sends, if it sends one.
    #[must_use]
    pub fn service_message(&self) -> Option<&str> {
        match &self.reason {
            SerializationReason::Type(text) => Some(text),
            SerializationReason::Syntax(_) | SerializationReason::NotAnObject => None,
        }
    }
}

/// For callers without a body. An error that only a body can have becomes a ValidationException with the same text.
impl From<Rejection> for ServiceError {
    fn from(rejection: Rejection) -> Self {
        match rejection {
            Rejection::Serialization(error) => ValidationError::Shape(error.to_string()).into(),
            Rejection::Service(error) => error,
            Rejection::Transaction(rejection) => rejection.error,
        }
    }
}

impl Rejection {
    /// Adds the actions that were read before the refusal.
    pub(crate) fn after(self, read: Vec<TransactWrite>) -> Self {
        match self {
            Self::Service(error) => Box::new(TransactionRejection { read, error }).into(),
            rejection => rejection,
        }
    }

    /// The service's error, except for bodies that cannot be read.
    #[must_use]
    pub fn service_error(&self) -> Option<&ServiceError> {
        match self {
            Self::Serialization(_) => None,
            Self::Service(error) => Some(error),
            Self::Transaction(rejection) => Some(&rejection.error),
        }
    }

    /// The message that the service sends, if it sends one.
    #[must_use]
    pub fn service_message(&self) -> Option<String> {
        match self {
            Self::Serialization(error) => error.service_message().map(str::to_owned),
            rejection => Some(rejection.to_string()),
        }
    }

    /// The exception's name on the wire.
    #[must_use]
    pub fn exception(&self) -> &'static str {
        self.service_error()
            .map_or("SerializationException", ServiceError::exception)
    }

    /// The part before `#` and the exception's name in `__type`.
    #[must_use]
    pub fn namespace(&self) -> &'static str {
        self.service_error().map_or("com.amazon.coral.service", namespace_of)
    }

    /// The HTTP status of the response.
    #[must_use]
    pub fn status(&self) -> u16 {
        self.service_error().map_or(400, ServiceError::status)
    }
}

/// The part before `#` and the exception's name in the `__type` of an error (observed: error-namespaces).
#[must_use]
pub fn namespace_of(error: &ServiceError) -> &'static str {
    match error {
        ServiceError::Validation(_) => "com.amazon.coral.validate",
        ServiceError::ChangedTooSoon { .. } | ServiceError::PolicyTooSoon { .. } => "com.amazon.coral.availability",
        ServiceError::AccessDenied(_) => "com.amazon.coral.service",
        _ => "com.amazonaws.dynamodb.v20120810",
    }
}
