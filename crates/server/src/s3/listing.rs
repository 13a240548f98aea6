//! The objects of a bucket with a common key prefix.
//!
//! Follows links only to files inside the folder of all buckets. Must not know the content of objects.
#![allow(clippy::disallowed_methods, reason = "files are its business")]

use std::fs::{self, DirEntry, File};
use std::path::{Path, PathBuf};

use super::bucket::Bucket;
use super::key::UNFINISHED;
use super::s3_error::S3Error;

/// An object.
#[derive(Clone, Debug)]
pub(crate) struct Object {
    /// Its key.
    pub(crate) key: String,
    path: PathBuf,
}

impl Object {
    /// Its bytes.
    ///
    /// # Errors
    /// When they cannot be read.
    pub(crate) fn open(&self) -> Result<File, S3Error> {
        File::open(&self.path).map_err(|error| S3Error::io(&self.path, error))
    }

    /// Its size in bytes; 0 if it no longer exists.
    pub(crate) fn bytes(&self) -> u64 {
        fs::metadata(&self.path).map_or(0, |found| found.len())
    }
}

impl Bucket {
    /// The objects whose keys begin with this prefix, by key. The prefix is not a folder: `data` also matches `data2/x`
    /// (observed: imports-seen).
    ///
    /// # Errors
    /// When there are more than `most`, an object leads out of the folder, or a folder cannot be read.
    pub(crate) fn objects(&self, prefix: &str, most: usize) -> Result<Vec<Object>, S3Error> {
        let (mut found, mut folders) = (Vec::new(), vec![(self.path.clone(), String::new())]);
        while let Some((path, beginning)) = folders.pop() {
            let entries = fs::read_dir(&path).map_err(|error| S3Error::io(&path, error))?;
            for entry in entries {
                let entry = entry.map_err(|error| S3Error::io(&path, error))?;
                self.look_at(&entry, &beginning, prefix, &mut found, &mut folders)?;
                if found.len() > most {
                    return Err(S3Error::TooManyObjects(most));
                }
            }
        }
        found.sort_by(|one, other| one.key.cmp(&other.key));
        Ok(found)
    }

    /// Adds an object to the found ones, and a folder to those to search, each with the key prefix of its content.
    fn look_at(
        &self,
        entry: &DirEntry,
        beginning: &str,
        prefix: &str,
        found: &mut Vec<Object>,
        folders: &mut Vec<(PathBuf, String)>,
    ) -> Result<(), S3Error> {
        // A name that is not text is not a key.
        let Ok(name) = entry.file_name().into_string() else {
            return Ok(());
        };
        let (path, key) = (entry.path(), format!("{beginning}{name}"));
        let kind = entry.file_type().map_err(|error| S3Error::io(&path, error))?;
        let below = format!("{key}/");
        let (is_asked_for, may_hold) = (
            key.starts_with(prefix),
            below.starts_with(prefix) || prefix.starts_with(&below),
        );
        if kind.is_dir() {
            if may_hold {
                folders.push((path, below));
            }
        } else if kind.is_symlink() {
            if is_asked_for || may_hold {
                let path = self.target(&path, &key)?;
                found.extend(is_asked_for.then_some(Object { key, path }));
            }
        } else if kind.is_file() && is_asked_for && !name.ends_with(UNFINISHED) {
            found.push(Object { key, path });
        }
        Ok(())
    }

    /// The target file of a link.
    fn target(&self, path: &Path, key: &str) -> Result<PathBuf, S3Error> {
        let target = path
            .canonicalize()
            .ok()
            .filter(|target| target.starts_with(&self.root) && target.is_file());
        target.ok_or_else(|| {
            S3Error::AccessDenied(format!(
                "{key} is a symbolic link that leads to no file in the folder of --s3"
            ))
        })
    }
}
