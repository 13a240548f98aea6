//! `cargo xtask build`: the release page in `dist/`. Trunk does the work; the editor bundle and the
//! Content-Security-Policy are its hooks (Trunk.toml). What this adds is the machine's set-up and wasm-opt on PATH.

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

/// Makes sure that `dist/` holds a release page. `trunk serve` leaves a page for development there, which is larger, has no
/// policy, and looks for its live-reload server.
///
/// # Errors
/// When there is no page, or one for development.
pub(crate) fn require_release(project: &Project) -> Result<(), Failure> {
    let failure = |why: &str| Failure::new("looking for the release page", why).by_hand("cargo xtask build");
    let page =
        std::fs::read_to_string(project.path("dist/index.html")).map_err(|_| failure("dist/ holds no page yet"))?;
    if page.contains("http-equiv=\"Content-Security-Policy\"") {
        Ok(())
    } else {
        Err(failure("dist/ holds a page for development, left by `trunk serve` or `trunk build`"))
    }
}
