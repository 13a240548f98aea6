//! The stages that cargo runs on this machine: format, clippy, and the tests of every crate.
//!
//! Must not know the other stages.

use std::num::NonZero;
use std::process::Command;
use std::thread;

use super::counts::{self, Counts};
use super::run_options::RunOptions;
use super::verdict::{Verdict, check, verdict};
use crate::failure::Failure;
use crate::programs::on_path;
use crate::project::Project;
use crate::run::{self, Captured};

/// Packages with code for WebAssembly only. All others are the same code on this machine, which `clippy` checks.
const WITH_WASM_CODE: [&str; 5] = [
    "hashrange-checkpoint",
    "hashrange-host",
    "hashrange-past",
    "hashrange-wasm",
    "hashrange-web",
];
/// The programs that `clippy` checks without their tests too. The page's program and library exist for WebAssembly.
const NATIVE_PROGRAMS: [&str; 4] = ["hashrange-bench", "hashrange-server", "xtask", "xtask-bindgen"];
/// The project's commands. `cargo xtask` and the page's build have already compiled them with the profile `tools`.
const COMMANDS: [&str; 2] = ["xtask", "xtask-bindgen"];

/// All other packages with tests. Every stage selects exactly these, because cargo compiles most crates again for
/// another selection. The benchmarks have no tests, and link a database written in C, so only clippy compiles them.
const SELECTION: [&str; 7] = [
    "--workspace",
    "--exclude",
    "hashrange-bench",
    "--exclude",
    COMMANDS[0],
    "--exclude",
    COMMANDS[1],
];

/// The package whose tests are a separate stage, and its programs.
const TESTS: &str = "hashrange-tests";
const PROGRAMS: [&str; 3] = ["suite", "service", "histories"];

/// What `cargo test` needs to run everything else: the programs of other packages, by name.
const UNITS: [&str; 7] = ["--lib", "--example", "embed", "--test", "corpus", "--test", "sockets"];

pub(super) fn cargo(project: &Project, words: &[&str]) -> Command {
    let mut command = project.command("cargo");
    command.args(words);
    command
}

/// Runs `cargo test` on test programs as the stages `unit` and `suite` compile them.
pub(super) fn programs(project: &Project, names: &[&str]) -> Command {
    let mut command = cargo(project, &["test", "--no-fail-fast"]);
    command
        .args(SELECTION)
        .args(names.iter().flat_map(|name| ["--test", name]));
    command
}

/// Runs `cargo test` on the libraries as the stage `unit` compiles them.
pub(super) fn libraries(project: &Project) -> Command {
    let mut command = cargo(project, &["test", "--no-fail-fast"]);
    command.args(SELECTION).arg("--lib");
    command
}

pub(super) fn format(project: &Project, options: RunOptions) -> Result<Verdict, Failure> {
    check(cargo(project, &["fmt", "--all", "--check"]), options)
}

pub(super) fn clippy(project: &Project, options: RunOptions) -> Result<Verdict, Failure> {
    let mut command = cargo(project, &["clippy", "--workspace", "--quiet", "--tests", "--examples"]);
    command.args(NATIVE_PROGRAMS.iter().flat_map(|program| ["--bin", program]));
    if options.full {
        command.args(["--features", "hashrange-bench/peer"]);
    }
    command.args(["--", "-D", "warnings"]);
    check(command, options)
}

pub(super) fn clippy_wasm(project: &Project, options: RunOptions) -> Result<Verdict, Failure> {
    let mut command = cargo(project, &["clippy", "--quiet", "--target", "wasm32-unknown-unknown"]);
    command.args(WITH_WASM_CODE.iter().flat_map(|package| ["--package", package]));
    command.args(["--no-deps", "--", "-D", "warnings"]);
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

/// Runs tests with nextest, or with cargo if nextest is not installed.
fn native_tests(project: &Project, which: Which, options: RunOptions) -> Result<Captured, Failure> {
    let command = if has_nextest() {
        with_nextest(project, which)
    } else {
        with_cargo(project, which)
    };
    run::capture(command, options.verbose)
}

/// Nextest compiles `Tests` and `Units` at once, so that neither waits for the longest crate of the other.
fn with_nextest(project: &Project, which: Which) -> Command {
    let words = ["nextest", "run", "--no-tests=pass", "--success-output", "final"];
    let mut command = cargo(project, &words);
    // Without `--tests`, cargo would compile the page again, for doc examples that it does not have.
    command.args(["--tests", "--no-fail-fast"]);
    // One more than the cores, because tests of the server wait for sockets.
    let cores = thread::available_parallelism().map_or(1, NonZero::get);
    command.args(["--test-threads", &(cores + 1).to_string()]);
    match which {
        Which::Commands => command
            .args(["--cargo-profile", "tools"])
            .args(COMMANDS.iter().flat_map(|package| ["--package", package])),
        Which::Tests => command
            .args(SELECTION)
            .args(["--filterset", &format!("package({TESTS})")]),
        Which::Units => command
            .args(SELECTION)
            .args(["--filterset", &format!("not package({TESTS})")]),
    };
    command
}

fn with_cargo(project: &Project, which: Which) -> Command {
    let mut command = match which {
        Which::Commands => {
            let mut command = cargo(project, &["test", "--no-fail-fast", "--tests", "--profile", "tools"]);
            command.args(COMMANDS.iter().flat_map(|package| ["--package", package]));
            command
        }
        Which::Tests => programs(project, &PROGRAMS),
        Which::Units => {
            let mut command = programs(project, &[]);
            command.args(UNITS);
            command
        }
    };
    // The cases of a data-driven test are read from its output, which cargo hides when the test passes.
    command.args(["--", "--nocapture"]);
    command
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
