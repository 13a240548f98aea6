//! `cargo xtask package`: the JavaScript package. Cargo compiles the engine once, wasm-bindgen creates its three forms,
//! and wasm-opt optimises them. The package contains them and the hand-written adapter from the AWS SDK to the engine.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use lexopt::Parser;

use crate::arguments;
use crate::bindgen::{self, WasmModule};
use crate::failure::Failure;
use crate::licences;
use crate::project::Project;
use crate::run::{self, Run};
use crate::setup::{self, Part};

pub(crate) const HELP: &str = "
Usage: cargo xtask package

Builds the JavaScript package into target/package/, ready for `npm install <folder>` or `npm publish`:
  hashrange          the engine, for Node, and for bundlers that import WebAssembly as a module
  hashrange/web      the engine, for pages with any bundler or none: call the default export first
  hashrange/aws-sdk  a request handler for the AWS SDK for JavaScript
";

/// What the package and its tests need: wasm-opt is in the npm packages, and their set-up checks that Node exists.
pub(crate) const PARTS: &[Part] = &[Part::WasmTarget, Part::Packages];

/// The options of wasm-opt that make a release fast. The features are those that compiled Rust uses.
const FASTER: [&str; 8] = [
    "-O3",
    "--enable-bulk-memory",
    "--enable-bulk-memory-opt",
    "--enable-nontrapping-float-to-int",
    "--enable-sign-ext",
    "--enable-mutable-globals",
    "--enable-reference-types",
    "--enable-multivalue",
];

/// The forms: wasm-bindgen's name, and the folder in the package.
const FORMS: [(&str, &str); 3] = [("nodejs", "node"), ("bundler", "bundler"), ("web", "web")];

/// The module of each form that has the class.
const CLASSES: [&str; 3] = ["node/hashrange.js", "bundler/hashrange_bg.js", "web/hashrange.js"];

/// The folder of the hand-written files.
const JAVASCRIPT: &str = "crates/wasm/js";
/// Those that the package contains.
const WRITTEN: [&str; 3] = ["package.json", "aws-sdk.mjs", "aws-sdk.d.mts"];
/// The one that is appended to the module with the class.
const AFTER_FREE: &str = "after-free.js";

/// The manifest beside a form for Node, in a package of modules.
pub(crate) const COMMON_JS: &str = "{ \"type\": \"commonjs\" }\n";

/// How far the compiler optimises the package.
#[derive(Clone, Copy)]
pub(crate) enum Effort {
    /// As published.
    Release,
    /// With runtime checks, and dependencies that other tests have already compiled.
    Test,
}

pub(crate) fn start(project: &Project, parser: Parser) -> Result<ExitCode, Failure> {
    arguments::finish(parser)?;
    setup::ensure(project, PARTS)?;
    let begin = Instant::now();
    let folder = build(project)?;
    println!(
        "package built into {} in {:.1} s",
        folder.display(),
        begin.elapsed().as_secs_f32()
    );
    Ok(ExitCode::SUCCESS)
}

/// Builds the package for publication, and returns its folder.
pub(crate) fn build(project: &Project) -> Result<PathBuf, Failure> {
    let file = compile(project, "hashrange-wasm", Effort::Release, &run::show)?;
    let folder = folder(project, Effort::Release);
    make_forms(project, &file, Effort::Release)?;
    for (_, form) in FORMS {
        let program = folder.join(form).join("hashrange_bg.wasm");
        let mut command = project.command("node");
        command
            .arg("node_modules/binaryen/bin/wasm-opt")
            .args(FASTER)
            .arg(&program)
            .arg("-o")
            .arg(&program);
        run::quietly(command)?;
    }
    finish(project, &folder)?;
    Ok(folder)
}

/// Builds the package for the tests. Its forms stay if the engine has not changed since they were created.
pub(crate) fn build_for_tests(project: &Project, run: &Run<'_>) -> Result<(), Failure> {
    let file = compile(project, "hashrange-wasm", Effort::Test, run)?;
    let folder = folder(project, Effort::Test);
    let changed = |path: &Path| fs::metadata(path).and_then(|metadata| metadata.modified()).ok();
    // This file is written last.
    let made = changed(&folder.join("node/package.json"));
    let appended = project.path(JAVASCRIPT).join(AFTER_FREE);
    if made.is_none() || made < changed(&file).max(changed(&appended)) {
        make_forms(project, &file, Effort::Test)?;
    }
    finish(project, &folder)
}

