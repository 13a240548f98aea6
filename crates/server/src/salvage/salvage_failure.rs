//! Why the command `salvage` fails, in words for the user.

use std::io;
use std::path::PathBuf;

use crate::copy::CopyFailure;
use crate::data_dir_error::DataDirError;

/// Why the command fails. The text is for the user.
#[derive(Debug, thiserror::Error)]
pub enum SalvageFailure {
    /// The folder is in use or cannot be read.
    #[error(transparent)]
    Data(#[from] DataDirError),
    /// The file cannot be written.
    #[error(transparent)]
    Write(#[from] CopyFailure),
    /// The target exists.
    #[error("{} exists: choose the name of a new file", path.display())]
    Exists {
        /// The target.
        path: PathBuf,
    },
    /// The target is inside the folder, which must not change.
    #[error("{} is inside the folder: choose another place", path.display())]
    Inside {
        /// The target.
        path: PathBuf,
    },
    /// The terminal is closed.
    #[error(transparent)]
    Terminal(#[from] io::Error),
}
