//! The lock of a data directory: one server uses it, or programs that only read it.
//!
//! On Unix it locks the folder itself, so that it holds even if somebody removes the lock file. A lock file excludes
//! others where a folder cannot be locked; Windows does not remove this file while it is open. The system releases the
//! locks when the process ends. Must not know the data.
#![allow(clippy::disallowed_methods, reason = "files are its business")]

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read as _, Write as _};
use std::path::Path;

use crate::data_dir_error::DataDirError;

/// The name of the lock file. It contains the number of the server's process.
const LOCK: &str = "lock";

/// A locked folder.
pub(crate) struct FolderLock {
    folder: Option<File>,
    file: Option<File>,
}

impl FolderLock {
    /// Excludes all others. Creates the lock file.
    ///
    /// # Errors
    /// When another program uses the folder, or the system refuses.
    pub(crate) fn exclusive(folder: &Path) -> Result<Self, DataDirError> {
        let own = locked_folder(folder, File::try_lock)?;
        let path = folder.join(LOCK);
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        let mut file = opened(&mut options, &path).map_err(|error| failure(&path, error))?;
        take(folder, &path, file.try_lock())?;
        // The number only improves the message for others. A full disk has no room for it.
        let _ = file.set_len(0).and_then(|()| writeln!(file, "{}", std::process::id()));
        Ok(Self {
            folder: own,
            file: Some(file),
        })
    }

    /// Excludes servers, and changes nothing. There is no lock file if no server ever used the folder.
    ///
    /// # Errors
    /// When a server uses the folder, or the system refuses.
    pub(crate) fn shared(folder: &Path) -> Result<Self, DataDirError> {
        let own = locked_folder(folder, File::try_lock_shared)?;
        let path = folder.join(LOCK);
        let file = match opened(OpenOptions::new().read(true), &path) {
            Ok(file) => Some(file),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(failure(&path, error)),
        };
        if let Some(file) = &file {
            take(folder, &path, file.try_lock_shared())?;
        }
        Ok(Self { folder: own, file })
    }
}

/// A process that starts another one at this moment shares its open files until the other one runs. So closing a file
/// does not always release its lock at once.
impl Drop for FolderLock {
    fn drop(&mut self) {
        for file in self.folder.iter().chain(&self.file) {
            let _ = file.unlock();
        }
    }
}

/// Locks the folder itself; `None` where the system cannot do that.
#[cfg(unix)]
fn locked_folder(
    folder: &Path,
    lock: impl FnOnce(&File) -> Result<(), TryLockError>,
) -> Result<Option<File>, DataDirError> {
    let file = File::open(folder).map_err(|error| failure(folder, error))?;
    match lock(&file) {
        Ok(()) => Ok(Some(file)),
        Err(TryLockError::WouldBlock) => Err(taken(folder)),
        // Some network file systems lock files only.
        Err(TryLockError::Error(_)) => Ok(None),
    }
}

#[cfg(not(unix))]
fn locked_folder(
    _folder: &Path,
    _lock: impl FnOnce(&File) -> Result<(), TryLockError>,
) -> Result<Option<File>, DataDirError> {
    Ok(None)
}

#[cfg(windows)]
fn opened(options: &mut OpenOptions, path: &Path) -> io::Result<File> {
    use std::os::windows::fs::OpenOptionsExt as _;
    /// FILE_SHARE_READ and FILE_SHARE_WRITE, without FILE_SHARE_DELETE: nobody can remove the open file.
    const SHARED: u32 = 1 | 2;
    options.share_mode(SHARED).open(path)
}

#[cfg(not(windows))]
fn opened(options: &mut OpenOptions, path: &Path) -> io::Result<File> {
    options.open(path)
}

fn take(folder: &Path, path: &Path, locked: Result<(), TryLockError>) -> Result<(), DataDirError> {
    match locked {
        Ok(()) => Ok(()),
        Err(TryLockError::WouldBlock) => Err(taken(folder)),
        Err(TryLockError::Error(error)) => Err(failure(path, error)),
    }
}

/// The error that names the other process, if the lock file does.
fn taken(folder: &Path) -> DataDirError {
    let mut process = String::new();
    let _ = File::open(folder.join(LOCK)).and_then(|mut file| file.read_to_string(&mut process));
    let by = match process.trim() {
        "" => String::new(),
        process => format!(" (process {process})"),
    };
    DataDirError::Taken {
        folder: folder.to_owned(),
        by,
    }
}

fn failure(path: &Path, error: io::Error) -> DataDirError {
    DataDirError::Io {
        path: path.to_owned(),
        error,
    }
}
