//! The stage `exports`: linters of other people read the exports of tables, cfn-lint those for CloudFormation and
//! python-hcl2 those for Terraform.
//!
//! Must not know how a table is exported.

use std::path::Path;

use super::counts::Counts;
use super::native::cargo;
use super::run_options::RunOptions;
use super::verdict::{Verdict, check, require};
use crate::failure::Failure;
use crate::project::Project;
use crate::python::Packages;

const PACKAGES: [&str; 2] = ["cfn-lint==1.58.0", "python-hcl2==8.1.4"];

pub(super) fn stage(project: &Project, options: RunOptions) -> Result<Verdict, Failure> {
    let packages = match Packages::installed(project, "linters-1", &PACKAGES, "cfn-lint") {
        Ok(packages) => packages,
        Err(failure) => return Ok(Verdict::Skipped(failure.to_string())),
    };
    let folder = project.target().join("exports");
    let _ = std::fs::remove_dir_all(&folder);
    let mut write = cargo(
        project,
        &[
            "run",
            "--quiet",
            "--package",
            "hashrange-tests",
            "--example",
            "exports",
            "--",
        ],
    );
    write.arg(&folder);
    require(write, options)?;
    let mut lint = project.command(packages.program("cfn-lint"));
    lint.args(["--non-zero-exit-code", "error"])
        .args(files(&folder, "json")?);
    let mut read = project.command(packages.program("python"));
    read.arg("tests/compat/terraform_files.py").args(files(&folder, "tf")?);
    let mut counts = Counts::default();
    for command in [lint, read] {
        match check(command, options)? {
            Verdict::Passed { counts: more, .. } => counts = counts.plus(more),
            other => return Ok(other),
        }
    }
    Ok(Verdict::Passed {
        counts,
        note: counts.to_string(),
    })
}

/// The files of a folder whose names end like this.
fn files(folder: &Path, ending: &str) -> Result<Vec<std::path::PathBuf>, Failure> {
    let failure = |error: std::io::Error| Failure::new("looking for the exports", error.to_string());
    let entries = std::fs::read_dir(folder).map_err(failure)?;
    let paths: Result<Vec<_>, _> = entries.map(|entry| entry.map(|entry| entry.path())).collect();
    let mut paths = paths.map_err(failure)?;
    paths.retain(|path| path.extension().is_some_and(|one| one == ending));
    paths.sort();
    Ok(paths)
}
