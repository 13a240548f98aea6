//! Creates JavaScript modules from compiled WebAssembly, with the package `xtask-bindgen`, which is wasm-bindgen's
//! library with a command line. The package is compiled with the project's own lock file, so it always has the version
//! of the crate `wasm-bindgen`.

use std::path::Path;
use std::process::Command;

use crate::failure::Failure;
use crate::project::Project;
use crate::run;

/// A module to create.
pub(crate) struct WasmModule<'a> {
    /// The file that cargo compiled.
    pub(crate) file: &'a Path,
    /// The output folder of the module. Earlier content is removed.
    pub(crate) folder: &'a Path,
    /// The name of its files.
    pub(crate) name: &'a str,
    /// The importer of the module, in wasm-bindgen's words: `web`, `bundler` or `nodejs`.
    pub(crate) target: &'a str,
    /// Whether its types are written beside it.
    pub(crate) typescript: bool,
    /// Whether it checks its arguments.
    pub(crate) debug: bool,
    /// Whether it is divided into several files first.
    pub(crate) split: bool,
}

/// Compiles the program with the lowest priority.
///
/// # Errors
/// When it does not compile.
pub(crate) fn compile(project: &Project) -> Result<(), Failure> {
    let mut command = project.idle_cargo();
    command.args(["build", "--package", PACKAGE, "--profile", "tools"]);
    run::quietly(command)
}

/// Creates the module.
///
/// # Errors
/// When wasm-bindgen cannot read the file, or the folder cannot be written.
pub(crate) fn make(project: &Project, module: &WasmModule<'_>) -> Result<(), Failure> {
    if module.folder.exists() {
        std::fs::remove_dir_all(module.folder)
            .map_err(|error| Failure::new("removing the module that was there", error.to_string()))?;
    }
    run::quietly(command(project, module))
}

const PACKAGE: &str = "xtask-bindgen";

fn command(project: &Project, module: &WasmModule<'_>) -> Command {
    let mut command = project.command("cargo");
    command
        .args(["run", "--quiet", "--package", PACKAGE, "--profile", "tools", "--"])
        .arg(module.file);
    command
        .args(["--target", module.target, "--out-name", module.name, "--out-dir"])
        .arg(module.folder);
    if !module.typescript {
        command.arg("--no-typescript");
    }
    if module.debug {
        command.arg("--debug");
    }
    if module.split {
        command.arg("--split");
    }
    command
}
