//! Rule: a module is named after the noun that it owns. Modules with vague names collect unrelated code.

use super::finding::Finding;
use super::sources::SourceFile;

const FORBIDDEN: [&str; 8] = [
    "helper",
    "helpers",
    "util",
    "utils",
    "common",
    "misc",
    "stuff",
    "lib_utils",
];

pub(super) fn check(files: &[SourceFile]) -> Vec<Finding> {
    files
        .iter()
        .filter(|file| file.is_code())
        .filter_map(|file| {
            let parts = file
                .path
                .split('/')
                .map(|part| part.split('.').next().unwrap_or_default());
            let bad = parts
                .into_iter()
                .find(|part| FORBIDDEN.contains(&part.to_ascii_lowercase().as_str()))?;
            Some(Finding::new(
                "name",
                &file.path,
                format!("`{bad}` names no noun; say what the module owns"),
            ))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::{SourceFile, check};

    #[test]
    fn names_without_a_noun_are_found() {
        let files = [
            "crates/a/src/utils.rs",
            "web/src/common/list.rs",
            "web/styles/misc.css",
            "web/src/commonplace.rs",
            "docs/utils.md",
        ];
        let found = check(&files.map(|path| SourceFile::new(path, "")));
        assert_eq!(found.len(), 3);
    }
}
