//! The stage about releases: `cargo xtask release` creates, installs and uses every artefact once.
//!
//! Must not know the contents of a release.

use std::env;

use super::counts::{self, Counts};
use super::run_options::RunOptions;
use super::verdict::{Verdict, verdict};
use crate::failure::Failure;
use crate::project::Project;
use crate::run;

/// Uses the page from the previous stage. The working tree need not be at a tag.
const WORDS: [&str; 3] = ["release", "--untagged", "--keep-page"];

pub(super) fn release(project: &Project, options: RunOptions) -> Result<Verdict, Failure> {
    let own = env::current_exe().map_err(|error| Failure::new("looking for this program", error.to_string()))?;
    let mut command = project.command(own);
    command.args(WORDS);
    let captured = run::capture(command, options.verbose)?;
    let (counts, walks) = counts::from_cases(&captured.text);
    let counts = if walks == 1 { counts } else { Counts::one_failed() };
    Ok(verdict(captured, counts, options))
}
