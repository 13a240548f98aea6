//! Why an export or an import ended early: a code and a message.
//!
//! Must not know what ended.

use crate::s3::S3Error;

/// The code of an import or bulk operation whose table was deleted.
const CANCELLED: &str = "TableDeleted";

/// Why something ended early.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub(super) struct Failure {
    pub(super) code: String,
    pub(super) message: String,
}

impl Failure {
    pub(super) fn new(code: &str, message: impl Into<String>) -> Self {
        Self {
            code: code.to_owned(),
            message: message.into(),
        }
    }

    /// Some items are invalid (code and words observed: imports-seen).
    pub(super) fn items() -> Self {
        let message = "Some of the items failed validation checks and were not imported. Please check CloudWatch error \
                       logs for more details.";
        Self::new("ItemValidationError", message)
    }

    /// The server ended before the task was complete, or fails.
    pub(super) fn server_ended(what: &str) -> Self {
        Self::new("ServerEnded", format!("The server ended before {what} was complete."))
    }

    /// The table was deleted before the task was complete.
    pub(super) fn table_gone(table: &str, what: &str) -> Self {
        Self::new(
            CANCELLED,
            format!("Table {table} was deleted before {what} was complete."),
        )
    }

    pub(super) fn is_cancelled(&self) -> bool {
        self.code == CANCELLED
    }
}

impl From<S3Error> for Failure {
    fn from(error: S3Error) -> Self {
        Self::new(error.code(), error.to_string())
    }
}
