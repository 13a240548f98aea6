//! `cargo xtask setup`: every part that the other commands need. Looks for each part first, and installs it only if it
//! is missing. It names each missing part before it installs it. The other commands call `ensure` with the parts they
//! need, and then only missing parts are printed.

mod ahead;

use std::io::IsTerminal as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use lexopt::prelude::*;

use crate::browser;
use crate::failure::Failure;
use crate::firefox;
use crate::installation;
use crate::packages;
use crate::programs::on_path;
use crate::project::Project;
use crate::run;
use crate::tools::{self, Tool};
use crate::webkit;
pub(crate) use ahead::Ahead;

pub(crate) const HELP: &str = "
Usage: cargo xtask setup [--no-browser]

Looks for each part and installs what is missing; running it again changes nothing.
  wasm target   the wasm32-unknown-unknown target, rustfmt and clippy, through rustup
  tools         wasm-bindgen with its runner of tests, into a per-user cache folder; only `test` needs them
  packages      the npm packages of package-lock.json, into node_modules
  browser       Chromium and chromedriver, through apt-get; only `test` needs them
What only `cargo xtask test` needs (cargo-deny; with --full Firefox, geckodriver, WebKitGTK) is installed when that runs.

Options:
  --no-browser  leave the browser out

Environment:
  HASHRANGE_TOOLS         another cache folder; PATH is then not searched for tools
  HASHRANGE_CHROMIUM      the browser to test with
  HASHRANGE_CHROMEDRIVER  the driver that belongs to it
  HASHRANGE_FIREFOX       the Firefox of the longer tier
";

/// A part of the machine that a command needs.
#[derive(Clone, Copy)]
pub(crate) enum Part {
    /// The standard library for wasm32.
    WasmTarget,
    /// rustfmt and clippy.
    Checkers,
    Tool(Tool),
    /// The npm packages.
    Packages,
    Browser,
    Firefox,
    WebKit,
}

/// The parts that the page's build needs.
pub(crate) const PAGE: &[Part] = &[Part::WasmTarget, Part::Packages];

pub(crate) fn start(project: &Project, mut parser: lexopt::Parser) -> Result<ExitCode, Failure> {
    let mut no_browser = false;
    while let Some(word) = parser.next()? {
        match word {
            Long("no-browser") => no_browser = true,
            other => return Err(other.unexpected().into()),
        }
    }
    let mut parts = vec![Part::Checkers, Part::Tool(tools::WASM_BINDGEN)];
    parts.extend_from_slice(PAGE);
    if !no_browser {
        parts.push(Part::Browser);
    }
    let begin = Instant::now();
    provide(project, &parts, true)?;
    println!("ready in {:.1} s", begin.elapsed().as_secs_f32());
    Ok(ExitCode::SUCCESS)
}

/// Checks that the parts exist, and installs missing ones.
///
/// # Errors
/// When a part is missing and cannot be installed.
pub(crate) fn ensure(project: &Project, parts: &[Part]) -> Result<(), Failure> {
    provide(project, parts, false)
}

fn provide(project: &Project, parts: &[Part], all: bool) -> Result<(), Failure> {
    let mut compiled = false;
    for part in parts.iter().copied() {
        let begin = Instant::now();
        let result = match find(project, part)? {
            Some(place) if all => place,
            Some(_) => continue,
            None => {
                let (how, time) = installation_of(part);
                println!("set-up  {:<26} missing: {how}, about {time} ...", title(part));
                install(project, part)?;
                compiled |= matches!(part, Part::Tool(_));
                "installed".to_owned()
            }
        };
        println!(
            "set-up  {:<26} {:>6.1} s  {result}",
            title(part),
            begin.elapsed().as_secs_f32()
        );
    }
    if compiled {
        installation::forget_intermediate_files();
    }
    Ok(())
}

fn title(part: Part) -> String {
    match part {
        Part::WasmTarget => "wasm32 target".to_owned(),
        Part::Checkers => "rustfmt, clippy".to_owned(),
        Part::Tool(tool) => format!("{} {}", tool.package, tool.version),
        Part::Packages => "npm packages".to_owned(),
        Part::Browser => "Chromium, chromedriver".to_owned(),
        Part::Firefox => "Firefox".to_owned(),
        Part::WebKit => "WebKitGTK".to_owned(),
    }
}

/// How a part is installed, and how long that takes on 2 cores with a fast network.
const fn installation_of(part: Part) -> (&'static str, &'static str) {
    match part {
        Part::WasmTarget => ("rustup target add", "20 s"),
        Part::Checkers => ("rustup component add", "20 s"),
        Part::Tool(_) => ("compiled once for all checkouts", "2 minutes"),
        Part::Packages => ("npm ci", "10 s"),
        Part::Browser | Part::Firefox | Part::WebKit => ("apt-get install", "1 minute"),
    }
}

/// Where a part is, if it is installed.
fn find(project: &Project, part: Part) -> Result<Option<String>, Failure> {
    let installed = |is_there: bool| is_there.then(|| "installed".to_owned());
    let place = |program: PathBuf| program.display().to_string();
    Ok(match part {
        Part::WasmTarget => installed(has_wasm_target(project)?),
        Part::Checkers => installed(has_checkers(project)),
        Part::Tool(tool) => tool.find().map(place),
        Part::Packages => packages::are_current(project).then(|| "node_modules is current".to_owned()),
        Part::Browser => browser::find().map(|found| place(found.program)),
        Part::Firefox => firefox::find().map(place),
        Part::WebKit => webkit::find().map(|found| place(found.driver)),
    })
}

fn install(project: &Project, part: Part) -> Result<(), Failure> {
    match part {
        Part::WasmTarget => rustup(project, &["target", "add", "wasm32-unknown-unknown"]),
        Part::Checkers => rustup(project, &["component", "add", "rustfmt", "clippy"]),
        Part::Tool(tool) => tool.install(project, std::io::stderr().is_terminal()),
        Part::Packages => packages::install(project),
        Part::Browser => browser::install(project),
        Part::Firefox => firefox::install(project),
        Part::WebKit => webkit::install(project),
    }
}

fn has_wasm_target(project: &Project) -> Result<bool, Failure> {
    let mut command = project.command("rustc");
    command.args(["--print", "target-libdir", "--target", "wasm32-unknown-unknown"]);
    let captured = run::capture(command, false)?;
    Ok(captured.success && Path::new(captured.text.trim()).is_dir())
}

fn has_checkers(project: &Project) -> bool {
    ["fmt", "clippy"].iter().all(|name| {
        let mut command = project.command("cargo");
        command.args([name, "--version"]);
        run::capture(command, false).is_ok_and(|captured| captured.success)
    })
}

fn rustup(project: &Project, words: &[&str]) -> Result<(), Failure> {
    let mut command = project.command("rustup");
    command.args(words);
    let line = run::line(&command);
    if on_path("rustup").is_none() {
        return Err(Failure::new(
            format!("running `{line}`"),
            "rustup is not on PATH, and this toolchain lacks a part",
        )
        .by_hand("install rustup, or the same part through your system's package manager"));
    }
    let captured = run::capture(command, false)?;
    if captured.success {
        Ok(())
    } else {
        Err(Failure::new("completing the Rust toolchain", captured.tail(8))
            .tried(line.clone())
            .by_hand(line))
    }
}
