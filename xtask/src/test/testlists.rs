//! The stage `testlists`: access patterns as tests in Python, JavaScript and Rust run against the server, and exactly those
//! fail that fail on the board. AWS's MCP server executes the file that is written for it.
//!
//! Must not know how files are written.

use super::counts::{self, Counts};
use super::native::cargo;
use super::run_options::RunOptions;
use super::server_program;
use super::verdict::{Verdict, require, verdict};
use crate::failure::Failure;
use crate::project::Project;
use crate::python::Packages;
use crate::run;

/// boto3 is of the version that this MCP server demands.
const PACKAGES: [&str; 3] = ["boto3==1.42.77", "pytest==9.2.0", "awslabs.dynamodb-mcp-server==2.1.8"];

pub(super) fn stage(project: &Project, options: RunOptions) -> Result<Verdict, Failure> {
    let packages = match Packages::installed(project, "testlists-1", &PACKAGES, "pytest") {
        Ok(packages) => packages,
        Err(failure) => return Ok(Verdict::Skipped(failure.to_string())),
    };
    let server = server_program::compile(project)?;
    let example = ["--quiet", "--package", "hashrange-pattern", "--example", "lists"];
    require(cargo(project, &[&["build"], &example[..]].concat()), options)?;
    let lists = format!("lists{}", std::env::consts::EXE_SUFFIX);
    let mut run = project.command(packages.program("python"));
    run.arg("tests/testlists/lists.py")
        .arg(server)
        .arg(project.target().join("debug").join("examples").join(lists))
        .arg(project.target().join("testlists"))
        // The stage `code` compiles the same SDK there.
        .arg(project.target().join("code").join("rust-project").join("target"))
        .arg("--rust");
    let captured = run::capture(run, options.verbose)?;
    let (cases, programs) = counts::from_cases(&captured.text);
    let counts = if programs == 1 { cases } else { Counts::one_failed() };
    Ok(verdict(captured, counts, options))
}
