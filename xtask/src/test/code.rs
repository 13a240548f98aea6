//! The stage `code`: programs for requests run against the server, each with the library of its language, and send the
//! same requests as the JSON. Languages whose compilers a machine may lack are parsed by tree-sitter.
//!
//! Must not know how programs are written.

use super::counts::{self, Counts};
use super::native::cargo;
use super::run_options::RunOptions;
use super::server_program;
use super::verdict::{Verdict, require, verdict};
use crate::failure::Failure;
use crate::project::Project;
use crate::python::Packages;
use crate::run::{self, Captured};

/// boto3 is of the models in `tests/aws-model.txt`.
const PACKAGES: [&str; 7] = [
    "boto3==1.44.8",
    "awscli==1.46.3",
    "tree-sitter==0.26.1",
    "tree-sitter-java==0.23.5",
    "tree-sitter-go==0.25.0",
    "tree-sitter-c-sharp==0.23.5",
    "tree-sitter-typescript==0.23.2",
];

pub(super) fn stage(project: &Project, options: RunOptions) -> Result<Verdict, Failure> {
    let packages = match Packages::installed(project, "code-1", &PACKAGES, "aws") {
        Ok(packages) => packages,
        Err(failure) => return Ok(Verdict::Skipped(failure.to_string())),
    };
    let server = server_program::compile(project)?;
    let example = ["--quiet", "--package", "hashrange-code", "--example", "programs"];
    require(cargo(project, &[&["build"], &example[..]].concat()), options)?;
    let programs = format!("programs{}", std::env::consts::EXE_SUFFIX);
    let mut shapes = project.command(packages.program("python"));
    shapes.args(["tests/code/shapes.py", "--check", "crates/code/src/shapes.txt"]);
    let mut run = project.command(packages.program("python"));
    run.arg("tests/code/programs.py")
        .arg(server)
        .arg(project.target().join("debug").join("examples").join(programs))
        .arg(project.target().join("code"))
        .arg("--rust");
    let mut all = Captured {
        success: true,
        text: String::new(),
    };
    let mut counts = Counts::default();
    for command in [shapes, run] {
        let captured = run::capture(command, options.verbose)?;
        let (cases, programs) = counts::from_cases(&captured.text);
        counts = counts.plus(if programs == 1 { cases } else { Counts::one_failed() });
        all.success &= captured.success;
        all.text.push_str(&captured.text);
    }
    Ok(verdict(all, counts, options))
}
