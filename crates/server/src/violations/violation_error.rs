//! Why the command ends early, in words for people.

use std::io;
use std::path::PathBuf;

/// Why the command ends early. The text is for people.
#[derive(Debug, thiserror::Error)]
pub enum ViolationError {
    /// The command line or the configuration makes no sense.
    #[error("{0}")]
    Configuration(String),
    /// The system refuses a file or the terminal.
    #[error("{}: {error}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// The server cannot be reached, or does not speak as it should.
    #[error("no answer from {endpoint}: {error}")]
    Unreachable {
        /// The server.
        endpoint: String,
        /// What is wrong.
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
    /// The terminal is gone.
    #[error(transparent)]
    Terminal(#[from] io::Error),
}
