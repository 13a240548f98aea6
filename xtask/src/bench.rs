//! `cargo xtask bench`: the engine's rates, measured beside those of a peer by the package `bench`, and in a browser.

use std::ffi::OsString;
use std::process::{Command, ExitCode};

use lexopt::Parser;

use crate::browser;
use crate::failure::Failure;
use crate::package;
use crate::project::Project;
use crate::run;
use crate::setup::{self, Part};

pub(crate) const HELP: &str = "
Usage: cargo xtask bench [--browser] [arguments of the benchmark]

Runs the benchmark program in release mode on this machine: requests a second for each kind of work, beside a peer's and
beside the time of only reading requests and writing answers. `--help` shows its arguments.

Options:
  --browser  measure the JavaScript package in headless Chromium too, before the rest
";

/// The number of runs in the browser.
const RUNS: &str = "5";

pub(crate) fn start(project: &Project, mut parser: Parser) -> Result<ExitCode, Failure> {
    // Another program reads the remaining words.
    let mut rest: Vec<OsString> = parser.raw_args()?.collect();
    let words = rest.len();
    rest.retain(|word| word != "--browser");
    let in_browser = rest.len() < words;
    if in_browser {
        let figures = measure_in_browser(project)?;
        rest.extend(["--wasm".into(), figures.into_os_string()]);
    }
    let mut command = bench(project);
    command.args(rest);
    run::show(command)?;
    Ok(ExitCode::SUCCESS)
}

fn bench(project: &Project) -> Command {
    let mut command = project.command("cargo");
    let words = ["run", "--release", "--quiet", "--package", "hashrange-bench"];
    command.args(words).args(["--features", "peer", "--"]);
    command
}

/// Builds the package, sends it the benchmark's requests in a browser, and returns the path of the rates.
fn measure_in_browser(project: &Project) -> Result<std::path::PathBuf, Failure> {
    setup::ensure(project, &[package::PARTS, &[Part::Browser]].concat())?;
    let folder = package::build(project)?;
    let (requests, figures) = (
        folder.with_file_name("bench-requests.json"),
        folder.with_file_name("bench-wasm.json"),
    );
    let mut command = bench(project);
    command.arg("--loads").arg(&requests);
    run::show(command)?;
    let mut command = project.command("node");
    command
        .arg("bench/browser.mjs")
        .args([&folder, &requests, &figures])
        .arg(RUNS);
    if let Some(browser) = browser::find() {
        command.env("HASHRANGE_CHROMIUM", browser.program);
    }
    run::show(command)?;
    Ok(figures)
}
