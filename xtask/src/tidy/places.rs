//! Rule: no file names a place that exists on only one machine: home folders in any file, download addresses in the
//! lock files, other registries in the settings.

use super::finding::Finding;
use super::sources::SourceFile;

const RULE: &str = "places";
/// Cargo's own name for its default registry. It is not a download address.
const DEFAULT_REGISTRY: &str = "registry+https://github.com/rust-lang/crates.io-index";

pub(super) fn check(files: &[SourceFile]) -> Vec<Finding> {
    files.iter().flat_map(check_file).collect()
}

fn check_file(file: &SourceFile) -> Vec<Finding> {
    let name = file.path.rsplit('/').next().unwrap_or_default();
    let mut findings = Vec::new();
    for (number, line) in file.text.lines().enumerate() {
        let message = home_folder(line).or_else(|| match name {
            "package-lock.json" => line
                .trim_start()
                .starts_with("\"resolved\":")
                .then(|| "records a download address".to_owned()),
            "Cargo.lock" => {
                let other = line.starts_with("source = ") && !line.contains(DEFAULT_REGISTRY);
                other.then(|| "names a source other than the default registry".to_owned())
            }
            ".npmrc" => line.contains("registry=").then(|| "names a registry".to_owned()),
            "config.toml" => line.starts_with("[source").then(|| "replaces a source".to_owned()),
            _ => None,
        });
        if let Some(message) = message {
            findings.push(Finding::new(RULE, format!("{}:{}", file.path, number + 1), message));
        }
    }
    findings
}

/// A path into someone's home folder, spelled so that this file does not contain one.
fn home_folder(line: &str) -> Option<String> {
    for (folder, name_follows) in [("home", true), ("Users", true), ("root", false)] {
        let needle = format!("/{folder}/");
        for (at, _) in line.match_indices(&needle) {
            let before = line.get(..at).and_then(|text| text.chars().next_back());
            let after = line.get(at + needle.len()..).and_then(|text| text.chars().next());
            let starts = before.is_none_or(|c| !c.is_alphanumeric() && !matches!(c, '.' | '_' | '-' | '}' | '/'));
            let named = !name_follows || after.is_some_and(char::is_alphanumeric);
            if starts && named {
                return Some(format!("names a folder of one machine (`{needle}...`)"));
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::{SourceFile, check};

    fn findings(path: &str, text: &str) -> usize {
        check(&[SourceFile::new(path, text)]).len()
    }

    #[test]
    fn home_folders_are_found_in_any_file() {
        let home = format!("/{}/ada/project", "home");
        assert_eq!(findings("README.md", &format!("see {home}")), 1);
        assert_eq!(findings("README.md", &format!("`/{}/.cache`", "root")), 1);
        assert_eq!(findings("README.md", &format!("https://example.com{home}")), 0);
        assert_eq!(findings("README.md", "the root/ folder, $HOME/.cache"), 0);
    }

    #[test]
    fn lock_files_name_no_addresses() {
        assert_eq!(findings("package-lock.json", "      \"resolved\": \"somewhere\","), 1);
        assert_eq!(findings("package-lock.json", "      \"integrity\": \"sha512-a\","), 0);
        assert_eq!(
            findings("Cargo.lock", &format!("source = \"{}\"", super::DEFAULT_REGISTRY)),
            0
        );
        assert_eq!(
            findings("Cargo.lock", "source = \"registry+https://mirror.example/index\""),
            1
        );
        assert_eq!(findings(".cargo/config.toml", "[source.crates-io]"), 1);
    }
}
