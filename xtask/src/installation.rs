//! Installs the Rust command-line tools into their cache, and as links where a shell finds them.
//!
//! Must not know which tools a command needs.

use std::env;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

use crate::failure::Failure;
use crate::programs::on_path;
use crate::project::Project;
use crate::run;
use crate::tools::{CACHE_VARIABLE, TRUNK, Tool, WASM_BINDGEN, cache, folders, home};

/// Programs that plain `trunk serve` starts by name.
const LINKED: [&str; 2] = ["trunk", "wasm-bindgen"];

impl Tool {
    /// Installs the tool into its cache folder, with the first method that works. `echo` shows the compiler's output.
    ///
    /// # Errors
    /// When no method works. The failure lists all of them.
    pub(crate) fn install(self, project: &Project, echo: bool) -> Result<(), Failure> {
        let mut failure: Option<Failure> = None;
        for command in self.ways(project) {
            let line = run::line(&command);
            let captured = run::capture(command, echo)?;
            if captured.success && self.answers(&self.cached_program()) {
                return Ok(());
            }
            failure = Some(
                failure
                    .unwrap_or_else(|| {
                        Failure::new(
                            format!("installing {} {}", self.package, self.version),
                            captured.tail(12),
                        )
                    })
                    .tried(line),
            );
        }
        let by_hand = format!("cargo install {} --version {}", self.package, self.version);
        Err(failure
            .unwrap_or_else(|| Failure::new(format!("installing {}", self.package), "there was no way to try"))
            .by_hand(by_hand))
    }

    fn ways(self, project: &Project) -> Vec<Command> {
        let mut ways = Vec::new();
        if on_path("cargo-binstall").is_some() {
            let mut command = project.command("cargo");
            command.args(["binstall", "--no-confirm", "--version", self.version, "--root"]);
            command.arg(self.folder()).arg(self.package);
            ways.push(command);
        }
        for locked in [self.locked_first, !self.locked_first] {
            let mut command = project.command("cargo");
            command
                .args(["install", self.package, "--version", self.version, "--root"])
                .arg(self.folder());
            // The default features download over TLS. Set-up leaves them nothing to download.
            command.arg("--no-default-features");
            if !self.features.is_empty() {
                command.args(["--features", &self.features.join(",")]);
            }
            if locked {
                command.arg("--locked");
            }
            // These programs run for seconds and compile for minutes, so less optimisation saves time in total.
            command
                .env(
                    "CARGO_PROFILE_RELEASE_OPT_LEVEL",
                    if self.optimised { "1" } else { "0" },
                )
                .env("CARGO_PROFILE_RELEASE_LTO", "off")
                .env("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "16")
                .env("CARGO_PROFILE_RELEASE_DEBUG", "0")
                .env("CARGO_TARGET_DIR", shared_target());
            ways.push(command);
        }
        ways
    }
}

/// One output folder for all tools, so that shared dependencies are compiled once.
fn shared_target() -> PathBuf {
    cache().join("compiling")
}

/// Frees the disk space of the compiler's output, after all tools are installed.
pub(crate) fn forget_intermediate_files() {
    // If it cannot be removed, it only uses disk space.
    let _ = fs::remove_dir_all(shared_target());
}

fn cargo_programs() -> PathBuf {
    env::var_os("CARGO_HOME")
        .map_or_else(|| home().join(".cargo"), PathBuf::from)
        .join("bin")
}

/// Makes plain `trunk serve` work: links the cached programs into cargo's own folder, which rustup puts on PATH. Does
/// not change an existing program with that name. Returns the linked names.
pub(crate) fn link_programs() -> Vec<String> {
    if env::var_os(CACHE_VARIABLE).is_some() {
        return Vec::new();
    }
    let mut linked = Vec::new();
    for name in LINKED {
        let file = format!("{name}{}", env::consts::EXE_SUFFIX);
        let place = cargo_programs().join(&file);
        let source = folders()
            .into_iter()
            .map(|folder| folder.join(&file))
            .find(|path| path.is_file());
        let Some(source) = source else { continue };
        // Replaces a link of an older set-up if its target no longer exists.
        let dangling = place.is_symlink() && !place.exists();
        if dangling && fs::remove_file(&place).is_err() {
            continue;
        }
        if !place.exists() && on_path(name).is_none() && link(&source, &place) {
            linked.push(place.display().to_string());
        }
    }
    linked
}

#[cfg(unix)]
fn link(source: &PathBuf, place: &PathBuf) -> bool {
    std::os::unix::fs::symlink(source, place).is_ok()
}

#[cfg(not(unix))]
fn link(source: &PathBuf, place: &PathBuf) -> bool {
    // Links need a privilege on Windows. A copy does not.
    fs::copy(source, place).is_ok()
}

/// The line for the shell that makes `trunk serve` work if linking was not possible.
pub(crate) fn path_advice() -> Option<String> {
    let missing = [TRUNK, WASM_BINDGEN]
        .iter()
        .any(|tool| !on_path(tool.program).is_some_and(|found| tool.answers(&found)));
    let folders: Vec<String> = folders().iter().map(|folder| folder.display().to_string()).collect();
    (missing && !folders.is_empty()).then(|| format!("export PATH=\"{}:$PATH\"", folders.join(":")))
}
