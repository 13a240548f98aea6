//! The Rust command-line tools that checks need: their versions and places. They are searched on PATH
//! (exact version), then in a per-user cache named after tool and version. So a clean checkout does not rebuild them,
//! and the user's own tools stay unchanged. Must not know how a tool is installed.

use std::env;
use std::path::PathBuf;
use std::process::Command;

use crate::programs::on_path;
use crate::run;

/// A tool at one version. The versions are known to work together. Change them deliberately.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Tool {
    /// The package that contains it.
    pub(crate) package: &'static str,
    /// The program that reports its version on `--version`.
    pub(crate) program: &'static str,
    pub(crate) version: &'static str,
    /// The version that the program reports, if it is not the package's.
    pub(crate) reports: Option<&'static str>,
    /// The features of the package to compile. Default features are omitted.
    pub(crate) features: &'static [&'static str],
    /// Whether the first attempt uses the package's own lock file.
    pub(crate) locked_first: bool,
    /// Whether it is compiled with some optimisation. False if a longer compilation saves no running time.
    pub(crate) optimised: bool,
}

/// The runner of tests in a browser. Must be the version of the `wasm-bindgen` crate in
/// Cargo.lock. Its own lock file names a dependency version that is not available everywhere
/// (observed: wasm-bindgen-lock), so the first attempt does not use it. It processes megabytes of WebAssembly, so it is
/// optimised.
pub(crate) const WASM_BINDGEN: Tool = Tool {
    package: "wasm-bindgen-cli",
    program: "wasm-bindgen",
    version: "0.2.130",
    reports: None,
    features: &[],
    locked_first: false,
    optimised: true,
};
/// A third-party endpoint, based on SQLite, for tests of copies. It processes 100,000 items, so it is optimised. Its
/// program counts versions apart from its package (observed: dynoxide-versions).
pub(crate) const DYNOXIDE: Tool = Tool {
    package: "dynoxide-rs",
    program: "dynoxide",
    version: "3.2.0",
    reports: Some("1.5.0"),
    features: &["native-sqlite", "http-server", "cli"],
    locked_first: true,
    optimised: true,
};
pub(crate) const CARGO_DENY: Tool = Tool {
    package: "cargo-deny",
    program: "cargo-deny",
    version: "0.20.2",
    reports: None,
    features: &[],
    locked_first: true,
    optimised: false,
};
/// The command with which developers of WebAssembly run tests.
pub(crate) const WASM_PACK: Tool = Tool {
    package: "wasm-pack",
    program: "wasm-pack",
    version: "0.15.1",
    reports: None,
    features: &[],
    locked_first: true,
    optimised: false,
};
pub(crate) const GECKODRIVER: Tool = Tool {
    package: "geckodriver",
    program: "geckodriver",
    version: "0.37.1",
    reports: None,
    features: &[],
    locked_first: true,
    optimised: false,
};

const ALL: [Tool; 4] = [WASM_BINDGEN, WASM_PACK, CARGO_DENY, GECKODRIVER];

/// The variable that names another cache folder. PATH is then not searched. Used to prove that set-up works on a new
/// machine.
pub(crate) const CACHE_VARIABLE: &str = "HASHRANGE_TOOLS";

impl Tool {
    /// The cache folder of this version.
    pub(crate) fn folder(self) -> PathBuf {
        cache().join(format!("{}-{}", self.package, self.version))
    }

    pub(crate) fn cached_program(self) -> PathBuf {
        self.folder()
            .join("bin")
            .join(format!("{}{}", self.program, env::consts::EXE_SUFFIX))
    }

    pub(crate) fn answers(self, program: &PathBuf) -> bool {
        let mut command = Command::new(program);
        command.arg("--version");
        let version = self.reports.unwrap_or(self.version);
        run::capture(command, false)
            .is_ok_and(|captured| captured.success && captured.text.split_whitespace().any(|word| word == version))
    }

    /// The path of this tool, if the right version is installed anywhere.
    pub(crate) fn find(self) -> Option<PathBuf> {
        let cached = self.cached_program();
        let outside = if env::var_os(CACHE_VARIABLE).is_some() {
            None
        } else {
            on_path(self.program)
        };
        outside
            .into_iter()
            .chain([cached])
            .find(|program| program.is_file() && self.answers(program))
    }
}

pub(crate) fn cache() -> PathBuf {
    if let Some(folder) = env::var_os(CACHE_VARIABLE) {
        return PathBuf::from(folder);
    }
    let caches = env::var_os("XDG_CACHE_HOME")
        .map(PathBuf::from)
        .filter(|path| path.is_absolute());
    caches
        .unwrap_or_else(|| home().join(".cache"))
        .join("hashrange")
        .join("tools")
}

fn home() -> PathBuf {
    env::home_dir().unwrap_or_else(env::temp_dir)
}

/// The folders of the cached tools, placed first on PATH.
pub(crate) fn folders() -> Vec<PathBuf> {
    ALL.iter()
        .map(|tool| tool.folder().join("bin"))
        .filter(|folder| folder.is_dir())
        .collect()
}
