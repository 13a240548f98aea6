//! Installs the Rust command-line tools into their cache.
//!
//! Must not know which tools a command needs.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use crate::failure::Failure;
use crate::programs::on_path;
use crate::project::Project;
use crate::run;
use crate::tools::{Tool, cache};

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
