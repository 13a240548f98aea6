//! The Rust command-line tools the page needs: their versions, and where they are looked for.
//! Looked for on PATH (exact version), then in a per-user cache named after tool and version; so a clean checkout does not
//! rebuild them, and the user's own tools are left alone. Must not know how a tool is installed.

use std::env;
use std::path::PathBuf;
use std::process::Command;

use crate::programs::on_path;
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
    pub(crate) locked_first: bool,
    /// Whether it is compiled with some optimisation; not where a minute of compiling saves none of running.
    pub(crate) optimised: bool,
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

/// Names another cache folder; PATH is then not searched. Used to prove that set-up works from nothing.
pub(crate) const CACHE_VARIABLE: &str = "HASHRANGE_TOOLS";

impl Tool {
    /// The cache folder of this version.
    pub(crate) fn folder(self) -> PathBuf {
        cache().join(format!("{}-{}", self.package, self.version))
    }

    pub(crate) fn cached_program(self) -> PathBuf {
        self.folder().join("bin").join(format!("{}{}", self.program, env::consts::EXE_SUFFIX))
    }

    pub(crate) fn answers(self, program: &PathBuf) -> bool {
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
}

pub(crate) fn cache() -> PathBuf {
    if let Some(folder) = env::var_os(CACHE_VARIABLE) {
        return PathBuf::from(folder);
    }
    let caches = env::var_os("XDG_CACHE_HOME").map(PathBuf::from).filter(|path| path.is_absolute());
    caches.unwrap_or_else(|| home().join(".cache")).join("hashrange").join("tools")
}

pub(crate) fn home() -> PathBuf {
    env::home_dir().unwrap_or_else(env::temp_dir)
}

/// The folders of the cached tools, to stand first on PATH.
pub(crate) fn folders() -> Vec<PathBuf> {
    ALL.iter().map(|tool| tool.folder().join("bin")).filter(|folder| folder.is_dir()).collect()
}
