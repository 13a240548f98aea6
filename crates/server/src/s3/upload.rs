//! An object that is being written into a bucket: under a temporary name, and renamed when it is complete.
//!
//! Must not know keys.
#![allow(clippy::disallowed_methods, reason = "files are its business")]

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::PathBuf;

use super::key::UNFINISHED;
use super::s3_error::S3Error;

/// An object that is being written. It appears when it is finished. If it is dropped before, it never appears.
#[derive(Debug)]
pub(crate) struct Upload {
    file: io::BufWriter<File>,
    unfinished: PathBuf,
    path: PathBuf,
    is_finished: bool,
}

impl Upload {
    /// Begins an object in an existing folder.
    ///
    /// # Errors
    /// When its file cannot be created.
    pub(super) fn begin(path: PathBuf) -> Result<Self, S3Error> {
        let mut name = path.file_name().unwrap_or_default().to_owned();
        name.push(UNFINISHED);
        let unfinished = path.with_file_name(name);
        // Deletes an existing file of this name first, so that it never follows a link.
        match fs::remove_file(&unfinished) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(S3Error::io(&unfinished, error)),
            _ => {}
        }
        let file = OpenOptions::new().write(true).create_new(true).open(&unfinished);
        let file = io::BufWriter::new(file.map_err(|error| S3Error::io(&unfinished, error))?);
        Ok(Self {
            file,
            unfinished,
            path,
            is_finished: false,
        })
    }

    /// Renames it to its final name, when all its bytes are durable.
    ///
    /// # Errors
    /// When they cannot be written.
    pub(crate) fn finish(mut self) -> Result<(), S3Error> {
        let mut finished = || {
            self.file.flush()?;
            self.file.get_ref().sync_all()?;
            fs::rename(&self.unfinished, &self.path)?;
            match self.path.parent() {
                Some(folder) if cfg!(unix) => File::open(folder)?.sync_all(),
                _ => Ok(()),
            }
        };
        finished().map_err(|error| S3Error::io(&self.path, error))?;
        self.is_finished = true;
        Ok(())
    }
}

impl Write for Upload {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Drop for Upload {
    fn drop(&mut self) {
        if !self.is_finished {
            let _ = fs::remove_file(&self.unfinished);
        }
    }
}
