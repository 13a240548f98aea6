//! Debian's packages: installs them with apt-get, if it exists and may be used.
//!
//! Must not know the purpose of the packages.

use crate::failure::Failure;
use crate::programs::on_path;
use crate::project::Project;
use crate::run;

/// Installs packages. `what` completes "failed while ...". `by_hand` states what a person can do instead.
///
/// # Errors
/// When apt-get does not exist, may not be used, or fails.
pub(crate) fn install(project: &Project, what: &str, packages: &[&str], by_hand: &str) -> Result<(), Failure> {
    if on_path("apt-get").is_none() {
        return Err(Failure::new(what, "this machine has no apt-get").by_hand(by_hand));
    }
    let prefix: &[&str] = if is_root(project) { &[] } else { &["sudo", "-n"] };
    if !prefix.is_empty() && on_path("sudo").is_none() {
        return Err(Failure::new(what, "apt-get needs root, and there is no sudo").by_hand(by_hand));
    }
    for words in [
        &["apt-get", "update"][..],
        &[&["apt-get", "install", "-y"], packages].concat(),
    ] {
        let mut words = prefix.iter().chain(words);
        let mut command = project.command(words.next().copied().unwrap_or_default());
        command.args(words).env("DEBIAN_FRONTEND", "noninteractive");
        let line = run::line(&command);
        let captured = run::capture(command, false)?;
        if !captured.success {
            return Err(Failure::new(what, captured.tail(8)).tried(line).by_hand(by_hand));
        }
    }
    Ok(())
}

fn is_root(project: &Project) -> bool {
    let mut command = project.command("id");
    command.arg("-u");
    run::capture(command, false).is_ok_and(|captured| captured.text.trim() == "0")
}
