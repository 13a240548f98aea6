//! Why a data directory cannot be used, in words for the user.
//!
//! Must not know how one is read.

use std::io;
use std::path::PathBuf;

use hashrange_endpoint::ReplayError;
use hashrange_journal::Torn;

use crate::acknowledged::ACKNOWLEDGED;
use crate::checkpoint::CheckpointError;

/// Why a folder cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum DataDirError {
    /// The system refuses a file or folder.
    #[error("{}: {error}", path.display())]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// The system's error.
        error: io::Error,
    },
    /// Another server uses the folder.
    #[error("another server uses {}{by}: stop it first, or use another folder", folder.display())]
    Taken {
        /// The folder.
        folder: PathBuf,
        /// The process, if it is known.
        by: String,
    },
    /// The journal is damaged before its end.
    #[error(
        "{}: {torn}. Nothing was changed. The records before byte {} are good. `hashrange-server salvage` writes all \
         that is good to another file",
        path.display(),
        torn.at_byte
    )]
    Damaged {
        /// The journal.
        path: PathBuf,
        /// The position and the kind of the damage.
        torn: Torn,
    },
    /// The end of the journal is missing.
    #[error(
        "{}: {} missing at the end, although acknowledged. Nothing was changed. To bring out what is there, use \
         `hashrange-server salvage`. To continue without what is missing, delete {}",
        folder.display(),
        between(found + 1, *acknowledged),
        folder.join(ACKNOWLEDGED).display()
    )]
    EndMissing {
        /// The folder.
        folder: PathBuf,
        /// The last record that is there.
        found: u64,
        /// The last record that was acknowledged.
        acknowledged: u64,
    },
    /// The journal cannot be replayed.
    #[error(
        "{}: {error}. Nothing was changed. `hashrange-server salvage` writes all that is good to another file",
        path.display()
    )]
    Unusable {
        /// The journal.
        path: PathBuf,
        /// Why.
        error: ReplayError,
    },
    /// The checkpoint is damaged, and so is the one before it.
    #[error(
        "{}: {error}. Nothing was changed; the data cannot be restored without this checkpoint. `hashrange-server \
         salvage` writes all that is good to another file",
        path.display()
    )]
    Checkpoint {
        /// The checkpoint.
        path: PathBuf,
        /// Why.
        error: CheckpointError,
    },
}

/// The numbers of records, with a verb: `record 7 is`, `records 7 to 9 are`.
pub(crate) fn between(first: u64, last: u64) -> String {
    if first == last {
        format!("record {first} is")
    } else {
        format!("records {first} to {last} are")
    }
}
