//! Keyboard navigation through a picture: partitions in hash order, and from each into its content.
//!
//! Must not know the browser's key names beyond those it receives.

use super::mark::{Group, Picture, Subject};

/// Whether a subject is within a partition.
fn within(subject: &Subject) -> bool {
    matches!(subject, Subject::Row(..) | Subject::Item(..))
}

/// The subject that a key selects. `None` if it selects nothing.
#[must_use]
pub fn step(picture: &Picture, from: &Subject, key: &str) -> Option<Subject> {
    let all: Vec<&Group> = picture.groups.iter().filter(|group| group.selectable).collect();
    let here = all.iter().position(|group| group.subject == *from)?;
    let inner = within(from);
    let before = || all.iter().take(here).rev();
    let after = || all.iter().skip(here + 1);
    let outer = |group: &&&Group| !within(&group.subject);
    let found = match (key, inner) {
        ("ArrowRight", true) => after().take_while(|group| within(&group.subject)).next(),
        ("ArrowLeft", true) => before().take_while(|group| within(&group.subject)).next(),
        ("ArrowUp" | "Escape", true) => before().find(outer),
        ("ArrowDown", false) => after().next(),
        ("ArrowRight", false) | ("ArrowDown", true) => after().find(outer),
        ("ArrowLeft" | "ArrowUp", false) => before().find(outer),
        ("Home", _) => all.iter().find(outer),
        ("End", _) => all.iter().rev().find(outer),
        _ => None,
    };
    found.map(|group| group.subject.clone())
}
