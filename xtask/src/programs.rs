//! Programs on PATH. Must not know which ones the project needs.

use std::env;
use std::path::PathBuf;

/// Looks for a program on PATH, as a shell does.
pub(crate) fn on_path(name: &str) -> Option<PathBuf> {
    let inherited = env::var_os("PATH")?;
    env::split_paths(&inherited)
        .map(|folder| folder.join(format!("{name}{}", env::consts::EXE_SUFFIX)))
        .find(|candidate| candidate.is_file())
}
