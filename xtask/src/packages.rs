//! The npm packages: installed when the lock file has changed since the last time.

use std::fs;

use crate::failure::Failure;
use crate::project::Project;
use crate::run;

const LOCK: &str = "package-lock.json";
/// A copy of the lock file the installed packages belong to. A date would not survive a checkout.
const STAMP: &str = "node_modules/.hashrange-lock.json";

/// Whether `node_modules` is what the lock file says.
pub(crate) fn are_current(project: &Project) -> bool {
    match (fs::read(project.path(LOCK)), fs::read(project.path(STAMP))) {
        (Ok(lock), Ok(stamp)) => lock == stamp,
        _ => false,
    }
}

/// Runs `npm ci`. Playwright's own browser download is left out: the machine's Chromium is used.
///
/// # Errors
/// When Node is missing, or npm fails.
pub(crate) fn install(project: &Project) -> Result<(), Failure> {
    let mut node = project.command("node");
    node.arg("--version");
    run::capture(node, false).map_err(|_| {
        Failure::new("installing the npm packages", "Node.js is not installed (version 20 or newer is needed)")
            .tried("node --version")
            .by_hand("install Node.js with your system's package manager, then: cargo xtask setup")
    })?;
    let npm = if cfg!(windows) { "npm.cmd" } else { "npm" };
    let mut command = project.command(npm);
    command.args(["ci", "--no-audit", "--no-fund"]).env("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1");
    let line = run::line(&command);
    let captured = run::capture(command, false)?;
    if !captured.success {
        return Err(Failure::new("installing the npm packages", captured.tail(15)).tried(line).by_hand("npm ci"));
    }
    fs::copy(project.path(LOCK), project.path(STAMP))
        .map_err(|error| Failure::new("noting which npm packages are installed", error.to_string()))?;
    Ok(())
}
