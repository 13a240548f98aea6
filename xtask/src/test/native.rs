//! The stages that cargo runs on this machine: format, clippy, and the tests of every crate.
//!
//! Must not know the other stages.

use std::process::Command;

use super::counts::{self, Counts};
use super::manner::Manner;
use super::verdict::{Verdict, check, verdict};
use crate::failure::Failure;
use crate::programs::on_path;
use crate::project::Project;
use crate::run::{self, Captured};

/// Packages that never run in a page.
const NATIVE_ONLY: [&str; 5] = ["hashrange-bench", "hashrange-fuzz", "hashrange-server", "hashrange-tests", "xtask"];
/// Packages no test needs, one with a database in C to compile, one for libFuzzer: left out of every stage.
const WITHOUT_OUTSIDERS: [&str; 5] = ["--workspace", "--exclude", "hashrange-bench", "--exclude", "hashrange-fuzz"];

/// The package whose tests are a stage of their own.
pub(super) const TESTS: &str = "hashrange-tests";

pub(super) fn cargo(project: &Project, words: &[&str]) -> Command {
    let mut command = project.command("cargo");
    command.args(words);
    command
}

pub(super) fn format(project: &Project, manner: Manner) -> Result<Verdict, Failure> {
    check(cargo(project, &["fmt", "--all", "--check"]), manner)
}

pub(super) fn clippy(project: &Project, manner: Manner) -> Result<Verdict, Failure> {
    let mut command = cargo(project, &["clippy"]);
    command.args(WITHOUT_OUTSIDERS).args(["--all-targets", "--quiet", "--", "-D", "warnings"]);
    check(command, manner)
}

pub(super) fn clippy_wasm(project: &Project, manner: Manner) -> Result<Verdict, Failure> {
    let mut command = cargo(project, &["clippy", "--workspace", "--quiet", "--target", "wasm32-unknown-unknown"]);
    for package in NATIVE_ONLY {
        command.args(["--exclude", package]);
    }
    command.args(["--", "-D", "warnings"]);
    check(command, manner)
}

/// Runs the tests of that package, or of all the others, with nextest, or with cargo where nextest is not installed. Nextest
/// compiles both at once, so that neither waits for the longest crate of the other.
fn native_tests(project: &Project, of_tests: bool, manner: Manner) -> Result<Captured, Failure> {
    // Without `--tests` the page would be compiled once more, for examples in comments that it does not have.
    let shared = ["--tests", "--no-fail-fast"];
    let command = if has_nextest() {
        let mut command = cargo(project, &["nextest", "run", "--no-tests=pass", "--success-output", "final"]);
        let filter = format!("{}package({TESTS})", if of_tests { "" } else { "not " });
        command.args(shared).args(WITHOUT_OUTSIDERS).args(["--filterset", &filter]);
        command
    } else {
        let mut command = cargo(project, &["test"]);
        if of_tests {
            command.args(["--package", TESTS]);
        } else {
            command.args(WITHOUT_OUTSIDERS).args(["--exclude", TESTS]);
        }
        // The cases of a data-driven test are read from its output, which cargo hides when the test passes.
        command.args(shared).args(["--", "--nocapture"]);
        command
    };
    run::capture(command, manner.verbose)
}

fn has_nextest() -> bool {
    on_path("cargo-nextest").is_some()
}

fn native_counts(output: &str) -> Counts {
    if has_nextest() { counts::from_nextest(output) } else { counts::from_cargo_test(output) }
}

pub(super) fn unit(project: &Project, manner: Manner) -> Result<Verdict, Failure> {
    let captured = native_tests(project, false, manner)?;
    let counts = native_counts(&captured.text);
    Ok(verdict(captured, counts, manner))
}

pub(super) fn suite(project: &Project, manner: Manner) -> Result<Verdict, Failure> {
    let captured = native_tests(project, true, manner)?;
    let tests = native_counts(&captured.text);
    let (cases, walks) = counts::from_cases(&captured.text);
    let counts = Counts { passed: tests.passed.saturating_sub(walks), ..tests }.plus(cases);
    let note = format!("{} tests, {} cases", tests.passed, cases.passed);
    Ok(match verdict(captured, counts, manner) {
        Verdict::Passed { counts, .. } => Verdict::Passed { counts, note: format!("{counts} ({note})") },
        other => other,
    })
}
