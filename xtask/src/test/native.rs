//! The stages that cargo runs on this machine: format, clippy, and the tests of every crate.
//!
//! Must not know the other stages.

use std::process::Command;

use super::counts::{self, Counts};
use super::run_options::RunOptions;
use super::verdict::{Verdict, check, verdict};
use crate::failure::Failure;
use crate::programs::on_path;
use crate::project::Project;
use crate::run::{self, Captured};

/// Packages that are not used in a page.
const NATIVE_ONLY: [&str; 6] = [
    "hashrange-bench",
    "hashrange-fuzz",
    "hashrange-server",
    "hashrange-tests",
    "xtask",
    "xtask-bindgen",
];
/// All packages with tests. The benchmarks have no tests, and link a database written in C, so only clippy compiles
/// them.
const WITH_TESTS: [&str; 3] = ["--workspace", "--exclude", "hashrange-bench"];

/// The project's commands. `cargo xtask` and the page's build have already compiled them with the profile `tools`.
const COMMANDS: [&str; 2] = ["xtask", "xtask-bindgen"];

/// The package whose tests are a separate stage.
pub(super) const TESTS: &str = "hashrange-tests";

pub(super) fn cargo(project: &Project, words: &[&str]) -> Command {
    let mut command = project.command("cargo");
    command.args(words);
    command
}

pub(super) fn format(project: &Project, options: RunOptions) -> Result<Verdict, Failure> {
    check(cargo(project, &["fmt", "--all", "--check"]), options)
}

pub(super) fn clippy(project: &Project, options: RunOptions) -> Result<Verdict, Failure> {
    let mut command = cargo(project, &["clippy"]);
    command.args(["--workspace", "--all-targets", "--quiet", "--", "-D", "warnings"]);
    check(command, options)
}

pub(super) fn clippy_wasm(project: &Project, options: RunOptions) -> Result<Verdict, Failure> {
    let mut command = cargo(
        project,
        &["clippy", "--workspace", "--quiet", "--target", "wasm32-unknown-unknown"],
    );
    for package in NATIVE_ONLY {
        command.args(["--exclude", package]);
    }
    command.args(["--", "-D", "warnings"]);
    check(command, options)
}

/// Which tests to run.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Which {
    /// The tests of the package with a separate stage.
    Tests,
    /// The tests of the project's commands, which are compiled with their own profile.
    Commands,
    /// All other tests.
    Units,
}

/// Runs tests with nextest, or with cargo if nextest is not installed. Nextest compiles `Tests` and `Units` at once, so
/// that neither waits for the longest crate of the other.
fn native_tests(project: &Project, which: Which, options: RunOptions) -> Result<Captured, Failure> {
    let nextest = has_nextest();
    let mut command = if nextest {
        cargo(
            project,
            &["nextest", "run", "--no-tests=pass", "--success-output", "final"],
        )
    } else {
        cargo(project, &["test"])
    };
    // Without `--tests`, cargo would compile the page again, for doc examples that it does not have.
    command.args(["--tests", "--no-fail-fast"]);
    match which {
        Which::Commands => {
            command.args([if nextest { "--cargo-profile" } else { "--profile" }, "tools"]);
            command.args(COMMANDS.iter().flat_map(|package| ["--package", package]));
        }
        Which::Tests if !nextest => {
            command.args(["--package", TESTS]);
        }
        Which::Tests | Which::Units => {
            command
                .args(WITH_TESTS)
                .args(COMMANDS.iter().flat_map(|package| ["--exclude", package]));
            let not = if which == Which::Tests { "" } else { "not " };
            if nextest {
                command.args(["--filterset", &format!("{not}package({TESTS})")]);
            } else {
                command.args(["--exclude", TESTS]);
            }
        }
    }
    if !nextest {
        // The cases of a data-driven test are read from its output, which cargo hides when the test passes.
        command.args(["--", "--nocapture"]);
    }
    run::capture(command, options.verbose)
}

fn has_nextest() -> bool {
    on_path("cargo-nextest").is_some()
}

fn native_counts(output: &str) -> Counts {
    if has_nextest() {
        counts::from_nextest(output)
    } else {
        counts::from_cargo_test(output)
    }
}

pub(super) fn unit(project: &Project, options: RunOptions) -> Result<Verdict, Failure> {
    let mut captured = native_tests(project, Which::Units, options)?;
    let commands = native_tests(project, Which::Commands, options)?;
    let counts = native_counts(&captured.text).plus(native_counts(&commands.text));
    captured.success &= commands.success;
    captured.text.push_str(&commands.text);
    Ok(verdict(captured, counts, options))
}

pub(super) fn suite(project: &Project, options: RunOptions) -> Result<Verdict, Failure> {
    let captured = native_tests(project, Which::Tests, options)?;
    let tests = native_counts(&captured.text);
    let (cases, walks) = counts::from_cases(&captured.text);
    let counts = Counts {
        passed: tests.passed.saturating_sub(walks),
        ..tests
    }
    .plus(cases);
    let note = format!("{} tests, {} cases", tests.passed, cases.passed);
    Ok(match verdict(captured, counts, options) {
        Verdict::Passed { counts, .. } => Verdict::Passed {
            counts,
            note: format!("{counts} ({note})"),
        },
        other => other,
    })
}
