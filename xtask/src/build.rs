//! `cargo xtask build`: the release page in `dist/`. Trunk does the work; the editor bundle and the
//! Content-Security-Policy are its hooks (Trunk.toml), so plain `trunk build --release` gives the same page.

use std::process::{Command, ExitCode};
use std::time::Instant;

use crate::arguments::Arguments;
use crate::failure::Failure;
use crate::project::Project;
use crate::run;
use crate::setup;

pub(crate) const HELP: &str = "
Usage: cargo xtask build

Builds the page for release into dist/: WebAssembly made small by wasm-opt, the lazy editor bundle, and a
Content-Security-Policy in the page. All addresses in it are relative, so dist/ can be copied to any folder of
any static host.
";

pub(crate) fn start(project: &Project, arguments: Arguments) -> Result<ExitCode, Failure> {
    arguments.finish()?;
    build(project)?;
    Ok(ExitCode::SUCCESS)
}

/// Sets up what is missing and builds the page, with Trunk's words on the terminal.
pub(crate) fn build(project: &Project) -> Result<(), Failure> {
    setup::ensure(project, setup::PAGE)?;
    let begin = Instant::now();
    run::show(command(project))?;
    println!("page    built into dist/ in {:.1} s", begin.elapsed().as_secs_f32());
    Ok(())
}

/// The command that builds the release page.
pub(crate) fn command(project: &Project) -> Command {
    let mut command = project.command("trunk");
    // A panic in Trunk's own error path prints a backtrace of Trunk, which says nothing about the page.
    command.args(["build", "--release"]).env("RUST_BACKTRACE", "0");
    command
}
