//! The stage `wasm-pack`: the tests in a browser by the command that developers of WebAssembly know.
//!
//! Must not know what the tests do.

use super::counts;
use super::run_options::RunOptions;
use super::verdict::{Verdict, verdict};
use crate::failure::Failure;
use crate::project::Project;
use crate::run::{self, Captured};

/// The crates with tests for a browser, by folder.
const FOLDERS: [&str; 2] = ["crates/wasm", "web"];

pub(super) fn stage(project: &Project, options: RunOptions) -> Result<Verdict, Failure> {
    let mut all = Captured {
        success: true,
        text: String::new(),
    };
    for folder in FOLDERS {
        let mut command = project.command("wasm-pack");
        command.current_dir(project.path(folder));
        command.args(["test", "--headless", "--chrome"]);
        let captured = run::capture(command, options.verbose)?;
        all.success &= captured.success;
        all.text.push_str(&captured.text);
    }
    let counts = counts::from_cargo_test(&all.text);
    Ok(verdict(all, counts, options))
}
