//! The folder of all buckets, and a bucket in it: where objects go.
//!
//! Must not know what objects hold.
#![allow(clippy::disallowed_methods, reason = "files are its business")]

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use super::key::check_key;
use super::s3_error::S3Error;
use super::upload::Upload;

/// Where logs are that AWS would put into CloudWatch. No bucket begins with a dot.
const LOGS: &str = ".cloudwatch";

/// The folder. Each folder in it is a bucket.
#[derive(Clone, Debug)]
pub(crate) struct Buckets {
    /// Without symbolic links.
    root: PathBuf,
}

/// A bucket.
#[derive(Clone, Debug)]
pub(crate) struct Bucket {
    /// The folder of all buckets.
    pub(super) root: PathBuf,
    /// Its own, without symbolic links.
    pub(super) path: PathBuf,
}

impl Buckets {
    /// The buckets in a folder.
    ///
    /// # Errors
    /// When there is no such folder.
    pub(crate) fn open(folder: &Path) -> io::Result<Self> {
        let root = folder.canonicalize()?;
        if root.is_dir() { Ok(Self { root }) } else { Err(io::ErrorKind::NotADirectory.into()) }
    }

    /// A bucket that is there.
    ///
    /// # Errors
    /// When it is not there, or leads out of the folder.
    pub(crate) fn bucket(&self, name: &str) -> Result<Bucket, S3Error> {
        // Names keep the service's rules before; this is for whoever forgets.
        if check_key(name).is_err() || name.contains('/') || name.starts_with('.') {
            return Err(S3Error::NoSuchBucket);
        }
        let path = match self.root.join(name).canonicalize() {
            Ok(path) if path.is_dir() => path,
            _ => return Err(S3Error::NoSuchBucket),
        };
        // The folder itself is no bucket, and another bucket under this name would not be this one.
        if path != self.root.join(name) {
            return Err(S3Error::AccessDenied(format!("the bucket {name} is a symbolic link")));
        }
        Ok(Bucket { root: self.root.clone(), path })
    }

    /// Where logs go.
    pub(crate) fn logs(&self) -> Result<Bucket, S3Error> {
        let path = self.root.join(LOGS);
        folder(&self.root, &path)?;
        Ok(Bucket { root: self.root.clone(), path })
    }
}

impl Bucket {
    /// How people find an object.
    pub(crate) fn place(&self, key: &str) -> PathBuf {
        self.path.join(key)
    }

    /// Begins an object, or a new one in the place of the one with this key.
    ///
    /// # Errors
    /// When the key has no place in the folder, or the file cannot be made.
    pub(crate) fn create(&self, key: &str) -> Result<Upload, S3Error> {
        check_key(key).map_err(|fault| S3Error::AccessDenied(format!("{key}: {fault}")))?;
        let mut path = self.path.clone();
        let (folders, name) = key.rsplit_once('/').unwrap_or(("", key));
        for part in folders.split('/').filter(|part| !part.is_empty()) {
            path.push(part);
            folder(&self.root, &path)?;
        }
        path.push(name);
        Upload::begin(path)
    }

    /// Puts a small object there.
    ///
    /// # Errors
    /// As `create`, and when it cannot be written.
    pub(crate) fn put(&self, key: &str, bytes: &[u8]) -> Result<(), S3Error> {
        let mut upload = self.create(key)?;
        upload.write_all(bytes).map_err(|error| S3Error::io(&self.place(key), error))?;
        upload.finish()
    }
}

/// Makes sure of a folder whose own folder is there. A link in its place is refused, wherever it leads.
fn folder(root: &Path, path: &Path) -> Result<(), S3Error> {
    match fs::symlink_metadata(path) {
        Ok(found) if found.is_dir() => {}
        Ok(_) => {
            let shown = path.strip_prefix(root).unwrap_or(path).display();
            return Err(S3Error::AccessDenied(format!("{shown} is no folder, but a file or a symbolic link")));
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => match fs::create_dir(path) {
            // Another export may have made it just now.
            Err(error) if error.kind() != io::ErrorKind::AlreadyExists => return Err(S3Error::io(path, error)),
            _ => {}
        },
        Err(error) => return Err(S3Error::io(path, error)),
    }
    Ok(())
}
