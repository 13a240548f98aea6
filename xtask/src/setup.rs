//! `cargo xtask setup`: every part that the other commands need. Looks for each part first, and installs it only if it
//! is missing. The other commands call `ensure` with the parts they need. Then only steps that changed something are
//! printed.

mod ahead;

use std::io::IsTerminal as _;
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
    for part in parts {
        let begin = Instant::now();
        let outcome = provide_one(project, *part)?;
        compiled |= matches!((part, &outcome), (Part::Tool(_), Outcome::Installed(_)));
        let seconds = begin.elapsed().as_secs_f32();
        match outcome {
            Outcome::Installed(how) => println!("set-up  {:<26} {seconds:>6.1} s  {how}", title(*part)),
            Outcome::Found(place) if all => println!("set-up  {:<26} {seconds:>6.1} s  {place}", title(*part)),
            Outcome::Found(_) => {}
        }
    }
    if compiled {
        installation::forget_intermediate_files();
    }
    Ok(())
}

enum Outcome {
    Found(String),
    Installed(String),
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

fn provide_one(project: &Project, part: Part) -> Result<Outcome, Failure> {
    match part {
        Part::WasmTarget => provide_wasm_target(project),
        Part::Checkers => provide_checkers(project),
        Part::Tool(tool) => provide_tool(project, tool),
        Part::Packages if packages::are_current(project) => Ok(Outcome::Found("node_modules is current".to_owned())),
        Part::Packages => packages::install(project).map(|()| Outcome::Installed("npm ci".to_owned())),
        Part::Browser => provide_browser(project),
        Part::Firefox => match firefox::find() {
            Some(program) => Ok(Outcome::Found(program.display().to_string())),
            None => firefox::install(project).map(|()| Outcome::Installed("apt-get install firefox-esr".to_owned())),
        },
        Part::WebKit => match webkit::find() {
            Some(found) => Ok(Outcome::Found(found.driver.display().to_string())),
            None => {
                webkit::install(project).map(|()| Outcome::Installed("apt-get install webkit2gtk-driver".to_owned()))
            }
        },
    }
}

fn provide_wasm_target(project: &Project) -> Result<Outcome, Failure> {
    let mut command = project.command("rustc");
    command.args(["--print", "target-libdir", "--target", "wasm32-unknown-unknown"]);
    let captured = run::capture(command, false)?;
    if captured.success && std::path::Path::new(captured.text.trim()).is_dir() {
        return Ok(Outcome::Found("installed".to_owned()));
    }
    rustup(project, &["target", "add", "wasm32-unknown-unknown"])
}

fn provide_checkers(project: &Project) -> Result<Outcome, Failure> {
    let present = |name: &str| {
        let mut command = project.command("cargo");
        command.args([name, "--version"]);
        run::capture(command, false).is_ok_and(|captured| captured.success)
    };
    if present("fmt") && present("clippy") {
        return Ok(Outcome::Found("installed".to_owned()));
    }
    rustup(project, &["component", "add", "rustfmt", "clippy"])
}

fn rustup(project: &Project, words: &[&str]) -> Result<Outcome, Failure> {
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
        Ok(Outcome::Installed(line))
    } else {
        Err(Failure::new("completing the Rust toolchain", captured.tail(8))
            .tried(line.clone())
            .by_hand(line))
    }
}

fn provide_tool(project: &Project, tool: Tool) -> Result<Outcome, Failure> {
    if let Some(place) = tool.find() {
        return Ok(Outcome::Found(place.display().to_string()));
    }
    println!(
        "set-up  {} {} is compiled now, once; this takes a few minutes ...",
        tool.package, tool.version
    );
    tool.install(project, std::io::stderr().is_terminal())?;
    Ok(Outcome::Installed("installed into the cache".to_owned()))
}

fn provide_browser(project: &Project) -> Result<Outcome, Failure> {
    if let Some(found) = browser::find() {
        return Ok(Outcome::Found(found.program.display().to_string()));
    }
    println!("set-up  Chromium is installed with apt-get now ...");
    browser::install(project)?;
    Ok(Outcome::Installed(
        "apt-get install chromium chromium-driver".to_owned(),
    ))
}
