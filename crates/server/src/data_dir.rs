//! The folder a server keeps its journal in.
//!
//! One server at a time, and nothing in it is overwritten unseen: an end that was never written whole is put aside
//! before it is cut off, and a journal with damage before its end is left as it is. Must not know requests.
#![allow(clippy::disallowed_methods, reason = "files are its business")]

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};

use hashrange_endpoint::{Mark, Recorder, ReplayError, Replayed, Settings, replay};
use hashrange_journal::{Extent, Torn};

/// The journal's name in the folder.
const JOURNAL: &str = "journal.hashrange";
/// A journal that is not begun yet.
const UNBEGUN: &str = "journal.new";
/// What keeps other servers out while it is locked.
const LOCK: &str = "lock";

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
}

/// A folder in use.
pub(crate) struct DataDir {
    /// The service as the journal left it, or as it begins.
    pub(crate) service: Replayed,
    /// Writes the records that follow.
    pub(crate) recorder: Recorder,
    /// The journal, to be appended to.
    pub(crate) journal: File,
    /// What people should know of how the journal was found.
    pub(crate) report: Option<String>,
    /// Keeps other servers out as long as it lives.
    pub(crate) lock: File,
}

/// Takes a folder into use, making it and its journal where there are none. `fresh` are the settings of a new service.
///
/// # Errors
/// When it cannot be used; nothing in it was changed then.
pub(crate) fn open(folder: &Path, fresh: impl FnOnce() -> Settings) -> Result<DataDir, DataDirError> {
    fs::create_dir_all(folder).map_err(|error| failure(folder, error))?;
    let lock = lock(folder)?;
    let path = folder.join(JOURNAL);
    if !path.try_exists().map_err(|error| failure(&path, error))? {
        begin(folder, &path, &fresh())?;
    }
    let mut journal = OpenOptions::new().read(true).append(true).open(&path).map_err(|error| failure(&path, error))?;
    let mut bytes = Vec::new();
    journal.read_to_end(&mut bytes).map_err(|error| failure(&path, error))?;
    let service = replay(&bytes).map_err(|error| DataDirError::Unusable { path: path.clone(), error })?;
    let report = match &service.torn {
        None => None,
        Some(torn) if torn.extent == Extent::Tail => Some(cut(folder, &path, &journal, &bytes, torn)?),
        Some(torn) => return Err(DataDirError::Damaged { path, torn: torn.clone() }),
    };
    let recorder = Recorder::resume(&service, Mark::Change);
    Ok(DataDir { service, recorder, journal, report, lock })
}

fn failure(path: &Path, error: io::Error) -> DataDirError {
    DataDirError::Io { path: path.to_owned(), error }
}

/// Locks the folder. The system takes the lock back when the process ends, however it ends.
fn lock(folder: &Path) -> Result<File, DataDirError> {
    let path = folder.join(LOCK);
    let told = |error| failure(&path, error);
    let mut options = OpenOptions::new();
    let mut lock = options.read(true).write(true).create(true).truncate(false).open(&path).map_err(told)?;
    match lock.try_lock() {
        Ok(()) => {}
        Err(fs::TryLockError::WouldBlock) => {
            let mut process = String::new();
            // Who it is only makes the message better.
            let _ = lock.read_to_string(&mut process);
            let by = if process.is_empty() { String::new() } else { format!(" (process {})", process.trim()) };
            return Err(DataDirError::Taken { folder: folder.to_owned(), by });
        }
        Err(fs::TryLockError::Error(error)) => return Err(told(error)),
    }
    lock.set_len(0).and_then(|()| writeln!(lock, "{}", std::process::id())).map_err(told)?;
    Ok(lock)
}

/// Begins a journal. It gets its name when it is whole, so that a crash leaves none or a good one.
fn begin(folder: &Path, path: &Path, settings: &Settings) -> Result<(), DataDirError> {
    let (mut recorder, mut bytes) = Recorder::begin(settings, Mark::Change);
    bytes.extend(recorder.flush());
    let unbegun = folder.join(UNBEGUN);
    write_whole(&unbegun, &bytes, OpenOptions::new().write(true).create(true).truncate(true))?;
    fs::rename(&unbegun, path).map_err(|error| failure(path, error))?;
    sync_folder(folder)
}

fn write_whole(path: &Path, bytes: &[u8], options: &OpenOptions) -> Result<(), DataDirError> {
    let written = options.open(path).and_then(|mut file| {
        file.write_all(bytes)?;
        file.sync_all()
    });
    written.map_err(|error| failure(path, error))
}

/// Makes names in the folder survive a crash of the machine.
fn sync_folder(folder: &Path) -> Result<(), DataDirError> {
    if cfg!(unix) {
        File::open(folder).and_then(|folder| folder.sync_all()).map_err(|error| failure(folder, error))?;
    }
    Ok(())
}

/// Cuts off an end that was never written whole, after a copy of it was put aside. Tells what was done.
fn cut(folder: &Path, path: &Path, journal: &File, bytes: &[u8], torn: &Torn) -> Result<String, DataDirError> {
    let aside = put_aside(folder, bytes.get(torn.at_byte..).unwrap_or_default(), torn.at_byte)?;
    let length = u64::try_from(torn.at_byte).unwrap_or(u64::MAX);
    journal.set_len(length).and_then(|()| journal.sync_all()).map_err(|error| failure(path, error))?;
    Ok(format!(
        "{}: {torn}. They were never acknowledged to anybody; they were cut off and are in {}",
        path.display(),
        aside.display()
    ))
}

fn put_aside(folder: &Path, bytes: &[u8], at_byte: usize) -> Result<PathBuf, DataDirError> {
    let mut number = 1_u32;
    loop {
        let path = folder.join(format!("cut-off-at-{at_byte}-{number}"));
        match write_whole(&path, bytes, OpenOptions::new().write(true).create_new(true)) {
            Err(DataDirError::Io { error, .. }) if error.kind() == io::ErrorKind::AlreadyExists => number += 1,
            done => {
                done?;
                sync_folder(folder)?;
                return Ok(path);
            }
        }
    }
}
