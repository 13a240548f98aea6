//! Firefox for the longer tier: the machine's own, or installed with apt if possible. Its driver is a Rust tool
//! (`tools.rs`), because Debian has none.

use std::env;
use std::path::PathBuf;

use crate::apt;
use crate::failure::Failure;
use crate::programs::on_path;
use crate::project::Project;

const FIXED_PLACE: &str = "/Applications/Firefox.app/Contents/MacOS/firefox";
const BY_HAND: &str = "apt-get install firefox-esr, or install Firefox and set HASHRANGE_FIREFOX to the program";

/// Finds the browser. HASHRANGE_FIREFOX comes first.
pub(crate) fn find() -> Option<PathBuf> {
    let named = env::var_os("HASHRANGE_FIREFOX")
        .map(PathBuf::from)
        .filter(|path| path.is_file());
    let installed = || ["firefox-esr", "firefox"].iter().find_map(|name| on_path(name));
    named
        .or_else(installed)
        .or_else(|| Some(PathBuf::from(FIXED_PLACE)).filter(|path| path.is_file()))
}

/// Installs it with apt.
///
/// # Errors
/// When apt-get cannot, or the program is not on PATH afterwards.
pub(crate) fn install(project: &Project) -> Result<(), Failure> {
    let what = "installing Firefox";
    apt::install(project, what, &["firefox-esr"], BY_HAND)?;
    match find() {
        Some(_) => Ok(()),
        None => Err(Failure::new(what, "apt-get said yes, but the program is not on PATH").by_hand(BY_HAND)),
    }
}
