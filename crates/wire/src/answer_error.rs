//! The reason why a body is not the response of its operation.

use crate::json::SyntaxReason;
use crate::rejection::{Rejection, SerializationReason};

/// The reason why a body is not the response of its operation.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AnswerError {
    /// Not JSON.
    #[error("not JSON: {0}")]
    NotJson(SyntaxReason),
    /// A member is missing.
    #[error("{0} is missing")]
    Missing(&'static str),
    /// A value of the wrong kind; the path is empty for the body itself.
    #[error("{}", wrong_kind(.0))]
    WrongKind(String),
    /// An invalid attribute value.
    #[error("{0}")]
    Value(String),
}

fn wrong_kind(path: &str) -> String {
    if path.is_empty() {
        "the response is not a JSON object".to_owned()
    } else {
        format!("{path} has an unknown value")
    }
}

impl AnswerError {
    pub(crate) fn of(rejection: &Rejection) -> Self {
        match rejection {
            Rejection::Serialization(error) if matches!(error.reason, SerializationReason::Type(_)) => {
                Self::WrongKind(error.path.clone())
            }
            other => Self::Value(other.to_string()),
        }
    }
}
