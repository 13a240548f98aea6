//! A refusal as text: the exception and its message. The typed error stays with the service.

use std::fmt;

use hashrange_engine::Exception;
use hashrange_wire::{Rejection, ServiceError};

/// Why a request was refused.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Refusal {
    exception: String,
    message: String,
}

impl Refusal {
    /// Name of the exception.
    #[must_use]
    pub fn exception(&self) -> &str {
        &self.exception
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.message)
    }
}

impl From<&Exception> for Refusal {
    fn from(error: &Exception) -> Self {
        Self {
            exception: error.name().to_owned(),
            message: error.to_string(),
        }
    }
}

impl From<&ServiceError> for Refusal {
    fn from(error: &ServiceError) -> Self {
        Self {
            exception: error.exception().to_owned(),
            message: error.to_string(),
        }
    }
}

impl From<&Rejection> for Refusal {
    fn from(rejection: &Rejection) -> Self {
        Self {
            exception: rejection.exception().to_owned(),
            message: rejection.service_message().unwrap_or_default(),
        }
    }
}
