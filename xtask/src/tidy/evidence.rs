//! Rule: the marks in comments and the entries of `tests/evidence.toml` agree. A mark names an entry of its kind. A
//! mark names every entry, and an existing spec or test checks it.
//!
//! Must not know the syntax of marks and entries: `marks` and `entries` read them.

mod entries;
mod marks;

use std::collections::{BTreeMap, BTreeSet};

use super::finding::Finding;
use super::sources::SourceFile;
use entries::{Entry, RULE};
use marks::ENTRIES;

pub(super) fn check(files: &[SourceFile]) -> Vec<Finding> {
    let Some(file) = files.iter().find(|file| file.path == ENTRIES) else {
        return vec![Finding::new(RULE, ENTRIES, "this file is missing")];
    };
    let (entries, mut findings) = entries::read(&file.text);
    let paths: BTreeSet<&str> = files.iter().map(|file| file.path.as_str()).collect();
    for entry in &entries {
        let missing = entry.held_by.iter().filter(|path| !paths.contains(path.as_str()));
        findings.extend(missing.map(|path| entry.finding(format!("{path} does not exist"))));
    }
    findings.extend(check_marks(files, &entries));
    findings
}

fn check_marks(files: &[SourceFile], entries: &[Entry]) -> Vec<Finding> {
    let by_id: BTreeMap<&str, &Entry> = entries.iter().map(|entry| (entry.id.as_str(), entry)).collect();
    let mut findings = Vec::new();
    let mut used = BTreeSet::new();
    for file in files {
        for mark in marks::of(file) {
            let mut find = |message| findings.push(Finding::new(RULE, format!("{}:{}", file.path, mark.line), message));
            if mark.ids.is_empty() {
                find(format!(
                    "`{0}` names no entry of {ENTRIES}: write `{0}: some-entry`",
                    mark.kind
                ));
            }
            for id in &mark.ids {
                match by_id.get(id.as_str()) {
                    None => find(format!("{ENTRIES} has no entry `{id}`")),
                    Some(entry) if entry.kind != mark.kind => find(format!("`{id}` is {}", entry.kind)),
                    Some(entry) => {
                        used.insert(entry.id.as_str());
                    }
                }
            }
        }
    }
    let unused = entries.iter().filter(|entry| !used.contains(entry.id.as_str()));
    findings.extend(unused.map(|entry| entry.finding("no comment names this entry")));
    findings
}

#[cfg(test)]
mod tests {
    use super::{ENTRIES, check};
    use crate::tidy::sources::SourceFile;

    const ENTRY: &str = "[[evidence]]\nid = \"item-size\"\nkind = \"observed\"\nseen = \"It is so.\"\nsource = \"A page\"\n\
                         date = \"2026-10-09\"\nspecs = [\"items/size\"]\n";

    fn messages(entries: &str, files: &[(&str, &str)]) -> Vec<String> {
        let mut all = vec![SourceFile::new(ENTRIES, entries)];
        all.extend(files.iter().map(|(path, text)| SourceFile::new(path, text)));
        check(&all).into_iter().map(|finding| finding.message).collect()
    }

    #[test]
    fn a_mark_of_an_entry_that_a_spec_holds_is_right() {
        let files = [
            ("tests/suite/items/size.spec", ""),
            ("crates/a/src/lib.rs", "//! So it is (observed: item-size).\n"),
        ];
        assert_eq!(messages(ENTRY, &files), Vec::<String>::new());
    }

    #[test]
    fn unused_entries_missing_specs_and_wrong_marks_are_found() {
        let text = [
            "// One (observed).",
            "// Two (observed: item-sise).",
            "// Three (documented: item-size).",
        ]
        .join("\n");
        assert_eq!(
            messages(ENTRY, &[("crates/a/src/lib.rs", &text)]),
            [
                "`item-size`: tests/suite/items/size.spec does not exist",
                "`observed` names no entry of tests/evidence.toml: write `observed: some-entry`",
                "tests/evidence.toml has no entry `item-sise`",
                "`item-size` is observed",
                "`item-size`: no comment names this entry",
            ]
        );
    }

    #[test]
    fn a_project_without_entries_is_reported_so() {
        assert_eq!(check(&[]).len(), 1);
    }
}
