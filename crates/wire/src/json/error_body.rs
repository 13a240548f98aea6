//! The body of an error as a client receives it, from DynamoDB or from any endpoint with its protocol.
//!
//! Must not know the meaning of an exception.

use super::tape::Tape;

/// The maximum number of characters that are quoted from a body without an exception.
const MOST_QUOTED: usize = 200;

/// An exception and its message.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ErrorBody {
    /// The exception's name, without its namespace; empty if the body has none.
    pub exception: String,
    /// The message; empty if the body has none.
    pub message: String,
}

impl ErrorBody {
    /// Reads a body. A text that is not JSON has no exception.
    #[must_use]
    pub fn read(body: &str) -> Self {
        let Ok(tape) = Tape::parse(body) else {
            return Self::default();
        };
        let text = |name: &str| tape.root().member(name)?.text().filter(|text| !text.is_empty());
        let kind = text("__type").unwrap_or_default();
        Self {
            exception: kind.rsplit('#').next().unwrap_or_default().to_owned(),
            message: text("message")
                .or_else(|| text("Message"))
                .unwrap_or_default()
                .to_owned(),
        }
    }

    /// This error. For a body without an exception, the status and the start of the body.
    #[must_use]
    pub fn or_status(self, status: u16, body: &str) -> Self {
        if !self.exception.is_empty() {
            return self;
        }
        Self {
            exception: format!("HTTP {status}"),
            message: body.chars().take(MOST_QUOTED).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ServiceError, ValidationError, encode_error};

    #[test]
    fn an_error_is_read_as_it_was_written() {
        for error in [
            ServiceError::Validation(ValidationError::Shape("no".to_owned())),
            ServiceError::TransactionInProgress,
        ] {
            let expected = ErrorBody {
                exception: error.exception().to_owned(),
                message: error.to_string(),
            };
            assert_eq!(ErrorBody::read(&encode_error(&error)), expected);
        }
    }

    #[test]
    fn a_body_without_an_exception_is_quoted() {
        for body in ["<html>", "{}", "[]", ""] {
            let error = ErrorBody::read(body);
            assert_eq!(error, ErrorBody::default());
            assert_eq!(error.or_status(502, body).message, body);
        }
        let error = ErrorBody::read(r#"{"__type":"Throttling","Message":"slow","message":""}"#);
        assert_eq!(
            (error.exception.as_str(), error.message.as_str()),
            ("Throttling", "slow")
        );
    }
}
