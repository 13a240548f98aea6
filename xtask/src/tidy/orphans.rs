//! Rule: every Rust file of a crate is the root of a target, or its parent declares it with `mod`. Other files are not
//! compiled, although they look like code.

use std::collections::BTreeSet;

use super::finding::Finding;
use super::layers::Crate;
use super::sources::SourceFile;

pub(super) fn check(files: &[SourceFile], crates: &[Crate]) -> Vec<Finding> {
    let roots: BTreeSet<&str> = crates
        .iter()
        .flat_map(|member| &member.roots)
        .map(String::as_str)
        .collect();
    let is_inside = |path: &str| {
        let mut folders = crates.iter().map(|member| format!("{}/", member.folder));
        folders.any(|folder| path.starts_with(&folder))
    };
    let rust: Vec<&SourceFile> = files
        .iter()
        .filter(|file| file.is_rust() && is_inside(&file.path))
        .collect();
    let (mut modules, mut paths) = (BTreeSet::new(), Vec::new());
    for file in &rust {
        let module = module(&file.path);
        let folder = match file.path.rsplit_once('/') {
            Some((folder, _)) if roots.contains(file.path.as_str()) => folder,
            _ => module,
        };
        modules.extend(declared(&file.text).map(|name| format!("{folder}/{name}")));
        paths.extend(named(&file.text));
    }
    let is_reached = |path: &str| {
        roots.contains(path) || modules.contains(module(path)) || paths.iter().any(|named| path.ends_with(named))
    };
    let orphans = rust.iter().filter(|file| !is_reached(&file.path));
    orphans
        .map(|file| Finding::new("orphan", &file.path, "no `mod` declares this file"))
        .collect()
}

/// The path of a module: `a/b` for `a/b.rs` and for `a/b/mod.rs`.
fn module(path: &str) -> &str {
    let module = path.strip_suffix("/mod.rs").or_else(|| path.strip_suffix(".rs"));
    module.unwrap_or(path)
}

/// The names in lines such as `mod name;`, with any visibility.
fn declared(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter_map(|line| {
        let (before, name) = line.trim().strip_suffix(';')?.rsplit_once("mod ")?;
        (!before.contains('/')).then_some(name)
    })
}

/// The ends of paths that path attributes name.
fn named(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter_map(|line| {
        let path = line.trim().strip_prefix("#[path = \"")?.strip_suffix("\"]")?;
        Some(path.trim_start_matches("../"))
    })
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
        let found = check(&files, &[member]);
        found.into_iter().map(|finding| finding.place).collect()
    }

    #[test]
    fn modules_are_found_in_every_spelling() {
        let files = [
            (
                "c/src/lib.rs",
                "pub mod a;\nmod b;\n#[cfg(test)]\nmod tests;\n#[path = \"../odd/place.rs\"]\nmod place;\n",
            ),
            ("c/src/a.rs", "    pub(super) mod child;"),
            ("c/src/a/child.rs", ""),
            ("c/src/b/mod.rs", "mod sibling;"),
            ("c/src/b/sibling.rs", ""),
            ("c/src/tests.rs", ""),
            ("c/odd/place.rs", ""),
        ];
        assert_eq!(orphans(&files), Vec::<String>::new());
    }

    #[test]
    fn a_file_no_parent_declares_is_an_orphan() {
        let files = [
            (
                "c/src/lib.rs",
                "// mod lost;\nconst TEXT: &str = \"mod lost;\";\nmod a;\n",
            ),
            ("c/src/lost.rs", ""),
            ("c/src/a.rs", "mod b;"),
            ("c/src/b.rs", ""),
            ("c/src/a/b.rs", ""),
            ("elsewhere/x.rs", ""),
        ];
        assert_eq!(orphans(&files), ["c/src/lost.rs", "c/src/b.rs"]);
    }
}
