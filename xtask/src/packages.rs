//! The npm packages. Installs them if the lock file has changed since the last installation.

use std::fs;
use std::path::Path;

use crate::failure::Failure;
use crate::project::Project;
use crate::run;

/// The program of npm on this system.
pub(crate) const NPM: &str = if cfg!(windows) { "npm.cmd" } else { "npm" };
const FOLDER: &str = "node_modules";
const LOCK: &str = "package-lock.json";
/// A copy of the lock file of the installed packages. A date would not survive a checkout.
const STAMP: &str = "node_modules/.hashrange-lock.json";

/// Whether `node_modules` matches the lock file.
pub(crate) fn are_current(project: &Project) -> bool {
    match (fs::read(project.path(LOCK)), fs::read(project.path(STAMP))) {
        (Ok(lock), Ok(stamp)) => lock == stamp,
        _ => false,
    }
}

/// Whether `node_modules` is a link to a folder elsewhere. `npm ci` would empty that folder, which another checkout may
/// use.
fn is_link(folder: &Path) -> bool {
    fs::symlink_metadata(folder).is_ok_and(|metadata| metadata.is_symlink())
}

/// Runs `npm ci`. Skips Playwright's own browser download, because the machine's Chromium is used.
///
/// # Errors
/// When Node is missing, npm fails, or `node_modules` is a link.
pub(crate) fn install(project: &Project) -> Result<(), Failure> {
    if is_link(&project.path(FOLDER)) {
        let why = "node_modules is a link; npm would empty the folder it leads to";
        return Err(
            Failure::new("installing the npm packages", why).by_hand("remove the link, then: cargo xtask setup")
        );
    }
    let mut node = project.command("node");
    node.arg("--version");
    run::capture(node, false).map_err(|_| {
        Failure::new(
            "installing the npm packages",
            "Node.js is not installed (version 20 or newer is needed)",
        )
        .tried("node --version")
        .by_hand("install Node.js with your system's package manager, then: cargo xtask setup")
    })?;
    let mut command = project.command(NPM);
    command
        .args(["ci", "--no-audit", "--no-fund"])
        .env("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1");
    let line = run::line(&command);
    let captured = run::capture(command, false)?;
    if !captured.success {
        return Err(Failure::new("installing the npm packages", captured.tail(15))
            .tried(line)
            .by_hand("npm ci"));
    }
    fs::copy(project.path(LOCK), project.path(STAMP))
        .map_err(|error| Failure::new("noting which npm packages are installed", error.to_string()))?;
    Ok(())
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::symlink;

    use super::is_link;

    #[test]
    fn a_link_is_seen_though_it_leads_nowhere() {
        let folder = std::env::temp_dir().join(format!("hashrange-packages-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        symlink(folder.join("nowhere"), folder.join("link")).unwrap();
        assert!(is_link(&folder.join("link")) && !is_link(&folder) && !is_link(&folder.join("missing")));
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
