//! The document of the checkpoint's format and the code say the same.

#![allow(clippy::disallowed_methods, reason = "a test of a document")]

use std::path::Path;

use crate::forms_of_service;

const BEGIN: &str = "```text\n";
const END: &str = "```\n";

/// A change of any type that a checkpoint holds is a change of the format: the document says what to do then.
#[test]
fn the_forms_are_those_of_the_document() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../checkpoint/FORMAT.md");
    let document = std::fs::read_to_string(&path).expect("the document is there");
    let (before, rest) = document.split_once(BEGIN).expect("it has a list");
    let (list, after) = rest.split_once(END).expect("the list ends");
    let forms = forms_of_service();
    if std::env::var("HASHRANGE_WRITE_FORMS").is_ok() {
        std::fs::write(&path, format!("{before}{BEGIN}{forms}{END}{after}")).expect("it can be written");
        return;
    }
    let changed: Vec<&str> = forms.lines().filter(|line| !list.lines().any(|known| known == *line)).collect();
    assert_eq!(changed, [""; 0], "the format has changed: crates/checkpoint/FORMAT.md says what to do");
    assert_eq!(list, forms, "the format has changed: crates/checkpoint/FORMAT.md says what to do");
    assert!(document.contains(&format!("This document is version {}.", crate::CHECKPOINT_VERSION)));
}
