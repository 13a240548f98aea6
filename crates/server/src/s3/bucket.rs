//! The folder of all buckets, and a bucket in it, which stores objects.
//!
//! Must not know the content of objects.
#![allow(clippy::disallowed_methods, reason = "files are its business")]

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use super::key::check_key;
use super::s3_error::S3Error;
use super::upload::Upload;

/// The folder for logs that AWS would write to CloudWatch. No bucket name begins with a dot.
const LOGS: &str = ".cloudwatch";

/// The folder of all buckets. Each folder in it is a bucket.
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
    /// The bucket's own folder, without symbolic links.
    pub(super) path: PathBuf,
}

impl Buckets {
    /// The buckets in a folder.
    ///
    /// # Errors
    /// If the folder does not exist.
    pub(crate) fn open(folder: &Path) -> io::Result<Self> {
        let root = folder.canonicalize()?;
        if root.is_dir() {
            Ok(Self { root })
        } else {
            Err(io::ErrorKind::NotADirectory.into())
        }
    }

    /// An existing bucket.
    ///
    /// # Errors
    /// When it does not exist, or leads out of the folder.
    pub(crate) fn bucket(&self, name: &str) -> Result<Bucket, S3Error> {
        // Names have been checked by the service's rules; this is a second check.
        if check_key(name).is_err() || name.contains('/') || name.starts_with('.') {
            return Err(S3Error::NoSuchBucket);
        }
        let path = match self.root.join(name).canonicalize() {
            Ok(path) if path.is_dir() => path,
            _ => return Err(S3Error::NoSuchBucket),
        };
        // The folder of all buckets is not a bucket. A link to another bucket is refused too.
        if path != self.root.join(name) {
            return Err(S3Error::AccessDenied(format!("the bucket {name} is a symbolic link")));
        }
        Ok(Bucket {
            root: self.root.clone(),
            path,
        })
    }

    /// The bucket for logs.
    pub(crate) fn logs(&self) -> Result<Bucket, S3Error> {
        let path = self.root.join(LOGS);
        folder(&self.root, &path)?;
        Ok(Bucket {
            root: self.root.clone(),
            path,
        })
    }
}

impl Bucket {
    /// The path of an object, for messages.
    pub(crate) fn place(&self, key: &str) -> PathBuf {
        self.path.join(key)
    }

    /// Starts an object, which replaces an existing one with this key.
    ///
    /// # Errors
    /// When the key has no valid path in the folder, or the file cannot be created.
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

    /// Writes a small object.
    ///
    /// # Errors
    /// As `create`, and when it cannot be written.
    pub(crate) fn put(&self, key: &str, bytes: &[u8]) -> Result<(), S3Error> {
        let mut upload = self.create(key)?;
        upload
            .write_all(bytes)
            .map_err(|error| S3Error::io(&self.place(key), error))?;
        upload.finish()
    }
}

/// Creates a folder in an existing folder, if it does not exist. Refuses a link in its place, whatever its target.
fn folder(root: &Path, path: &Path) -> Result<(), S3Error> {
    match fs::symlink_metadata(path) {
        Ok(found) if found.is_dir() => {}
        Ok(_) => {
            let shown = path.strip_prefix(root).unwrap_or(path).display();
            return Err(S3Error::AccessDenied(format!(
                "{shown} is not a folder, but a file or a symbolic link"
            )));
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => match fs::create_dir(path) {
            // Another export may have created it just now.
            Err(error) if error.kind() != io::ErrorKind::AlreadyExists => return Err(S3Error::io(path, error)),
            _ => {}
        },
        Err(error) => return Err(S3Error::io(path, error)),
    }
    Ok(())
}
