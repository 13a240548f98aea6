//! Errors of the folder that replaces S3, with the codes in descriptions of exports and imports.
//!
//! Must not know the caller.

use std::io;
use std::path::Path;

/// Why an object cannot be read or written.
#[derive(Debug, thiserror::Error)]
pub(crate) enum S3Error {
    /// No such bucket (words observed: imports-seen, without the ids of the request).
    #[error("The specified bucket does not exist (Service: Amazon S3; Status Code: 404; Error Code: NoSuchBucket)")]
    NoSuchBucket,
    /// An object outside of the folder (words observed: imports-seen, with the reason after them).
    #[error("Access Denied (Service: Amazon S3; Status Code: 403; Error Code: AccessDenied): {0}")]
    AccessDenied(String),
    /// More objects than an import accepts (number documented: imports-quotas; words of this project).
    #[error("More than {0} objects begin with this prefix")]
    TooManyObjects(usize),
    /// The file system's error.
    #[error("{0}")]
    Io(String),
}

impl S3Error {
    /// The file system's error about a path.
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
