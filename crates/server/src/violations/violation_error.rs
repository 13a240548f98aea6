//! Why the command ends early, in words for the user.

use std::io;
use std::path::PathBuf;

use hashrange_copy::Endless;

/// Why the command ends early. The text is for the user.
#[derive(Debug, thiserror::Error)]
pub enum ViolationError {
    /// The command line or the configuration is invalid.
    #[error("{0}")]
    Configuration(String),
    /// The system refuses a file or the terminal.
    #[error("{}: {error}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// The system's error.
        error: io::Error,
    },
    /// The server cannot be reached, or its response is invalid.
    #[error("no response from {endpoint}: {error}")]
    Unreachable {
        /// The server.
        endpoint: String,
        /// The reason.
        error: io::Error,
    },
    /// The service refuses a request.
    #[error("{operation}: {exception}: {message}")]
    Refused {
        /// The request.
        operation: &'static str,
        /// The exception's name.
        exception: String,
        /// Its message.
        message: String,
    },
    /// The pages of a scan do not end.
    #[error("Scan: {0}")]
    Endless(Endless),
    /// The terminal is closed.
    #[error(transparent)]
    Terminal(#[from] io::Error),
}
