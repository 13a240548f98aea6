//! A temporary folder for a server's data.

use std::path::{Path, PathBuf};

/// A data folder. Deleted on drop.
pub(crate) struct Folder(PathBuf);

impl Folder {
    /// An empty folder.
    pub(crate) fn fresh() -> Self {
        let folder = std::env::temp_dir().join(format!("hashrange-bench-{}", std::process::id()));
        remove(&folder);
        Self(folder)
    }

    pub(crate) fn path(&self) -> PathBuf {
        self.0.clone()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        remove(&self.0);
    }
}

/// Removes the folder. A missing folder counts as removed.
fn remove(folder: &Path) {
    let _ = std::fs::remove_dir_all(folder);
}
