//! A file of patterns as it was written or read, and what it lacks.
//!
//! Must not know formats.

use hashrange_plot::counted;
use hashrange_wire::{JsonContent, JsonTree};

use crate::{KeySource, Pattern};

/// A file of patterns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PatternsWritten {
    /// Its text.
    pub text: String,
    /// What the format cannot express.
    pub left_out: Vec<String>,
}

/// The patterns of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PatternsRead {
    /// The patterns, in the order of the file.
    pub patterns: Vec<Pattern>,
    /// What was not read, by name.
    pub left_out: Vec<String>,
}

/// A pattern with a request, and nothing else.
pub(super) fn bare(name: String, operation: hashrange_wire::Operation, body: String) -> Pattern {
    Pattern {
        name,
        operation,
        body,
        returns: None,
        budget: None,
        rate: None,
        daily: Vec::new(),
        keys: KeySource::Written,
    }
}

/// A part of a pattern that is left out, with the reason.
pub(super) fn named(name: &str, why: &str) -> String {
    ["“", name, "” (", why, ")"].concat()
}

/// What patterns have beside their requests, for formats that have requests only.
pub(super) fn beside_requests(patterns: &[Pattern]) -> Vec<String> {
    let count = |what: &str, has: fn(&&Pattern) -> bool| {
        let count = patterns.iter().filter(has).count() as u64;
        (count > 0).then(|| [what, " of ", &counted(count, "pattern")].concat())
    };
    let parts = [
        count("numbers of items", |pattern| pattern.returns.is_some()),
        count("budgets", |pattern| pattern.budget.is_some()),
        count("rates", |pattern| pattern.rate.is_some()),
        count("key values", |pattern| pattern.keys != KeySource::Written),
    ];
    parts.into_iter().flatten().collect()
}

/// An object.
pub(super) fn object(members: Vec<(&str, JsonTree)>) -> JsonTree {
    let own = |(name, value): (&str, JsonTree)| (name.to_owned(), value);
    JsonContent::Object(members.into_iter().map(own).collect()).into()
}

/// The text of a member; empty without it.
pub(super) fn text<'t>(tree: &'t JsonTree, name: &str) -> &'t str {
    tree.member(name).and_then(JsonTree::text).unwrap_or_default()
}