/// Compiles the library of a package to WebAssembly, and returns the path of the file.
pub(crate) fn compile(project: &Project, package: &str, effort: Effort, run: &Run<'_>) -> Result<PathBuf, Failure> {
    let mut command = project.command("cargo");
    command.args([
        "build",
        "--lib",
        "--target",
        "wasm32-unknown-unknown",
        "--package",
        package,
    ]);
    let profile = match effort {
        Effort::Release => {
            command.arg("--release");
            "release"
        }
        Effort::Test => "debug",
    };
    run(command)?;
    let file = format!("wasm32-unknown-unknown/{profile}/{}.wasm", package.replace('-', "_"));
    Ok(project.output(&file))
}

/// The folder of the built package.
pub(crate) fn folder(project: &Project, effort: Effort) -> PathBuf {
    let name = match effort {
        Effort::Release => "package",
        Effort::Test => "package-for-tests",
    };
    project.output(name)
}

/// Empties the folder and creates the forms in it.
fn make_forms(project: &Project, file: &Path, effort: Effort) -> Result<(), Failure> {
    let folder = folder(project, effort);
    if folder.exists() {
        fs::remove_dir_all(&folder).map_err(failure)?;
    }
    let debug = matches!(effort, Effort::Test);
    for (target, form) in FORMS {
        let folder = folder.join(form);
        let module = WasmModule {
            file,
            folder: &folder,
            name: "hashrange",
            target,
            typescript: true,
            debug,
            split: false,
        };
        bindgen::make(project, &module)?;
    }
    let after_free = fs::read_to_string(project.path(JAVASCRIPT).join(AFTER_FREE)).map_err(failure)?;
    for class in CLASSES {
        let place = folder.join(class);
        let module = fs::read_to_string(&place).map_err(failure)?;
        fs::write(place, format!("{module}\n{after_free}")).map_err(failure)?;
    }
    Ok(())
}

/// Assembles the forms into one package.
fn finish(project: &Project, folder: &Path) -> Result<(), Failure> {
    for name in WRITTEN {
        fs::copy(project.path(JAVASCRIPT).join(name), folder.join(name)).map_err(failure)?;
    }
    fs::copy(project.path("crates/wasm/README.md"), folder.join("README.md")).map_err(failure)?;
    for licence in ["LICENSE-APACHE", "LICENSE-MIT"] {
        fs::copy(project.path(licence), folder.join(licence)).map_err(failure)?;
    }
    check_version(&folder.join("package.json"))?;
    let third_party = folder.join("THIRD-PARTY.txt");
    licences::write(
        project,
        "the package hashrange",
        "hashrange-wasm",
        "wasm32-unknown-unknown",
        &third_party,
    )?;
    // The form for Node is CommonJS, in a package of modules.
    fs::write(folder.join("node/package.json"), COMMON_JS).map_err(failure)
}

/// Checks that the package has the version of the crates.
fn check_version(manifest: &Path) -> Result<(), Failure> {
    let text = fs::read_to_string(manifest).map_err(failure)?;
    let manifest: serde_json::Value = serde_json::from_str(&text)
        .map_err(std::io::Error::other)
        .map_err(failure)?;
    let found = manifest
        .get("version")
        .and_then(serde_json::Value::as_str)
        .unwrap_or_default();
    let version = env!("CARGO_PKG_VERSION");
    if found == version {
        Ok(())
    } else {
        let why = format!("crates/wasm/js/package.json has version {found}, the crates have {version}");
        Err(Failure::new("putting the JavaScript package together", why))
    }
}

#[allow(clippy::needless_pass_by_value, reason = "given to map_err by name")]
fn failure(error: std::io::Error) -> Failure {
    Failure::new("putting the JavaScript package together", error.to_string())
}
