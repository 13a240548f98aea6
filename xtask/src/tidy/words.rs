//! Rule: the files of words are in line with the source code. `cargo xtask words` brings them there.

use super::finding::Finding;
use crate::failure::Failure;
use crate::project::Project;
use crate::words;

const RULE: &str = "words";

/// Checks the files of words.
///
/// # Errors
/// When a file cannot be read.
pub(super) fn check(project: &Project) -> Result<Vec<Finding>, Failure> {
    let faults = words::faults(project)?;
    Ok(faults
        .into_iter()
        .map(|(file, fault)| Finding::new(RULE, file, fault))
        .collect())
}
