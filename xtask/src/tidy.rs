//! `cargo xtask tidy`: the house rules that a machine can check. Each file has one rule, a function from the project's
//! files (or its crates) to findings, so that each has its own tests.

mod circles;
mod evidence;
mod finding;
mod headers;
mod imports;
mod layers;
mod lengths;
mod mask;
mod names;
mod orphans;
mod picture;
mod places;
mod seam;
mod sources;
mod strata;

use std::process::ExitCode;

use lexopt::prelude::*;

use crate::failure::Failure;
use crate::project::Project;
use finding::Finding;

pub(crate) const HELP: &str = "
Usage: cargo xtask tidy [--write]

Checks the house rules:
  headers   every source file opens with a comment that says what it owns
  lengths   files have up to 800 lines; clippy measures functions
  names     no modules called helpers, utils, common, misc
  orphans   every Rust file belongs to a crate
  layers    crates depend on lower layers only (the table is in xtask/src/tidy/layers.rs)
  circles   no files of a crate import each other in a circle
  strata    imports among the strata of the engine point downward only
  seam      the page names no crate behind the messages; only its main.rs names the host
  crates    every crate has a line in crates/README.md
  picture   the dependency picture in crates/README.md is the current one
  places    no paths of one machine, no addresses of registries
  evidence  every mark in a comment names an entry of tests/evidence.toml, and every entry is whole and named

Options:
  --write  draw the dependency picture anew
";

pub(crate) fn start(project: &Project, mut parser: lexopt::Parser) -> Result<ExitCode, Failure> {
    let mut write = false;
    while let Some(word) = parser.next()? {
        match word {
            Long("write") => write = true,
            other => return Err(other.unexpected().into()),
        }
    }
    let findings = check(project, write)?;
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

/// Runs every rule. With `write`, draws the dependency picture first.
///
/// # Errors
/// When the files or the crates cannot be read.
pub(crate) fn check(project: &Project, write: bool) -> Result<Vec<Finding>, Failure> {
    let crates = layers::read_crates(project)?;
    if write {
        picture::write(project, &crates)?;
    }
    let files = sources::read(project)?;
    let mut findings = Vec::new();
    findings.extend(headers::check(&files));
    findings.extend(lengths::check(&files));
    findings.extend(names::check(&files));
    findings.extend(orphans::check(&files, &crates));
    findings.extend(layers::check(&crates));
    findings.extend(circles::check(&files, &crates));
    findings.extend(strata::check(&files, &crates));
    findings.extend(seam::check(&files, &crates));
    findings.extend(picture::check(&files, &crates));
    findings.extend(places::check(&files));
    findings.extend(evidence::check(&files));
    Ok(findings)
}
