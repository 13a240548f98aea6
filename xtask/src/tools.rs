//! The Rust command-line tools the page needs: their versions, where they are looked for, how they are installed.
//! Looked for on PATH (exact version), then in a per-user cache named after tool and version, then installed there;
//! so a clean checkout does not rebuild them, and the user's own tools are left alone.

use std::env;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

use crate::failure::Failure;
use crate::project::{Project, on_path};
use crate::run;

/// A tool at one version. The versions are pins that were seen to work together; move them on purpose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Tool {
    /// The package that contains it.
    pub(crate) package: &'static str,
    /// The program that answers `--version`.
    pub(crate) program: &'static str,
    pub(crate) version: &'static str,
    /// Whether the package's own lock file is tried first.
    locked_first: bool,
    /// Whether it is compiled with some optimisation; not where a minute of compiling saves none of running.
    optimised: bool,
}

pub(crate) const TRUNK: Tool =
    Tool { package: "trunk", program: "trunk", version: "0.21.14", locked_first: true, optimised: false };
/// Must be the version of the `wasm-bindgen` crate in Cargo.lock. Its own lock names a dependency version that is not
/// to be had everywhere (observed), so it is first installed without.
/// The one that has work to do, on megabytes of WebAssembly.
pub(crate) const WASM_BINDGEN: Tool = Tool {
    package: "wasm-bindgen-cli",
    program: "wasm-bindgen",
    version: "0.2.130",
    locked_first: false,
    optimised: true,
};
pub(crate) const WASM_PACK: Tool =
    Tool { package: "wasm-pack", program: "wasm-pack", version: "0.15.1", locked_first: true, optimised: false };

const ALL: [Tool; 3] = [TRUNK, WASM_BINDGEN, WASM_PACK];

/// Programs that plain `trunk serve` and `wasm-pack test` start by name.
const LINKED: [&str; 4] = ["trunk", "wasm-bindgen", "wasm-bindgen-test-runner", "wasm-pack"];

/// Names another cache folder; PATH is then not searched. Used to prove that set-up works from nothing.
const CACHE_VARIABLE: &str = "HASHRANGE_TOOLS";

impl Tool {
    /// The cache folder of this version.
    fn folder(self) -> PathBuf {
        cache().join(format!("{}-{}", self.package, self.version))
    }

    fn cached_program(self) -> PathBuf {
        self.folder().join("bin").join(format!("{}{}", self.program, env::consts::EXE_SUFFIX))
    }

    fn answers(self, program: &PathBuf) -> bool {
        let mut command = Command::new(program);
        command.arg("--version");
        run::capture(command, false)
            .is_ok_and(|captured| captured.success && captured.text.split_whitespace().any(|word| word == self.version))
    }

    /// Where this tool is, if it is anywhere at the right version.
    pub(crate) fn find(self) -> Option<PathBuf> {
        let cached = self.cached_program();
        let outside = if env::var_os(CACHE_VARIABLE).is_some() { None } else { on_path(self.program) };
        outside.into_iter().chain([cached]).find(|program| program.is_file() && self.answers(program))
    }

    /// Installs the tool into its cache folder, by the first way that works. `echo` shows what the compiler says.
    ///
    /// # Errors
    /// When none does; the failure lists them all.
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
                        Failure::new(format!("installing {} {}", self.package, self.version), captured.tail(12))
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
            command.args(["install", self.package, "--version", self.version, "--root"]).arg(self.folder());
            // What they have by default is for downloads of their own, over TLS; set-up leaves them nothing to download.
            command.arg("--no-default-features");
            if locked {
                command.arg("--locked");
            }
            // These programs run for seconds and compile for minutes: little optimisation is the better bargain.
            command
                .env("CARGO_PROFILE_RELEASE_OPT_LEVEL", if self.optimised { "1" } else { "0" })
                .env("CARGO_PROFILE_RELEASE_LTO", "off")
                .env("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "16")
                .env("CARGO_PROFILE_RELEASE_DEBUG", "0")
                .env("CARGO_TARGET_DIR", shared_target());
            ways.push(command);
        }
        ways
    }
}

/// One output folder for all tools, so that what they share is compiled once.
fn shared_target() -> PathBuf {
    cache().join("compiling")
}

/// Frees the space the compiler took, after all tools are installed.
pub(crate) fn forget_intermediate_files() {
    // What cannot be removed costs disk space only.
    let _ = fs::remove_dir_all(shared_target());
}

fn cache() -> PathBuf {
    if let Some(folder) = env::var_os(CACHE_VARIABLE) {
        return PathBuf::from(folder);
    }
    let caches = env::var_os("XDG_CACHE_HOME").map(PathBuf::from).filter(|path| path.is_absolute());
    caches.unwrap_or_else(|| home().join(".cache")).join("hashrange").join("tools")
}

fn home() -> PathBuf {
    env::home_dir().unwrap_or_else(env::temp_dir)
}

/// The folders of the cached tools, to stand first on PATH.
pub(crate) fn folders() -> Vec<PathBuf> {
    ALL.iter().map(|tool| tool.folder().join("bin")).filter(|folder| folder.is_dir()).collect()
}

fn cargo_programs() -> PathBuf {
    env::var_os("CARGO_HOME").map_or_else(|| home().join(".cargo"), PathBuf::from).join("bin")
}

/// Makes plain `trunk serve` work: links the cached programs into cargo's own folder, which rustup puts on PATH.
/// A program of that name that is already there is never touched. Returns the names that were linked.
pub(crate) fn link_programs() -> Vec<String> {
    if env::var_os(CACHE_VARIABLE).is_some() {
        return Vec::new();
    }
    let mut linked = Vec::new();
    for name in LINKED {
        let file = format!("{name}{}", env::consts::EXE_SUFFIX);
        let place = cargo_programs().join(&file);
        let source = folders().into_iter().map(|folder| folder.join(&file)).find(|path| path.is_file());
        let Some(source) = source else { continue };
        // A link of an older set-up whose target is gone is replaced.
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
    // Links need a privilege on Windows; a copy does not.
    fs::copy(source, place).is_ok()
}

/// The line for the shell that makes `trunk serve` work where linking was not possible.
pub(crate) fn path_advice() -> Option<String> {
    let missing =
        [TRUNK, WASM_BINDGEN].iter().any(|tool| !on_path(tool.program).is_some_and(|found| tool.answers(&found)));
    let folders: Vec<String> = folders().iter().map(|folder| folder.display().to_string()).collect();
    (missing && !folders.is_empty()).then(|| format!("export PATH=\"{}:$PATH\"", folders.join(":")))
}
