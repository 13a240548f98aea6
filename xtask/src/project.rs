//! The place of the project on this machine, and the commands started in it.

use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::failure::Failure;
use crate::programs::on_path;
use crate::tools;

/// The root folder of the checkout.
pub(crate) struct Project {
    root: PathBuf,
}

impl Project {
    /// Finds the root: the parent of this crate's folder.
    pub(crate) fn find() -> Result<Self, Failure> {
        let own = env::var_os("CARGO_MANIFEST_DIR").unwrap_or_else(|| OsString::from(env!("CARGO_MANIFEST_DIR")));
        match Path::new(&own).parent() {
            Some(root) if root.join("xtask").is_dir() => Ok(Self {
                root: root.to_path_buf(),
            }),
            _ => Err(Failure::new(
                "looking for the project",
                "the folder of xtask has moved since it was compiled",
            )
            .by_hand("cargo xtask, from inside the checkout")),
        }
    }

    /// A path below the root.
    pub(crate) fn path(&self, relative: &str) -> PathBuf {
        self.root.join(relative)
    }

    pub(crate) fn root(&self) -> &Path {
        &self.root
    }

    /// Cargo's output folder.
    pub(crate) fn target(&self) -> PathBuf {
        env::var_os("CARGO_TARGET_DIR").map_or_else(|| self.root.join("target"), PathBuf::from)
    }

    /// The absolute path of a folder or file below cargo's output folder, for programs that run in another folder.
    pub(crate) fn output(&self, name: &str) -> PathBuf {
        self.root.join(self.target()).join(name)
    }

    /// A command of cargo that runs with the lowest priority.
    pub(crate) fn idle_cargo(&self) -> Command {
        if on_path("nice").is_none() {
            return self.command("cargo");
        }
        let mut command = self.command("nice");
        command.args(["-n", "19", "cargo"]);
        command
    }

    /// A command started in the root folder that finds the project's tools before those on PATH. Colours are off,
    /// because a program may read the stored output.
    pub(crate) fn command(&self, program: impl Into<OsString>) -> Command {
        let mut command = Command::new(program.into());
        command
            .current_dir(&self.root)
            .env("PATH", self.search_path())
            .env("CARGO_TERM_COLOR", "never")
            .env("FORCE_COLOR", "0");
        command
    }

    fn search_path(&self) -> OsString {
        let mut folders = tools::folders();
        folders.push(self.path("node_modules/.bin"));
        let inherited = env::var_os("PATH").unwrap_or_default();
        folders.extend(env::split_paths(&inherited));
        env::join_paths(folders).unwrap_or(inherited)
    }
}
