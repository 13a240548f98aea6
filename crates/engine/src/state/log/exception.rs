//! Why a request of the event log was refused.
//!
//! Errors are many types, and whoever counts them does so when they happen. So a checkpoint keeps their words only.

use std::fmt;

use hashrange_checkpoint::{Checkpointed, Damaged, Forms, Reader, Writer};
use hashrange_wire::ServiceError;

/// A refusal as the event log keeps it.
#[derive(Clone, PartialEq)]
pub enum Exception {
    /// As it happened.
    Error(ServiceError),
    /// As a checkpoint keeps it.
    Words {
        /// The exception's name.
        name: String,
        /// Its message.
        message: String,
    },
}

impl Exception {
    /// The exception's name as clients know it.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Self::Error(error) => error.exception(),
            Self::Words { name, .. } => name,
        }
    }

    /// The error, unless there are words of it only.
    #[must_use]
    pub fn error(&self) -> Option<&ServiceError> {
        match self {
            Self::Error(error) => Some(error),
            Self::Words { .. } => None,
        }
    }
}

/// The same of an error and of the words of it.
impl fmt::Debug for Exception {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}({:?})", self.name(), self.to_string())
    }
}

impl fmt::Display for Exception {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Error(error) => error.fmt(out),
            Self::Words { message, .. } => out.write_str(message),
        }
    }
}

impl Checkpointed for Exception {
    fn form(_: &mut Forms) -> String {
        "name: text, message: text".to_owned()
    }

    fn write(&self, out: &mut Writer) {
        out.bytes(self.name().as_bytes());
        self.to_string().write(out);
    }

    fn read(bytes: &mut Reader<'_>) -> Result<Self, Damaged> {
        Ok(Self::Words { name: String::read(bytes)?, message: String::read(bytes)? })
    }
}
