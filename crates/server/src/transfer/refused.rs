//! A refused request about exports and imports: the response to its client.
//!
//! Must not know the reasons.

use hashrange_endpoint::Answer;
use hashrange_wire::{Rejection, ServiceError, TransferError, ValidationError, encode_transfer_error};

/// The response of a refusal.
pub(super) struct Refused(pub(super) Answer);

impl Refused {
    /// A ValidationException with a message of this project.
    pub(super) fn invalid(text: impl Into<String>) -> Self {
        ServiceError::from(ValidationError::Shape(text.into())).into()
    }
}

impl From<Answer> for Refused {
    fn from(answer: Answer) -> Self {
        Self(answer)
    }
}

impl From<Rejection> for Refused {
    fn from(rejection: Rejection) -> Self {
        Self(Answer::from(&rejection))
    }
}

impl From<ServiceError> for Refused {
    fn from(error: ServiceError) -> Self {
        Self(Answer::from(&error))
    }
}

impl From<ValidationError> for Refused {
    fn from(error: ValidationError) -> Self {
        ServiceError::from(error).into()
    }
}

impl From<TransferError> for Refused {
    fn from(error: TransferError) -> Self {
        let (body, message) = (encode_transfer_error(&error), Some(error.to_string()));
        Self(Answer {
            status: 400,
            body,
            exception: Some(error.exception()),
            message,
        })
    }
}
