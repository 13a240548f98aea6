//! A file of patterns as it was written or read, and what it lacks.
//!
//! Must not know formats.

use hashrange_files::LeftOut;
use hashrange_wire::JsonTree;
use hashrange_words::counted;

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

/// A part of a pattern that is left out, with the reason.
#[inline(never)]
pub(super) fn named(name: &str, why: &str) -> String {
    ["“", name, "” (", why, ")"].concat()
}

/// What patterns have beside their requests, for formats that have requests only, or tests of them.
pub(super) fn beside_requests(patterns: &[Pattern], has_tests: bool) -> Vec<String> {
    let mut counts = [
        ("numbers of items", 0),
        ("budgets", 0),
        ("budgets of milliseconds", 0),
        ("rates", 0),
        ("key values", 0),
    ];
    for pattern in patterns {
        let has = [
            pattern.returns.is_some() && !has_tests,
            pattern.budget.is_some() && !has_tests,
            pattern.milliseconds.is_some(),
            pattern.rate.is_some(),
            pattern.keys != KeySource::Written,
        ];
        for ((_, count), has) in counts.iter_mut().zip(has) {
            *count += u64::from(has);
        }
    }
    let mut parts = Vec::new();
    for (what, count) in counts {
        if count > 0 {
            parts.push([what, " of ", &counted(count, "pattern")].concat());
        }
    }
    parts
}

/// Adds parts of a file as words.
#[inline(never)]
pub(super) fn add_words(parts: &[LeftOut], words: &mut Vec<String>) {
    for part in parts {
        words.push(part.to_string());
    }
}

/// The text of a member; empty without it.
#[inline(never)]
pub(super) fn text<'t>(tree: &'t JsonTree, name: &str) -> &'t str {
    tree.member(name).and_then(JsonTree::text).unwrap_or_default()
}
