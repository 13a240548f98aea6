//! What a folder in the place of S3 refuses, by the codes that descriptions of exports and imports have.
//!
//! Must not know who asks.

use std::io;
use std::path::Path;

/// Why something cannot be had, or put there.
#[derive(Debug, thiserror::Error)]
pub(crate) enum S3Error {
    /// No such bucket (words observed, without the ids of the request).
    #[error("The specified bucket does not exist (Service: Amazon S3; Status Code: 404; Error Code: NoSuchBucket)")]
    NoSuchBucket,
    /// Something that is not for this folder to give (words observed, with the reason behind them).
    #[error("Access Denied (Service: Amazon S3; Status Code: 403; Error Code: AccessDenied): {0}")]
    AccessDenied(String),
    /// More objects than an import takes (documented number, words of this project).
    #[error("More than {0} objects begin with this prefix")]
    TooManyObjects(usize),
    /// The file system says no.
    #[error("{0}")]
    Io(String),
}

impl S3Error {
    /// What the file system says of a path.
    pub(crate) fn io(path: &Path, error: impl Into<io::Error>) -> Self {
        Self::Io(format!("{}: {}", path.display(), error.into()))
    }

    /// The code in a description. The last two are this project's.
    pub(crate) fn code(&self) -> &'static str {
        match self {
            Self::NoSuchBucket => "S3NoSuchBucket",
            Self::AccessDenied(_) => "S3AccessDenied",
            Self::TooManyObjects(_) => "S3TooManyObjects",
            Self::Io(_) => "S3InternalError",
        }
    }
}
