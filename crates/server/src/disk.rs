//! A folder with the file operations that the server needs: append, sync, and rename in one step.
//!
//! Its functions define what survives a power cut: bytes after `sync`, names after `sync_names`. Tests use a folder
//! that loses the rest (`disk/simulated.rs`). Must not know the content of files.
#![allow(clippy::disallowed_methods, reason = "files are its business")]

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

#[cfg(test)]
#[allow(clippy::expect_used, clippy::indexing_slicing, reason = "a test may fail")]
pub(crate) mod simulated;

/// A file that is open for appending.
pub(crate) trait Appended: Write + Send {
    /// Returns once all its bytes survive a crash of the machine.
    fn sync(&mut self) -> io::Result<()>;
}

/// A folder of files.
pub(crate) trait Disk: Send + Sync {
    /// The path of a file, for messages.
    fn place(&self, name: &str) -> PathBuf;
    /// Checks that the folder at its path is still the one that was opened.
    fn check(&self) -> io::Result<()>;
    /// The names of all files.
    fn names(&self) -> io::Result<Vec<String>>;
    /// Opens a file for reading.
    fn read(&self, name: &str) -> io::Result<Box<dyn Read + Send>>;
    /// Creates a file without bytes, replacing a file with the same name.
    fn create(&self, name: &str) -> io::Result<Box<dyn Appended>>;
    /// Opens a file for appending.
    fn append(&self, name: &str) -> io::Result<Box<dyn Appended>>;
    /// The length of a file in bytes.
    fn length(&self, name: &str) -> io::Result<u64>;
    /// Replaces the first bytes of a file, and creates it if it does not exist. Does not wait for the disk: after a power
    /// cut, the file can hold earlier bytes, these bytes or a mixture.
    fn overwrite(&self, name: &str, bytes: &[u8]) -> io::Result<()>;
    /// Truncates a file to a length, and returns once that survives a crash.
    fn cut(&self, name: &str, length: u64) -> io::Result<()>;
    /// Renames a file, replacing a file with the new name.
    fn rename(&self, from: &str, to: &str) -> io::Result<()>;
    /// Deletes a file.
    fn remove(&self, name: &str) -> io::Result<()>;
    /// Returns once names survive a crash of the machine.
    fn sync_names(&self) -> io::Result<()>;
}

/// Reads all bytes of a file.
pub(crate) fn whole(disk: &dyn Disk, name: &str) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    disk.read(name)?.read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Writes a file in one step: after a crash, the complete file or the previous one exists. `unnamed` is its temporary
/// name.
pub(crate) fn put_whole(disk: &dyn Disk, unnamed: &str, name: &str, bytes: &[u8]) -> io::Result<()> {
    prepare(disk, unnamed, bytes)?;
    put_prepared(disk, unnamed, name)
}

/// The first half of `put_whole`: writes the file under its temporary name.
pub(crate) fn prepare(disk: &dyn Disk, unnamed: &str, bytes: &[u8]) -> io::Result<()> {
    let mut file = disk.create(unnamed)?;
    file.write_all(bytes)?;
    file.sync()
}

/// The second half: gives it its name.
pub(crate) fn put_prepared(disk: &dyn Disk, unnamed: &str, name: &str) -> io::Result<()> {
    disk.rename(unnamed, name)?;
    disk.sync_names()
}

/// A folder of the machine's file system.
#[derive(Clone, Debug)]
pub(crate) struct Folder {
    path: PathBuf,
    /// Identifies the folder that was opened. A lock keeps it open, so no other folder gets the same identity.
    identity: Option<Identity>,
}

/// The numbers of the file system and of the folder in it.
type Identity = (u64, u64);

impl Folder {
    pub(crate) fn new(path: &Path) -> Self {
        Self {
            path: path.to_owned(),
            identity: identity_of(path),
        }
    }

    /// The path of a file that is about to be changed.
    fn changing(&self, name: &str) -> io::Result<PathBuf> {
        self.check().map(|()| self.place(name))
    }
}

#[cfg(unix)]
fn identity_of(path: &Path) -> Option<Identity> {
    use std::os::unix::fs::MetadataExt as _;
    let metadata = fs::metadata(path).ok()?;
    Some((metadata.dev(), metadata.ino()))
}

/// Windows does not remove a folder with an open file, and the lock file is open.
#[cfg(not(unix))]
fn identity_of(_path: &Path) -> Option<Identity> {
    None
}

impl Appended for File {
    fn sync(&mut self) -> io::Result<()> {
        self.sync_data()
    }
}

impl Disk for Folder {
    fn place(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }

    fn check(&self) -> io::Result<()> {
        if identity_of(&self.path) == self.identity {
            return Ok(());
        }
        let path = self.path.display();
        Err(io::Error::other(format!(
            "{path} was removed or replaced while it was in use"
        )))
    }

    fn names(&self) -> io::Result<Vec<String>> {
        let name = |entry: io::Result<fs::DirEntry>| entry.map(|entry| entry.file_name().into_string().ok());
        fs::read_dir(&self.path)?
            .filter_map(|entry| name(entry).transpose())
            .collect()
    }

    fn read(&self, name: &str) -> io::Result<Box<dyn Read + Send>> {
        Ok(Box::new(File::open(self.place(name))?))
    }

    fn create(&self, name: &str) -> io::Result<Box<dyn Appended>> {
        Ok(Box::new(File::create(self.changing(name)?)?))
    }

    fn append(&self, name: &str) -> io::Result<Box<dyn Appended>> {
        Ok(Box::new(OpenOptions::new().append(true).open(self.place(name))?))
    }

    fn length(&self, name: &str) -> io::Result<u64> {
        Ok(fs::metadata(self.place(name))?.len())
    }

    fn overwrite(&self, name: &str, bytes: &[u8]) -> io::Result<()> {
        let mut options = OpenOptions::new();
        let mut file = options
            .write(true)
            .create(true)
            .truncate(false)
            .open(self.changing(name)?)?;
        file.write_all(bytes)
    }

    fn cut(&self, name: &str, length: u64) -> io::Result<()> {
        let file = OpenOptions::new().write(true).open(self.changing(name)?)?;
        file.set_len(length)?;
        file.sync_all()
    }

    fn rename(&self, from: &str, to: &str) -> io::Result<()> {
        fs::rename(self.changing(from)?, self.place(to))
    }

    fn remove(&self, name: &str) -> io::Result<()> {
        fs::remove_file(self.changing(name)?)
    }

    fn sync_names(&self) -> io::Result<()> {
        if cfg!(unix) {
            File::open(&self.path)?.sync_all()
        } else {
            Ok(())
        }
    }
}
