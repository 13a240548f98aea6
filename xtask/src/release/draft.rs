//! A release in progress: the options, the output folder, and the error messages of its steps.
//!
//! Must not know the contents of a release.

use std::path::PathBuf;
use std::process::Command;

use crate::failure::Failure;
use crate::project::Project;
use crate::run;

/// The options of the command line.
#[derive(Clone, Copy, Default)]
pub(super) struct ReleaseOptions {
    /// The working tree need not be at a tag.
    pub(super) untagged: bool,
    /// Uses the existing page.
    pub(super) keep_page: bool,
    /// Uses existing builds of everything.
    pub(super) no_build: bool,
}

/// A release in progress.
pub(super) struct Draft<'a> {
    pub(super) project: &'a Project,
    pub(super) options: ReleaseOptions,
    pub(super) version: String,
    /// The output folder of the artefacts.
    pub(super) folder: PathBuf,
}

/// Cargo's output folder, usable from any folder.
pub(super) fn absolute_target(project: &Project) -> PathBuf {
    project.root().join(project.target())
}

/// Runs a command that must succeed, and returns its output.
pub(super) fn output(command: Command) -> Result<String, Failure> {
    let line = run::line(&command);
    let captured = run::capture(command, false)?;
    if captured.success {
        Ok(captured.text)
    } else {
        Err(Failure::new(format!("running `{line}`"), captured.tail(30)))
    }
}

pub(super) fn failed(error: &std::io::Error) -> Failure {
    Failure::new("putting the release together", error.to_string())
}
