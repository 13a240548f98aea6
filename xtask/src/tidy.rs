//! `cargo xtask tidy`: the house rules that a machine can check. Each file has one rule, a function from the project's
//! files (or its crates) to findings, so that each has its own tests.

mod circles;
mod evidence;
mod finding;
mod headers;
mod imports;
mod layers;
mod lengths;
mod literals;
mod orphans;
pub(crate) mod sources;
mod strata;
mod words;

use std::process::ExitCode;

use lexopt::Parser;

use crate::arguments;
use crate::failure::Failure;
use crate::project::Project;
use finding::Finding;

pub(crate) const HELP: &str = "
Usage: cargo xtask tidy

Checks the house rules:
  headers   every source file opens with a comment that says what it owns
  lengths   files have up to 800 lines; clippy measures functions
  orphans   every Rust file belongs to a crate
  layers    crates depend on lower layers only (the table is in crates/README.md), the page on plain data
  circles   no files of a crate import each other in a circle
  strata    imports among the strata of the engine and of the page point downward only
  literals  words for readers in views are in `t!`
  words     the files of words are those of the source code, and translations name the same values
  evidence  every mark in a comment names an entry of tests/evidence.toml, and every entry is whole and named
";

pub(crate) fn start(project: &Project, parser: Parser) -> Result<ExitCode, Failure> {
    arguments::finish(parser)?;
    let findings = check(project)?;
    for finding in &findings {
        println!("{finding}");
    }
    match findings.len() {
        0 => println!("tidy"),
        1 => println!("1 finding"),
        count => println!("{count} findings"),
    }
    Ok(if findings.is_empty() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

/// Runs every rule.
///
/// # Errors
/// When the files or the crates cannot be read.
pub(crate) fn check(project: &Project) -> Result<Vec<Finding>, Failure> {
    let crates = layers::read_crates(project)?;
    let files = sources::read(project)?;
    let mut findings = Vec::new();
    findings.extend(headers::check(&files));
    findings.extend(lengths::check(&files));
    findings.extend(literals::check(&files));
    findings.extend(orphans::check(&files, &crates));
    findings.extend(layers::check(&files, &crates));
    findings.extend(circles::check(&files, &crates));
    findings.extend(strata::check(&files, &crates));
    findings.extend(evidence::check(&files));
    findings.extend(words::check(project)?);
    Ok(findings)
}
