//! The claims: statements of the seed documents and of later pages of AWS, by stable id, and the proofs of each.
//!
//! Owns reading claims.toml and collecting the proofs: the ids in a spec's header, and those in a Rust test's name
//! (`fn lsi_053_…`). The suite's minimum check and `cargo xtask claims` both use this collector.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use crate::spec::Spec;

/// Kinds of claims that requests and responses alone can prove.
pub const BY_REQUESTS: [&str; 7] = ["schema", "read", "write", "cost", "storage", "limit", "error"];
/// The prefixes of ids: one word for each seed document, and one for all later pages.
const DOCUMENTS: [&str; 6] = ["lsi", "gsi", "ttl", "key", "mng", LATER];
/// The prefix of claims of later pages and announcements.
pub const LATER: &str = "new";

/// A statement of a document.
#[derive(Clone, Debug)]
pub struct Claim {
    /// Its document.
    pub document: String,
    /// Its kind: `schema`, `read`, `write`, `cost` and so on.
    pub kind: String,
    /// Its text.
    pub text: String,
    /// Where it was read and the date of that; none for a seed document.
    pub source: Option<(String, String)>,
}

/// Ids of claims, and the files that prove each, relative to the root of the project.
pub type Proofs = BTreeMap<String, BTreeSet<String>>;

/// All claims by id.
///
/// # Panics
/// When claims.toml is missing or damaged.
#[must_use]
pub fn all() -> BTreeMap<String, Claim> {
    let text = fs::read_to_string(crate::root().join("claims.toml")).expect("claims.toml is there");
    let file: toml::Table = text.parse().expect("claims.toml is TOML");
    let claims = file["claim"].as_array().expect("a list of claims");
    let member = |claim: &toml::Value, name: &str| claim[name].as_str().expect("a text").to_owned();
    let by_id = claims.iter().map(|claim| {
        let read = |name| member(claim, name);
        let source = claim.get("source").map(|_| (read("source"), read("date")));
        (
            read("id"),
            Claim {
                document: read("document"),
                kind: read("kind"),
                text: read("text"),
                source,
            },
        )
    });
    let count = claims.len();
    let by_id: BTreeMap<String, Claim> = by_id.collect();
    assert_eq!(by_id.len(), count, "two claims have one id");
    by_id
}

/// The proofs of claims in the files of the project.
///
/// # Panics
/// When a spec cannot be read.
#[must_use]
pub fn proofs() -> Proofs {
    let root = crate::root().join("..");
    let mut proofs = Proofs::new();
    for folder in ["crates", "tests", "web"] {
        let mut files = Vec::new();
        collect(&root.join(folder), &mut files);
        for file in files {
            let name = file.strip_prefix(&root).unwrap_or(&file).display().to_string();
            let ids = if file.extension().is_some_and(|extension| extension == "spec") {
                Spec::read(&file).unwrap_or_else(|error| panic!("{error}")).claims
            } else {
                named_by_tests(&fs::read_to_string(&file).expect("a source file is text"))
            };
            for id in ids {
                proofs.entry(id).or_default().insert(name.clone());
            }
        }
    }
    proofs
}

/// The steps of lessons that show each claim: `keys-1, hash`.
///
/// # Panics
/// When a lesson cannot be read.
#[must_use]
pub fn shown() -> BTreeMap<String, Vec<String>> {
    let mut shown: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for file in crate::lesson::files() {
        let text = fs::read_to_string(&file).expect("a lesson is text");
        let lesson = hashrange_lesson::read(&text).unwrap_or_else(|faults| panic!("{}:{}", file.display(), faults[0]));
        for step in &lesson.steps {
            for id in step.claims.iter().flat_map(|claim| &claim.ids) {
                shown
                    .entry(id.clone())
                    .or_default()
                    .push(format!("{}, {}", lesson.id, step.name));
            }
        }
    }
    shown
}

/// Specs and Rust files below a folder, without built or downloaded files.
fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            if !path.ends_with("target") && !path.ends_with("node_modules") {
                collect(&path, files);
            }
        } else if path
            .extension()
            .is_some_and(|extension| extension == "spec" || extension == "rs")
        {
            files.push(path);
        }
    }
}

/// Ids in the names of test functions.
fn named_by_tests(source: &str) -> Vec<String> {
    let mut ids = Vec::new();
    let mut test = false;
    for line in source.lines().map(str::trim) {
        if line == "#[test]" || line == "#[wasm_bindgen_test]" {
            test = true;
        } else if let Some(rest) = line.strip_prefix("fn ").or(line.strip_prefix("async fn ")) {
            if test {
                ids.extend(in_name(rest.split(['(', '<']).next().unwrap_or_default()));
            }
            test = false;
        }
    }
    ids
}

/// `gsi_040_gsi_042_writes` contains gsi-040 and gsi-042.
fn in_name(name: &str) -> impl Iterator<Item = String> + '_ {
    let words: Vec<&str> = name.split('_').collect();
    let number = |word: &str| word.len() == 3 && word.bytes().all(|byte| byte.is_ascii_digit());
    let ids: Vec<String> = words
        .windows(2)
        .filter(|pair| DOCUMENTS.contains(&pair[0]) && number(pair[1]))
        .map(|pair| format!("{}-{}", pair[0], pair[1]))
        .collect();
    ids.into_iter()
}

#[cfg(test)]
mod tests {
    use super::named_by_tests;

    #[test]
    fn ids_are_read_from_names_of_tests_only() {
        let source =
            "#[test]\nfn gsi_040_gsi_042_writes() {}\nfn lsi_001_helper() {}\n#[test]\nfn key_sizes_100() {}\n";
        assert_eq!(named_by_tests(source), ["gsi-040", "gsi-042"]);
    }
}
