//! Packages of PyPI for the longer tier, each set in an environment of its own in the cache of the tools.
//!
//! Must not know what the packages are for.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::failure::Failure;
use crate::programs::on_path;
use crate::project::Project;
use crate::run;
use crate::tools::cache;

/// Installed packages.
pub(crate) struct Packages {
    programs: PathBuf,
}

impl Packages {
    /// The packages, each as `name==version`, installed if the environment `name` has not got `program` yet.
    ///
    /// # Errors
    /// Without Python, and when a package cannot be installed.
    pub(crate) fn installed(project: &Project, name: &str, packages: &[&str], program: &str) -> Result<Self, Failure> {
        let folder = cache().join(name);
        let found = Self {
            programs: folder.join(if cfg!(windows) { "Scripts" } else { "bin" }),
        };
        if found.program(program).is_file() {
            return Ok(found);
        }
        let Some(python) = ["python3", "python"].iter().find_map(|name| on_path(name)) else {
            return Err(Failure::new(format!("installing {name}"), "there is no Python on PATH"));
        };
        install(name, environment(project, &python, &folder))?;
        let mut command = project.command(found.program("python"));
        command.args(["-m", "pip", "install", "--quiet"]).args(packages);
        install(name, command)?;
        Ok(found)
    }

    /// A program of the packages.
    pub(crate) fn program(&self, name: &str) -> PathBuf {
        self.programs.join(format!("{name}{}", env::consts::EXE_SUFFIX))
    }
}

fn environment(project: &Project, python: &Path, folder: &Path) -> Command {
    let mut command = project.command(python);
    command.args(["-m", "venv"]).arg(folder);
    command
}

fn install(name: &str, command: Command) -> Result<(), Failure> {
    let line = run::line(&command);
    let captured = run::capture(command, false)?;
    if captured.success {
        Ok(())
    } else {
        Err(Failure::new(format!("installing {name}"), captured.tail(8)).tried(line))
    }
}
