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
    /// The service cannot be created.
    #[error(transparent)]
    Service(#[from] ServiceError),
    /// The address cannot be used.
    #[error("cannot listen on {address}: {error} (--port 0 picks a free one)")]
    Listen {
        /// The address.
        address: SocketAddr,
        /// The system's error.
        error: io::Error,
    },
    /// The folder for S3 does not exist, or the list of exports and imports cannot be read.
    #[error("--s3 {}: {error}", folder.display())]
    S3 {
        /// The folder.
        folder: PathBuf,
        /// The system's error.
        error: io::Error,
    },
}

impl StartError {
    /// Whether another program uses the address.
    pub(crate) fn is_taken(&self) -> bool {
        matches!(self, Self::Listen { error, .. } if error.kind() == io::ErrorKind::AddrInUse)
    }
}

impl From<StartError> for io::Error {
    fn from(error: StartError) -> Self {
        Self::other(error)
    }
}
