//! The response to one request, as a client receives it, without headers.

use hashrange_wire::{Rejection, Response, ServiceError, encode_error, encode_rejection, encode_response};

/// The response to one request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The HTTP status: 200, or that of the exception.
    pub status: u16,
    /// The body, compact JSON.
    pub body: String,
    /// The exception's name on the wire, `ValidationException` for example; `None` for a success.
    pub exception: Option<&'static str>,
    /// The exception's message. `None` for a success, and for the few exceptions that the service sends without a
    /// message.
    pub message: Option<String>,
}

impl Answer {
    /// Whether the request succeeded.
    #[must_use]
    pub fn is_success(&self) -> bool {
        self.exception.is_none()
    }

    /// The response to an operation that the service does not have: an exception without a message
    /// (observed: unknown-operation).
    #[must_use]
    pub fn unknown_operation() -> Self {
        Self {
            status: 400,
            body: r#"{"__type":"com.amazon.coral.service#UnknownOperationException"}"#.to_owned(),
            exception: Some("UnknownOperationException"),
            message: None,
        }
    }

    /// The response for a fault of the simulator itself. Clients may retry the request (documented: error-handling).
    #[must_use]
    pub fn internal_server_error() -> Self {
        let message = "Internal server error";
        Self {
            status: 500,
            body: format!(
                r#"{{"__type":"com.amazonaws.dynamodb.v20120810#InternalServerError","message":"{message}"}}"#
            ),
            exception: Some("InternalServerError"),
            message: Some(message.to_owned()),
        }
    }
}

impl From<&Response> for Answer {
    fn from(response: &Response) -> Self {
        Self {
            status: 200,
            body: encode_response(response),
            exception: None,
            message: None,
        }
    }
}

impl From<&ServiceError> for Answer {
    fn from(error: &ServiceError) -> Self {
        Self {
            status: error.status(),
            body: encode_error(error),
            exception: Some(error.exception()),
            message: Some(error.to_string()),
        }
    }
}

impl From<&Rejection> for Answer {
    fn from(rejection: &Rejection) -> Self {
        Self {
            status: rejection.status(),
            body: encode_rejection(rejection),
            exception: Some(rejection.exception()),
            message: rejection.service_message(),
        }
    }
}
