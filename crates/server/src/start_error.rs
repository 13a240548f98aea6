//! Why a server does not start.
//!
//! Must not know how it is started.

use std::io;
use std::net::SocketAddr;
use std::path::PathBuf;

use crate::service::ServiceError;

/// Why a server does not start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// There is no service to serve.
    #[error(transparent)]
    Service(#[from] ServiceError),
    /// Nothing can be heard at the address.
    #[error("cannot listen on {address}: {error} (--port 0 takes any free one)")]
    Listen {
        /// The address.
        address: SocketAddr,
        /// What the system says.
        error: io::Error,
    },
    /// There is no folder for S3, or what is known of exports and imports cannot be read.
    #[error("--s3 {}: {error}", folder.display())]
    S3 {
        /// The folder.
        folder: PathBuf,
        /// What the system says.
        error: io::Error,
    },
}

impl StartError {
    /// Whether somebody else has the address.
    pub(crate) fn is_taken(&self) -> bool {
        matches!(self, Self::Listen { error, .. } if error.kind() == io::ErrorKind::AddrInUse)
    }
}

impl From<StartError> for io::Error {
    fn from(error: StartError) -> Self {
        Self::other(error)
    }
}
