//! The file of a copy's state: its location, and complete writes.
//!
//! Its name follows from the two ends, so that the same command finds it. Must not know its content.

use std::path::{Path, PathBuf};

use hashrange_copy::StateError;
use sha2::{Digest as _, Sha256};

use super::copy_failure::CopyFailure;
use super::folder;
use super::options::CopyOptions;

/// The file of a copy's state.
pub(super) struct StateFile(PathBuf);

impl StateFile {
    /// The requested file, or the one for these ends, in the current folder.
    pub(super) fn of(options: &CopyOptions) -> Self {
        Self(options.state.clone().unwrap_or_else(|| {
            let digest = Sha256::digest(format!("{}\n{}", options.from, options.to).as_bytes());
            let name: String = digest.iter().take(6).map(|byte| format!("{byte:02x}")).collect();
            PathBuf::from(format!("hashrange-copy-{name}.json"))
        }))
    }

    pub(super) fn path(&self) -> &Path {
        &self.0
    }

    /// The stored state; `None` for a new copy.
    pub(super) fn read(&self) -> Result<Option<String>, CopyFailure> {
        Ok(folder::read(&self.0)?.map(|bytes| String::from_utf8_lossy(&bytes).into_owned()))
    }

    pub(super) fn keep(&self, text: &str) -> Result<(), CopyFailure> {
        folder::put(&self.0, text.as_bytes())
    }

    pub(super) fn remove(&self) -> Result<(), CopyFailure> {
        folder::remove(&self.0)
    }

    pub(super) fn wrong(&self, error: StateError) -> CopyFailure {
        CopyFailure::State {
            path: self.0.clone(),
            error,
        }
    }
}
