//! The licences of an artefact's content, as a file beside it. This file starts `web/licences.mjs`, which collects
//! them.

use std::path::Path;

use crate::failure::Failure;
use crate::project::Project;
use crate::run;

/// Writes the licences of a crate for a target.
///
/// # Errors
/// When Node or the script fails, or a package has no licence text.
pub(crate) fn write(project: &Project, title: &str, package: &str, target: &str, output: &Path) -> Result<(), Failure> {
    let mut command = project.command("node");
    command.args(["web/licences.mjs", title, package, target]).arg(output);
    let line = run::line(&command);
    let captured = run::capture(command, false)?;
    if captured.success {
        Ok(())
    } else {
        Err(Failure::new("gathering licences", captured.tail(12)).tried(line))
    }
}
