//! Rule: every Rust file below a crate is reached from one of its roots by `mod`. Other files are not compiled,
//! although they look like code.

use std::collections::{BTreeMap, BTreeSet};

use super::finding::Finding;
use super::layers::Crate;
use super::mask::masked;
use super::sources::SourceFile;

pub(super) fn check(files: &[SourceFile], crates: &[Crate]) -> Vec<Finding> {
    let texts: BTreeMap<&str, &str> = files
        .iter()
        .filter(|file| file.is_rust())
        .map(|file| (file.path.as_str(), file.text.as_str()))
        .collect();
    let mut reached = BTreeSet::new();
    for root in crates.iter().flat_map(|member| &member.roots) {
        reach(&texts, root, true, &mut reached);
    }
    let inside = |path: &str| {
        crates
            .iter()
            .any(|member| path.starts_with(&format!("{}/", member.folder)))
    };
    texts
        .keys()
        .filter(|path| inside(path) && !reached.contains(**path))
        .map(|path| Finding::new("orphan", *path, "no crate reaches this file by `mod`"))
        .collect()
}

fn reach(texts: &BTreeMap<&str, &str>, path: &str, root: bool, reached: &mut BTreeSet<String>) {
    let Some(text) = texts.get(path) else { return };
    if !reached.insert(path.to_owned()) {
        return;
    }
    let (folder, file) = path.rsplit_once('/').unwrap_or(("", path));
    let stem = file.trim_end_matches(".rs");
    let children = if root || stem == "mod" {
        folder.to_owned()
    } else {
        format!("{folder}/{stem}")
    };
    for module in modules(text) {
        let candidates = match &module.path {
            Some(given) => vec![normalised(&format!("{folder}/{given}"))],
            None => {
                let place = [
                    vec![children.as_str()],
                    module.inside.iter().map(String::as_str).collect(),
                ]
                .concat()
                .join("/");
                vec![
                    format!("{place}/{}.rs", module.name),
                    format!("{place}/{}/mod.rs", module.name),
                ]
            }
        };
        for candidate in candidates {
            reach(texts, &candidate, false, reached);
        }
    }
}

/// A module whose text is in another file.
struct Module {
    name: String,
    /// The inline modules around its declaration.
    inside: Vec<String>,
    /// Its `#[path]`, relative to the folder of the declaring file.
    path: Option<String>,
}

/// Finds `mod name;` at any depth of inline modules.
fn modules(text: &str) -> Vec<Module> {
    let mask = String::from_utf8_lossy(&masked(text)).into_owned();
    let mut found = Vec::new();
    // Each open brace, with the name of the inline module that it opens, if any.
    let mut open: Vec<Option<String>> = Vec::new();
    let mut words: Vec<String> = Vec::new();
    let mut word = String::new();
    for (at, character) in mask.char_indices() {
        if character.is_alphanumeric() || character == '_' {
            word.push(character);
            continue;
        }
        if !word.is_empty() {
            words.push(std::mem::take(&mut word));
        }
        let declared = match words.as_slice() {
            [.., keyword, name] if keyword == "mod" => Some(name.clone()),
            _ => None,
        };
        match character {
            ';' => {
                if let Some(name) = declared {
                    let inside = open.iter().flatten().cloned().collect();
                    found.push(Module {
                        name,
                        inside,
                        path: path_attribute(text, at),
                    });
                }
                words.clear();
            }
            '{' => {
                open.push(declared);
                words.clear();
            }
            '}' => {
                open.pop();
                words.clear();
            }
            _ => {}
        }
    }
    found
}

/// The `#[path = "..."]` on the lines right above the declaration that ends at `at`.
fn path_attribute(text: &str, at: usize) -> Option<String> {
    let before = text.get(..at)?;
    let attribute = before
        .lines()
        .rev()
        .skip(1)
        .map(str::trim)
        .take_while(|line| line.starts_with("#[") || line.starts_with("//"));
    attribute
        .filter_map(|line| line.strip_prefix("#[path"))
        .find_map(|rest| rest.split('"').nth(1).map(str::to_owned))
}

fn normalised(path: &str) -> String {
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match part {
            ".." => {
                parts.pop();
            }
            "" | "." => {}
            _ => parts.push(part),
        }
    }
    parts.join("/")
}

#[cfg(test)]
mod tests {
    use super::{Crate, SourceFile, check};

    fn orphans(files: &[(&str, &str)]) -> Vec<String> {
        let files: Vec<SourceFile> = files.iter().map(|(path, text)| SourceFile::new(path, text)).collect();
        let member = Crate {
            folder: "c".to_owned(),
            roots: vec!["c/src/lib.rs".to_owned()],
            ..Crate::default()
        };
        check(&files, &[member])
            .into_iter()
            .map(|finding| finding.place)
            .collect()
    }

    #[test]
    fn modules_are_followed_in_every_spelling() {
        let files = [
            (
                "c/src/lib.rs",
                "pub mod a;\nmod b;\n#[cfg(test)]\nmod tests;\nmod inline {\n    mod deep;\n}\n#[path = \"../odd/place.rs\"]\nmod place;\n",
            ),
            ("c/src/a.rs", "mod child;"),
            ("c/src/a/child.rs", ""),
            ("c/src/b/mod.rs", "mod sibling;"),
            ("c/src/b/sibling.rs", ""),
            ("c/src/tests.rs", ""),
            ("c/src/inline/deep.rs", ""),
            ("c/odd/place.rs", ""),
        ];
        assert_eq!(orphans(&files), Vec::<String>::new());
    }

    #[test]
    fn a_file_no_one_declares_is_an_orphan() {
        let files = [
            ("c/src/lib.rs", "// mod lost;\nconst TEXT: &str = \"mod lost;\";\n"),
            ("c/src/lost.rs", ""),
            ("elsewhere/x.rs", ""),
        ];
        assert_eq!(orphans(&files), ["c/src/lost.rs"]);
    }
}
