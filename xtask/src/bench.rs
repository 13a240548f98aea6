//! `cargo xtask bench`: the engine's rates, measured beside a peer's by the package `bench`.

use std::process::ExitCode;

use crate::arguments::Arguments;
use crate::failure::Failure;
use crate::project::Project;
use crate::run;

pub(crate) const HELP: &str = "
Usage: cargo xtask bench [arguments of the benchmark]

Runs the benchmark program in release mode on this machine: requests a second for each kind of work, beside a peer's.
";

pub(crate) fn start(project: &Project, arguments: Arguments) -> Result<ExitCode, Failure> {
    let mut command = project.command("cargo");
    command.args(["run", "--release", "--quiet", "--package", "hashrange-bench", "--"]);
    command.args(arguments.rest());
    run::show(command)?;
    Ok(ExitCode::SUCCESS)
}
