//! An object on its way into a bucket: written under another name, and renamed when it is whole.
//!
//! Must not know keys.
#![allow(clippy::disallowed_methods, reason = "files are its business")]

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::PathBuf;

use super::key::UNFINISHED;
use super::s3_error::S3Error;

/// An object on its way. It appears when it is finished, and not at all when it is dropped before.
#[derive(Debug)]
pub(crate) struct Upload {
    file: io::BufWriter<File>,
    unfinished: PathBuf,
    path: PathBuf,
    is_finished: bool,
}

impl Upload {
    /// Begins an object whose folder is there.
    ///
    /// # Errors
    /// When its file cannot be made.
    pub(super) fn begin(path: PathBuf) -> Result<Self, S3Error> {
        let mut name = path.file_name().unwrap_or_default().to_owned();
        name.push(UNFINISHED);
        let unfinished = path.with_file_name(name);
        // Whatever has the name is taken away first, so that a link is never followed.
        match fs::remove_file(&unfinished) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(S3Error::io(&unfinished, error)),
            _ => {}
        }
        let file = OpenOptions::new().write(true).create_new(true).open(&unfinished);
        let file = io::BufWriter::new(file.map_err(|error| S3Error::io(&unfinished, error))?);
        Ok(Self { file, unfinished, path, is_finished: false })
    }

    /// Gives it its name, when all its bytes survive a crash of the machine.
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
