//! Why the command `copy` ends early, in words for the user.

use std::io;
use std::path::PathBuf;

use hashrange_copy::{CopyError, StateError};
use hashrange_endpoint::ReplayError;
use hashrange_journal::FileError;

use crate::client::ClientError;
use crate::data_dir_error::DataDirError;

/// Why the command ends early. The text is for the user.
#[derive(Debug, thiserror::Error)]
pub enum CopyFailure {
    /// An end cannot be reached.
    #[error(transparent)]
    Client(#[from] ClientError),
    /// A request failed, or both sides differ.
    #[error("{error}.\nThe progress is stored in {}: the same command resumes from there", state.display())]
    Copy {
        /// What failed.
        error: CopyError,
        /// The file of the state.
        state: PathBuf,
    },
    /// A request failed, in a copy that cannot resume.
    #[error("{0}. Nothing was written")]
    NotWritten(CopyError),
    /// The user cancelled a copy that cannot resume.
    #[error("cancelled. Nothing was written")]
    Stopped,
    /// The user cancelled it.
    #[error("cancelled; the same command resumes from {}", state.display())]
    Cancelled {
        /// The file of the state.
        state: PathBuf,
    },
    /// The state file belongs to another copy, or cannot be read.
    #[error("{}: {error}. Delete the file to start again, or use another one with --state", path.display())]
    State {
        /// The file.
        path: PathBuf,
        /// The reason.
        error: StateError,
    },
    /// The system refuses a file.
    #[error("{}: {error}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// The system's error.
        error: io::Error,
    },
    /// A file is not a workspace.
    #[error("{}: {error}", path.display())]
    Workspace {
        /// The file.
        path: PathBuf,
        /// The reason.
        error: FileError,
    },
    /// A workspace cannot be replayed.
    #[error("{}: {error}", path.display())]
    Journal {
        /// The file.
        path: PathBuf,
        /// Why.
        error: ReplayError,
    },
    /// A data directory cannot be used.
    #[error(transparent)]
    Data(#[from] DataDirError),
    /// A folder is the target.
    #[error("{} is a folder: start a server with --data-dir and copy to its URL", path.display())]
    Folder {
        /// The folder.
        path: PathBuf,
    },
    /// The terminal is closed.
    #[error(transparent)]
    Terminal(#[from] io::Error),
}
