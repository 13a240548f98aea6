//! Why a data directory cannot be used, in words for people.
//!
//! Must not know how one is read.

use std::io;
use std::path::PathBuf;

use hashrange_endpoint::ReplayError;
use hashrange_journal::Torn;

use crate::checkpoint::CheckpointError;

/// Why a folder cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum DataDirError {
    /// The system refuses a file or folder.
    #[error("{}: {error}", path.display())]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// Another server uses the folder.
    #[error("another server uses {}{by}: end it first, or take another folder", folder.display())]
    Taken {
        /// The folder.
        folder: PathBuf,
        /// Which process, if it said so.
        by: String,
    },
    /// The journal is damaged before its end.
    #[error(
        "{}: {torn}. Nothing was changed. The records before byte {} are good; to go on with them alone, keep a copy of \
         the file and cut it to that length",
        path.display(),
        torn.at_byte
    )]
    Damaged {
        /// The journal.
        path: PathBuf,
        /// Where and how.
        torn: Torn,
    },
    /// The journal cannot be replayed.
    #[error("{}: {error}. Nothing was changed", path.display())]
    Unusable {
        /// The journal.
        path: PathBuf,
        /// Why.
        error: ReplayError,
    },
    /// The checkpoint cannot be used, and what it took the place of is gone.
    #[error("{}: {error}. Nothing was changed; without this checkpoint nothing can be brought back", path.display())]
    Checkpoint {
        /// The checkpoint.
        path: PathBuf,
        /// Why.
        error: CheckpointError,
    },
}
