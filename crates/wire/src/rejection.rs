//! A request that never reached the engine: the JSON or the request itself is at fault.
//!
//! Owns how refusals are named on the wire. Must not know how they are found.

use std::fmt;

use crate::error::{ServiceError, ValidationError};
use crate::json::SyntaxReason;
use crate::shape::TransactWrite;

/// Why a request was turned away before the engine carried it out.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Rejection {
    /// The body is no JSON, or JSON of the wrong kind.
    #[error(transparent)]
    Serialization(#[from] SerializationError),
    /// The request breaks a constraint of its shape or contradicts itself.
    #[error(transparent)]
    Service(#[from] ServiceError),
    /// An action of a transaction is at fault.
    #[error(transparent)]
    Transaction(#[from] Box<TransactionRejection>),
}

/// What is wrong with an action of a transaction, whose actions the service judges one after the other (observed):
/// an earlier one with a wrong expression is told instead.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{error}")]
pub struct TransactionRejection {
    /// The actions that could be read: those before, and the one at fault too where its expressions come first; it then
    /// has no key.
    pub read: Vec<TransactWrite>,
    /// What is told when no expression of those is wrong.
    pub error: ServiceError,
}

/// A body that cannot be read as the operation's request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SerializationError {
    /// What is wrong.
    pub reason: SerializationReason,
    /// Where: members and list places (from 0) joined with dots, `Item.a.N`; empty for the body itself.
    pub path: String,
    /// Byte offset in the body.
    pub offset: usize,
}

/// What is wrong with a body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SerializationReason {
    /// Not JSON. The service answers without any message (observed).
    Syntax(SyntaxReason),
    /// JSON, but no object. The service answers without any message (observed).
    NotAnObject,
    /// JSON of another kind than the member takes, in the service's words.
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
    /// The message the service sends, when it sends one.
    #[must_use]
    pub fn service_message(&self) -> Option<&str> {
        match &self.reason {
            SerializationReason::Type(text) => Some(text),
            SerializationReason::Syntax(_) | SerializationReason::NotAnObject => None,
        }
    }
}

/// For callers that never had a body. What a body of theirs could not say is a ValidationException in the same words:
/// there is no typed one for it.
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
    /// The same of an action, after these could be read.
    pub(crate) fn after(self, read: Vec<TransactWrite>) -> Self {
        match self {
            Self::Service(error) => Box::new(TransactionRejection { read, error }).into(),
            rejection => rejection,
        }
    }

    /// What the service answers, but for bodies that cannot be read.
    #[must_use]
    pub fn service_error(&self) -> Option<&ServiceError> {
        match self {
            Self::Serialization(_) => None,
            Self::Service(error) => Some(error),
            Self::Transaction(rejection) => Some(&rejection.error),
        }
    }

    /// The message the service sends, when it sends one.
    #[must_use]
    pub fn service_message(&self) -> Option<String> {
        match self {
            Self::Serialization(error) => error.service_message().map(str::to_owned),
            rejection => Some(rejection.to_string()),
        }
    }

    /// The exception's name as clients know it.
    #[must_use]
    pub fn exception(&self) -> &'static str {
        self.service_error().map_or("SerializationException", ServiceError::exception)
    }

    /// What stands before `#` and the exception's name in `__type`.
    #[must_use]
    pub fn namespace(&self) -> &'static str {
        self.service_error().map_or("com.amazon.coral.service", namespace_of)
    }

    /// The HTTP status of the answer.
    #[must_use]
    pub fn status(&self) -> u16 {
        self.service_error().map_or(400, ServiceError::status)
    }
}

/// What stands before `#` and the exception's name in the `__type` of an error (observed).
#[must_use]
pub fn namespace_of(error: &ServiceError) -> &'static str {
    match error {
        ServiceError::Validation(_) => "com.amazon.coral.validate",
        ServiceError::ChangedTooSoon { .. } | ServiceError::PolicyTooSoon { .. } => "com.amazon.coral.availability",
        ServiceError::AccessDenied(_) => "com.amazon.coral.service",
        _ => "com.amazonaws.dynamodb.v20120810",
    }
}
