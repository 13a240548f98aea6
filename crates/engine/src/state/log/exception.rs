//! Why a request of the event log was refused.
//!
//! Errors have many types, and observers count them when they happen. So a checkpoint stores only their texts.

use std::fmt;

use hashrange_checkpoint::{Checkpointed, Damaged, Forms, Reader, Writer};
use hashrange_wire::ServiceError;

/// An error in the event log.
#[derive(Clone, PartialEq)]
pub enum Exception {
    /// The error itself.
    Error(ServiceError),
    /// An error from a checkpoint.
    Words {
        /// The exception's name.
        name: String,
        /// Its message.
        message: String,
    },
}

impl Exception {
    /// The exception's name on the wire.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Self::Error(error) => error.exception(),
            Self::Words { name, .. } => name,
        }
    }

    /// The error, unless only its text is left.
    #[must_use]
    pub fn error(&self) -> Option<&ServiceError> {
        match self {
            Self::Error(error) => Some(error),
            Self::Words { .. } => None,
        }
    }
}

/// Prints the same for an error and for its text.
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
        Ok(Self::Words {
            name: String::read(bytes)?,
            message: String::read(bytes)?,
        })
    }
}
