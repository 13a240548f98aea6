//! The server's program for the stages that start it, compiled once with the profile of the tests.
//!
//! Must not know how a stage uses it.

use std::path::PathBuf;

use crate::failure::Failure;
use crate::project::Project;
use crate::run;

/// The variable in which a test in JavaScript finds the program.
pub(super) const VARIABLE: &str = "HASHRANGE_SERVER";

/// Compiles the program and returns its path.
pub(super) fn compile(project: &Project) -> Result<PathBuf, Failure> {
    let mut build = project.command("cargo");
    build.args(["build", "--quiet", "--package", "hashrange-server"]);
    let built = run::capture(build, false)?;
    if !built.success {
        return Err(Failure::new("compiling the server", built.tail(20)));
    }
    let name = format!("hashrange-server{}", std::env::consts::EXE_SUFFIX);
    Ok(project.target().join("debug").join(name))
}
