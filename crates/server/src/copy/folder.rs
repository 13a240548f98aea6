//! Files of the command: read completely, and written so that a crash leaves the old or the new file.

use std::ffi::OsStr;
use std::io;
use std::path::{Path, PathBuf};

use super::copy_failure::CopyFailure;
use crate::disk::{Folder, put_whole};

/// The bytes of a file; `None` if it does not exist.
pub(super) fn read(path: &Path) -> Result<Option<Vec<u8>>, CopyFailure> {
    #[allow(clippy::disallowed_methods, reason = "files are its business")]
    match std::fs::read(path) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(CopyFailure::File {
            path: path.to_owned(),
            error,
        }),
    }
}

/// Writes a file in one atomic step.
pub(super) fn put(path: &Path, bytes: &[u8]) -> Result<(), CopyFailure> {
    let failure = |error| CopyFailure::File {
        path: path.to_owned(),
        error,
    };
    let name = path.file_name().and_then(OsStr::to_str);
    let name = name.ok_or_else(|| failure(io::ErrorKind::InvalidFilename.into()))?;
    let folder = path
        .parent()
        .filter(|parent| !parent.as_os_str().is_empty())
        .unwrap_or(Path::new("."));
    put_whole(&Folder::new(folder), &format!("{name}.new"), name, bytes).map_err(failure)
}

/// Deletes a file, if it exists.
pub(super) fn remove(path: &Path) -> Result<(), CopyFailure> {
    match std::fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(CopyFailure::File {
            path: path.to_owned(),
            error,
        }),
        _ => Ok(()),
    }
}

/// The path with a suffix.
pub(super) fn beside(path: &Path, end: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(end);
    name.into()
}
