//! Why a client cannot send a request, or gets no response; in words for the user.

use std::io;
use std::path::PathBuf;

use hashrange_signing::{Address, AddressError, SignError};

/// Why a client cannot send a request, or gets no response.
#[derive(Debug, thiserror::Error)]
pub enum ClientError {
    /// An invalid URL.
    #[error(transparent)]
    Address(#[from] AddressError),
    /// A file of certificates cannot be used.
    #[error("{}: {reason}", path.display())]
    Authority {
        /// The file.
        path: PathBuf,
        /// The reason.
        reason: String,
    },
    /// The system has no certificates to trust.
    #[error("no certificates to trust: {0}. Name a file of certificates with --ca")]
    NoAuthority(String),
    /// There are no credentials for an endpoint that is not on this machine.
    #[error(
        "no credentials for {address}{}. Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or name a profile that has \
         keys; for one with a login, run: eval \"$(aws configure export-credentials --format env)\"",
        profile.as_ref().map_or_else(String::new, |name| format!(" in profile {name}"))
    )]
    NoCredentials {
        /// The endpoint.
        address: Address,
        /// The profile that was searched.
        profile: Option<String>,
    },
    /// The profile does not exist.
    #[error("the AWS configuration files have no profile {0}")]
    NoProfile(String),
    /// There is no Region to sign for.
    #[error("no Region for {0}. Set AWS_REGION, or name it with --from-region or --to-region")]
    NoRegion(Address),
    /// A request cannot be signed.
    #[error(transparent)]
    Sign(#[from] SignError),
    /// A request cannot be created.
    #[error("a request cannot be sent: {0}")]
    Request(String),
    /// There is no complete response.
    #[error("no response from {address}: {reason}")]
    Lost {
        /// The endpoint.
        address: Address,
        /// What happened.
        reason: String,
    },
    /// The system fails.
    #[error(transparent)]
    System(#[from] io::Error),
}
