//! `cargo xtask package`: the JavaScript package. wasm-pack makes the three forms of the engine; what this adds is one
//! package around them, with the hand-written way from the AWS SDK to the engine.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::Instant;

use crate::arguments::Arguments;
use crate::failure::Failure;
use crate::project::Project;
use crate::run;
use crate::setup::{self, Part};
use crate::tools;

pub(crate) const HELP: &str = "
Usage: cargo xtask package

Builds the JavaScript package into target/package/, ready for `npm install <folder>` or `npm publish`:
  hashrange          the engine, for Node and for bundlers
  hashrange/web      the engine, for pages without a bundler: call the default export first
  hashrange/aws-sdk  a request handler for the AWS SDK for JavaScript
";

/// What the package needs, and its tests: wasm-opt comes with the npm packages, and so does the word that Node is there.
pub(crate) const PARTS: &[Part] =
    &[Part::WasmTarget, Part::Tool(tools::WASM_BINDGEN), Part::Tool(tools::WASM_PACK), Part::Packages];

/// The forms: wasm-pack's name, and the folder in the package.
const FORMS: [(&str, &str); 3] = [("nodejs", "node"), ("bundler", "bundler"), ("web", "web")];

/// Written by hand, beside the crate.
const WRITTEN: [&str; 3] = ["package.json", "aws-sdk.mjs", "aws-sdk.d.mts"];

/// The manifest beside a form for Node, below a package of modules.
pub(crate) const COMMON_JS: &str = "{ \"type\": \"commonjs\" }\n";

/// How much the compiler works on it.
#[derive(Clone, Copy)]
pub(crate) enum Effort {
    /// As it is published.
    Release,
    /// With its own checks, and what other tests have compiled already.
    Test,
}

pub(crate) fn start(project: &Project, arguments: Arguments) -> Result<ExitCode, Failure> {
    arguments.finish()?;
    setup::ensure(project, PARTS)?;
    let begin = Instant::now();
    let folder = build(project)?;
    println!("package built into {} in {:.1} s", folder.display(), begin.elapsed().as_secs_f32());
    Ok(ExitCode::SUCCESS)
}

/// Builds the package as it is published, and answers where.
pub(crate) fn build(project: &Project) -> Result<PathBuf, Failure> {
    let folder = folder(project, Effort::Release);
    for command in prepare(project, Effort::Release)? {
        run::show(command)?;
    }
    finish(project, &folder)?;
    Ok(folder)
}

/// Where the package is built.
pub(crate) fn folder(project: &Project, effort: Effort) -> PathBuf {
    let name = match effort {
        Effort::Release => "package",
        Effort::Test => "package-for-tests",
    };
    let target = project.target();
    if target.is_absolute() { target.join(name) } else { project.root().join(target).join(name) }
}

/// Empties the folder. The commands that build the forms of the engine come next, and `finish` after them.
pub(crate) fn prepare(project: &Project, effort: Effort) -> Result<Vec<Command>, Failure> {
    let folder = folder(project, effort);
    if folder.exists() {
        fs::remove_dir_all(&folder).map_err(failure)?;
    }
    let forms = FORMS.iter().map(|(target, form)| {
        let mut command = project.command("wasm-pack");
        command.arg("build").arg(project.path("crates/wasm"));
        command.arg(match effort {
            Effort::Release => "--release",
            Effort::Test => "--dev",
        });
        command.args(["--no-pack", "--target", target, "--out-name", "hashrange", "--out-dir"]);
        command.arg(folder.join(form));
        command
    });
    Ok(forms.collect())
}

/// Makes one package of the forms.
pub(crate) fn finish(project: &Project, folder: &Path) -> Result<(), Failure> {
    for (_, form) in FORMS {
        let ignored = folder.join(form).join(".gitignore");
        // It would make npm leave the form out.
        if ignored.exists() {
            fs::remove_file(ignored).map_err(failure)?;
        }
    }
    for name in WRITTEN {
        fs::copy(project.path("crates/wasm/js").join(name), folder.join(name)).map_err(failure)?;
    }
    fs::copy(project.path("crates/wasm/README.md"), folder.join("README.md")).map_err(failure)?;
    for licence in ["LICENSE-APACHE", "LICENSE-MIT"] {
        fs::copy(project.path(licence), folder.join(licence)).map_err(failure)?;
    }
    // The form for Node is CommonJS, in a package of modules.
    fs::write(folder.join("node/package.json"), COMMON_JS).map_err(failure)?;
    check_version(&folder.join("package.json"))
}

/// The package is as old as the crates.
fn check_version(manifest: &Path) -> Result<(), Failure> {
    let text = fs::read_to_string(manifest).map_err(failure)?;
    let manifest: serde_json::Value = serde_json::from_str(&text).map_err(std::io::Error::other).map_err(failure)?;
    let found = manifest.get("version").and_then(serde_json::Value::as_str).unwrap_or_default();
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
