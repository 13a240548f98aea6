//! Why the command `relay` ends early, in words for the user.

use std::io;

use crate::client::ClientError;
use crate::start_error::StartError;

/// Why the command ends early. The text is for the user.
#[derive(Debug, thiserror::Error)]
pub enum RelayFailure {
    /// The endpoint cannot be reached.
    #[error(transparent)]
    Client(#[from] ClientError),
    /// It cannot listen.
    #[error(transparent)]
    Listen(#[from] StartError),
    /// The terminal is closed.
    #[error(transparent)]
    Terminal(#[from] io::Error),
}
