//! Patterns as JSON of this program: every member of a pattern, in its JSON form.
//!
//! The version rises when a reader of the old one would misread a file. New members need no new version: an older reader
//! names them. Must not know the members of patterns.

use hashrange_wire::{JsonContent, JsonForm, JsonTree};

use super::parts::{PatternsRead, PatternsWritten, named, text};
use crate::Pattern;

/// The member that identifies a file, and its value.
pub(super) const MARK: (&str, &str) = ("format", "hashrange-patterns");
/// The version that is written and read.
const VERSION: &str = "1";

pub(super) fn write(patterns: &[Pattern]) -> PatternsWritten {
    let trees: Vec<JsonTree> = patterns.iter().map(Pattern::to_tree).collect();
    let (name, value) = MARK;
    let version = JsonTree::from(JsonContent::Number(VERSION.to_owned()));
    let file = JsonTree::object(vec![
        (name, value.into()),
        ("version", version),
        ("patterns", trees.into()),
    ]);
    PatternsWritten {
        text: file.to_json_pretty() + "\n",
        left_out: Vec::new(),
    }
}

/// Reads the patterns of a file with the mark.
///
/// # Errors
/// When the file is of another version.
pub(super) fn read(file: &JsonTree) -> Result<PatternsRead, String> {
    let version = file.member("version").map(JsonTree::to_json).unwrap_or_default();
    if version != VERSION {
        let (_, format) = MARK;
        return Err(format!(
            "Version {version} of {format} is not known here. This page reads version {VERSION}."
        ));
    }
    let mut read = PatternsRead::default();
    let known = ["version", "patterns", MARK.0];
    for (name, _) in file.members() {
        if !known.contains(&name.as_str()) {
            read.left_out.push(name.clone());
        }
    }
    let patterns = file.member("patterns").map(JsonTree::elements).unwrap_or_default();
    for (place, tree) in patterns.iter().enumerate() {
        match Pattern::of_tree(tree) {
            Ok(pattern) => {
                name_unknown(tree, &pattern.to_tree(), &pattern.name, &mut read.left_out);
                read.patterns.push(pattern);
            }
            Err(member) => {
                let name = match text(tree, "name") {
                    "" => format!("pattern {}", place + 1),
                    name => name.to_owned(),
                };
                read.left_out
                    .push(named(&name, &["its ", member, " cannot be read"].concat()));
            }
        }
    }
    Ok(read)
}

/// Names the members of a pattern that are not read, because its form does not have them.
fn name_unknown(tree: &JsonTree, known: &JsonTree, path: &str, left_out: &mut Vec<String>) {
    for (name, member) in tree.members() {
        // A member can be null.
        let known = known.members().iter().find(|(known, _)| known == name);
        match known {
            Some((_, known)) => name_unknown(member, known, path, left_out),
            None => left_out.push(named(path, name)),
        }
    }
}
