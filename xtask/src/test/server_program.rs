//! The server's program for the stages that start it: the one that cargo compiled for the server's own tests.
//!
//! Must not know how a stage uses it.

use std::path::PathBuf;

use super::native;
use crate::failure::Failure;
use crate::project::Project;
use crate::run;

/// The variable in which a test in JavaScript finds the program.
pub(super) const VARIABLE: &str = "HASHRANGE_SERVER";

/// Compiles the program and returns its path.
pub(super) fn compile(project: &Project) -> Result<PathBuf, Failure> {
    let mut build = native::programs(project, &["sockets"]);
    build.args(["--quiet", "--no-run"]);
    let built = run::capture(build, false)?;
    if !built.success {
        return Err(Failure::new("compiling the server", built.tail(20)));
    }
    let name = format!("hashrange-server{}", std::env::consts::EXE_SUFFIX);
    Ok(project.target().join("debug").join(name))
}
