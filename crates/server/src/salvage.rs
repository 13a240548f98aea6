//! The command `salvage`: writes everything in a damaged data directory that verifies to a file, and lists the rest.
//!
//! It changes nothing in the folder. The file is a workspace, which the page, `copy` and `salvage`'s reader know. Must
//! not know how a file is written.

mod options;
mod read;
mod salvage_failure;

use std::io::{self, Write as _};
use std::path::Path;

use hashrange_words::plural;

use crate::copy;
use crate::data_dir_error::DataDirError;
use crate::disk::Folder;
use crate::folder_lock::FolderLock;
pub(crate) use options::parse;
pub use options::{SALVAGE_HELP, SalvageOptions};
pub(crate) use read::{Salvaged, read};
pub use salvage_failure::SalvageFailure;

/// Runs the command. Prints what does not verify, and what was written. Returns whether everything verified.
///
/// # Errors
/// When the folder has no data or is in use, or the file cannot be written.
pub async fn run(options: &SalvageOptions) -> Result<bool, SalvageFailure> {
    if options.help {
        write!(io::stdout(), "{SALVAGE_HELP}")?;
        return Ok(true);
    }
    check_target(&options.folder, &options.to)?;
    let _lock = FolderLock::shared(&options.folder)?;
    let Salvaged { service, losses } = read(&Folder::new(&options.folder)).map_err(|error| DataDirError::Io {
        path: options.folder.clone(),
        error,
    })?;
    let all = losses.is_empty();
    report(&losses)?;
    copy::write_out(service, &options.folder, &options.to).await?;
    Ok(all)
}

/// The file must be new, so that it replaces nothing, and outside the folder.
fn check_target(folder: &Path, to: &Path) -> Result<(), SalvageFailure> {
    let parent = to
        .parent()
        .filter(|parent| !parent.as_os_str().is_empty())
        .unwrap_or(Path::new("."));
    if to.exists() {
        return Err(SalvageFailure::Exists { path: to.to_owned() });
    }
    match (folder.canonicalize(), parent.canonicalize()) {
        (Ok(folder), Ok(parent)) if parent.starts_with(&folder) => Err(SalvageFailure::Inside { path: to.to_owned() }),
        _ => Ok(()),
    }
}

fn report(losses: &[String]) -> io::Result<()> {
    let mut out = io::stdout().lock();
    if losses.is_empty() {
        return writeln!(out, "Everything verifies.");
    }
    writeln!(out, "Does not verify ({}):", plural(losses.len() as u64, "entry"))?;
    losses.iter().try_for_each(|loss| writeln!(out, "  {loss}"))
}
