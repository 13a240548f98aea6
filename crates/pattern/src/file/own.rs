//! Patterns as JSON of this program: every member of a pattern, in its serialised form.
//!
//! The version rises when a reader of the old one would misread a file. New members need no new version: an older reader
//! names them. Must not know the members of patterns.

use hashrange_wire::{JsonContent, JsonTree};

use super::parts::{PatternsRead, PatternsWritten, named, object, text};
use crate::Pattern;

/// The member that identifies a file, and its value.
pub(super) const MARK: (&str, &str) = ("format", "hashrange-patterns");
/// The version that is written and read.
const VERSION: &str = "1";

pub(super) fn write(patterns: &[Pattern]) -> PatternsWritten {
    let trees: Vec<JsonTree> = patterns.iter().map(tree_of).collect();
    let (name, value) = MARK;
    let version = JsonTree::from(JsonContent::Number(VERSION.to_owned()));
    let file = object(vec![
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
        match serde_json::from_str::<Pattern>(&tree.to_json()) {
            Ok(pattern) => {
                name_unknown(tree, &tree_of(&pattern), &pattern.name, &mut read.left_out);
                read.patterns.push(pattern);
            }
            Err(error) => {
                let name = match text(tree, "name") {
                    "" => format!("pattern {}", place + 1),
                    name => name.to_owned(),
                };
                // A list of all operations is no help.
                let error = error.to_string();
                let why = error.split(", expected one of").next().unwrap_or_default();
                read.left_out.push(named(&name, why));
            }
        }
    }
    Ok(read)
}

fn tree_of(pattern: &Pattern) -> JsonTree {
    let json = serde_json::to_string(pattern).unwrap_or_default();
    JsonTree::parse(&json).unwrap_or_default()
}

/// Names the members of a pattern that are not read, because its serialised form does not have them.
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
