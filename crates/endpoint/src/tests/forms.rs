//! The document of the checkpoint format agrees with the code.

#![allow(clippy::disallowed_methods, reason = "a test of a document")]

use std::collections::BTreeMap;
use std::path::Path;

use crate::forms_of_service;

const BEGIN: &str = "```text\n";
const END: &str = "```\n";
const VERSION: &str = "This document is version ";

/// A change of any type in a checkpoint changes the format. The document describes what to do then.
#[test]
fn the_forms_are_those_of_the_document() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../checkpoint/FORMAT.md");
    let document = std::fs::read_to_string(&path).expect("the document is there");
    let (before, rest) = document.split_once(BEGIN).expect("it has a list");
    let (list, after) = rest.split_once(END).expect("the list ends");
    let forms = forms_of_service();
    assert_eq!(
        renumbered(list, &forms),
        [""; 0],
        "stored checkpoints have the old numbers: put a new variant last"
    );
    if std::env::var("HASHRANGE_WRITE_FORMS").is_ok() {
        let before = of_this_version(before);
        std::fs::write(&path, format!("{before}{BEGIN}{forms}{END}{after}")).expect("it can be written");
        return;
    }
    let changed: Vec<&str> = forms
        .lines()
        .filter(|line| !list.lines().any(|known| known == *line))
        .collect();
    assert_eq!(
        changed, [""; 0],
        "the format has changed: crates/checkpoint/FORMAT.md says what to do"
    );
    assert_eq!(
        list, forms,
        "the format has changed: crates/checkpoint/FORMAT.md says what to do"
    );
    assert_eq!(document, of_this_version(&document), "the document has another version");
}

/// The document with the version of the code.
fn of_this_version(document: &str) -> String {
    let (before, rest) = document.split_once(VERSION).expect("it has a version");
    let after = rest.trim_start_matches(|digit: char| digit.is_ascii_digit());
    format!("{before}{VERSION}{}{after}", crate::CHECKPOINT_VERSION)
}

/// The variants whose number changed, each after its type.
fn renumbered(list: &str, forms: &str) -> Vec<String> {
    let numbers = variants(forms);
    let moved = variants(list)
        .into_iter()
        .filter(|(name, number)| numbers.get(name).is_some_and(|now| now != number));
    moved.map(|(name, _)| name).collect()
}

/// The number of each variant, by its type and its name.
fn variants(forms: &str) -> BTreeMap<String, &str> {
    let mut numbers = BTreeMap::new();
    for (owner, list) in forms.lines().filter_map(|line| line.split_once(" = one of ")) {
        for (number, name) in list.split("; ").filter_map(|variant| variant.split_once(' ')) {
            let name = name.split([' ', '(', ':']).next().unwrap_or_default();
            numbers.insert(format!("{owner} {name}"), number);
        }
    }
    numbers
}

#[test]
fn a_variant_keeps_its_number() {
    let list = "wire.Kind = one of 0 Get; 1 Put\nwire.Name = text\n";
    assert_eq!(renumbered(list, "wire.Kind = one of 0 Get; 1 Put; 2 Query\n"), [""; 0]);
    assert_eq!(
        renumbered(list, "wire.Kind = one of 0 Get; 1 Query; 2 Put\n"),
        ["wire.Kind Put"]
    );
    assert_eq!(
        renumbered(list, "wire.Kind = one of 0 Get; 1 Write\n"),
        [""; 0],
        "another name"
    );
}
