//! The version: the places that contain it, whether they agree, and how to raise it in all of them.

use std::fs;

use super::draft::{failed, output};
use crate::failure::Failure;
use crate::project::Project;

const MANIFEST: &str = "Cargo.toml";
const NPM_MANIFEST: &str = "crates/wasm/js/package.json";

/// The version that all places agree on.
///
/// # Errors
/// When a place cannot be read, or has another version.
pub(super) fn of_all_places(project: &Project) -> Result<String, Failure> {
    let version = env!("CARGO_PKG_VERSION");
    for place in [MANIFEST, NPM_MANIFEST] {
        let text = fs::read_to_string(project.path(place)).map_err(|error| failed(&error))?;
        for (number, line) in text.lines().enumerate() {
            if let Some(other) = own_version(place, line).filter(|found| *found != version) {
                let why = format!("{place}:{} has version {other}, the crates have {version}", number + 1);
                return Err(Failure::new("reading the version", why));
            }
        }
    }
    Ok(version.to_owned())
}

/// Writes a version into every place, including the lock file.
///
/// # Errors
/// When it is not a version, or a place cannot be read or written.
pub(super) fn raise(project: &Project, version: &str) -> Result<(), Failure> {
    if !is_version(version) {
        return Err(Failure::new(
            "reading the arguments",
            format!("`{version}` is not a version such as 0.2.0"),
        ));
    }
    for place in [MANIFEST, NPM_MANIFEST] {
        let path = project.path(place);
        let text = fs::read_to_string(&path).map_err(|error| failed(&error))?;
        fs::write(path, raised(place, &text, version)).map_err(|error| failed(&error))?;
    }
    let mut command = project.command("cargo");
    command.args(["update", "--workspace", "--offline"]);
    output(command).map(drop)
}

fn raised(place: &str, text: &str, version: &str) -> String {
    let lines = text.lines().map(|line| match own_version(place, line) {
        Some(old) => format!("{}\n", line.replace(&format!("\"{old}\""), &format!("\"{version}\""))),
        None => format!("{line}\n"),
    });
    lines.collect()
}

/// The project's version in a line of a manifest: that of the workspace, of one of its crates, or of the npm package.
fn own_version<'a>(place: &str, line: &'a str) -> Option<&'a str> {
    let value = if place == NPM_MANIFEST {
        line.trim_start().strip_prefix("\"version\": ")?
    } else if line.contains("path = \"crates/") {
        line.split_once("version = ")?.1
    } else {
        line.strip_prefix("version = ")?
    };
    value.strip_prefix('"')?.split('"').next()
}

fn is_version(text: &str) -> bool {
    let parts: Vec<&str> = text.split('.').collect();
    parts.len() == 3
        && parts
            .iter()
            .all(|part| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Whether a changelog has the heading of a version, with a date.
pub(super) fn has_heading(changelog: &str, version: &str) -> bool {
    let heading = format!("## [{version}] - ");
    let date = changelog.lines().find_map(|line| line.strip_prefix(&heading));
    date.is_some_and(|date| {
        let digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
        let parts: Vec<&str> = date.trim_end().split('-').collect();
        parts.iter().map(|part| part.len()).eq([4, 2, 2]) && parts.into_iter().all(digits)
    })
}

#[cfg(test)]
mod tests {
    use super::{MANIFEST, NPM_MANIFEST, has_heading, is_version, raised};

    #[test]
    fn a_version_is_raised_where_it_is_ours() {
        let text = "[workspace.package]\nversion = \"0.1.0\"\nrust-version = \"0.1.0\"\n\
                    hashrange-time = { path = \"crates/time\", version = \"0.1.0\" }\nother = { version = \"0.1.0\" }\n";
        let expected = "[workspace.package]\nversion = \"0.2.0\"\nrust-version = \"0.1.0\"\n\
                        hashrange-time = { path = \"crates/time\", version = \"0.2.0\" }\nother = { version = \"0.1.0\" }\n";
        assert_eq!(raised(MANIFEST, text, "0.2.0"), expected);
        assert_eq!(
            raised(NPM_MANIFEST, "  \"version\": \"0.1.0\",\n", "0.2.0"),
            "  \"version\": \"0.2.0\",\n"
        );
    }

    #[test]
    fn a_release_needs_a_dated_heading() {
        assert!(has_heading("# Changelog\n\n## [0.2.0] - 2026-12-01\n", "0.2.0"));
        assert!(!has_heading("## [Unreleased]\n## [0.2.0] - soon\n", "0.2.0"));
        assert!(!has_heading("## [0.2.0] - 2026-12-01\n", "0.2.1"));
    }

    #[test]
    fn a_version_has_three_numbers() {
        assert!(is_version("0.2.0") && is_version("10.0.12"));
        assert!(!is_version("v0.2.0") && !is_version("0.2") && !is_version("0..2") && !is_version(""));
    }
}
