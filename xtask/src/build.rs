//! `cargo xtask build`: the release page in `dist/`. Cargo compiles it, wasm-bindgen creates its JavaScript module, and
//! `web/assemble.mjs` does the rest, by `index.html` and `Trunk.toml`. Trunk takes longer to compile than the page, and
//! is needed only for live reload.

use std::path::PathBuf;
use std::process::{Command, ExitCode};
use std::thread;
use std::time::Instant;

use lexopt::Parser;

use crate::arguments;
use crate::bindgen::{self, WasmModule};
use crate::failure::Failure;
use crate::project::Project;
use crate::run::{self, Run};
use crate::setup;

pub(crate) const HELP: &str = "
Usage: cargo xtask build

Builds the page for release into dist/: WebAssembly made small by wasm-opt, the lazy editor bundle, and a
Content-Security-Policy in the page. All addresses in it are relative, so dist/ can be copied to any folder of
any static host.
";

/// The program of the page and its profile, with the names in the link of index.html for Trunk.
const PROGRAM: &str = "hashrange-web";
const PROFILE: &str = "page";

pub(crate) fn start(project: &Project, parser: Parser) -> Result<ExitCode, Failure> {
    arguments::finish(parser)?;
    build(project)?;
    Ok(ExitCode::SUCCESS)
}

/// Sets up what is missing and builds the page, with the compiler's output on the terminal.
pub(crate) fn build(project: &Project) -> Result<(), Failure> {
    setup::ensure(project, setup::PAGE)?;
    let begin = Instant::now();
    page(project, &run::show)?;
    println!("page    built into dist/ in {:.1} s", begin.elapsed().as_secs_f32());
    Ok(())
}

/// Builds the page. Set-up must be done. `run` starts the programs with long output.
///
/// # Errors
/// When one of the programs fails.
pub(crate) fn page(project: &Project, run: &Run<'_>) -> Result<(), Failure> {
    // The page's two last crates use one core for more than a minute. The rest runs on the other core at the same time.
    thread::scope(|scope| {
        let beside = scope.spawn(|| {
            run::quietly(bundle(project))?;
            bindgen::compile(project)
        });
        run(compile(project.command("cargo")))?;
        beside
            .join()
            .unwrap_or_else(|_| Err(Failure::new("compiling wasm-bindgen", "its thread panicked")))
    })?;
    let folder = project.output("page-module");
    let file = project
        .output("wasm32-unknown-unknown")
        .join(PROFILE)
        .join(format!("{PROGRAM}.wasm"));
    let module = WasmModule {
        file: &file,
        folder: &folder,
        name: PROGRAM,
        target: "web",
        typescript: false,
        debug: false,
        split: true,
    };
    bindgen::make(project, &module)?;
    run(assemble(project, folder))
}

fn bundle(project: &Project) -> Command {
    let mut command = project.command("node");
    command.arg("web/bundle.mjs");
    command
}

/// Compiles the page's program before `page` needs it.
///
/// # Errors
/// When it does not compile.
pub(crate) fn compile_ahead(project: &Project) -> Result<(), Failure> {
    run::quietly(compile(project.idle_cargo()))
}

fn compile(mut command: Command) -> Command {
    command.args([
        "build",
        "--target",
        "wasm32-unknown-unknown",
        "--manifest-path",
        "web/Cargo.toml",
    ]);
    command.args(["--profile", PROFILE, "--bin", PROGRAM, "--features", "split"]);
    // A copy of a function in its caller compresses worse than a call: 8 KB of 2,250 after gzip. Data begins after the
    // stack: with 512 KB, an address in the code has three bytes instead of four, another 6 KB.
    let mut flags = "-Cllvm-args=-inline-threshold=0 -Clink-arg=-zstack-size=524288".to_owned();
    // The page is the same on every machine: panics name a library's file without the folder of its sources.
    if let Some(sources) = sources_of_libraries() {
        flags.push_str(" --remap-path-prefix=");
        flags.push_str(&sources);
        flags.push('=');
    }
    command.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS", flags);
    command
}

/// The folder where cargo unpacks libraries; `None` for one whose path is not a single word.
fn sources_of_libraries() -> Option<String> {
    let cargo = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let cargo = cargo.or_else(|| Some(std::env::home_dir()?.join(".cargo")))?;
    let sources = cargo.join("registry").join("src").to_str()?.to_owned();
    (!sources.contains(char::is_whitespace)).then_some(sources)
}

fn assemble(project: &Project, module: PathBuf) -> Command {
    let mut command = project.command("node");
    command.arg("web/assemble.mjs").arg(module).arg(project.path("dist"));
    command
}

/// Checks that `dist/` contains a release page. `trunk serve` leaves a development page there, which is larger, has no
/// policy, and looks for its live-reload server.
///
/// # Errors
/// When there is no page, or a development page.
pub(crate) fn require_release(project: &Project) -> Result<(), Failure> {
    let failure = |why: &str| Failure::new("looking for the release page", why).by_hand("cargo xtask build");
    let page =
        std::fs::read_to_string(project.path("dist/index.html")).map_err(|_| failure("dist/ holds no page yet"))?;
    if page.contains("http-equiv=\"Content-Security-Policy\"") {
        Ok(())
    } else {
        Err(failure(
            "dist/ holds a page for development, left by `trunk serve` or `trunk build`",
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::{PROFILE, PROGRAM};

    #[test]
    fn trunk_builds_the_same_program_and_profile() {
        let shell = include_str!("../../index.html");
        assert!(shell.contains(&format!("data-bin=\"{PROGRAM}\"")));
        assert!(shell.contains(&format!("data-cargo-profile-release=\"{PROFILE}\"")));
    }
}
