//! Patterns as test lists.
//!
//! Must not know languages beyond their names.

use hashrange_code::{Language, Test, TestList, test_list};
use hashrange_wire::JsonTree;

use super::parts::{PatternsWritten, beside_requests, named};
use crate::Pattern;

pub(super) fn write(language: Language, patterns: &[Pattern]) -> PatternsWritten {
    let mut left_out = beside_requests(patterns, true);
    let parsed: Vec<_> = patterns
        .iter()
        .map(|pattern| {
            // A tree that is no request is left out with its reason.
            let body = JsonTree::parse(&pattern.body).unwrap_or_default();
            (pattern, body, pattern.budget.map(|budget| format!("{budget:.1}")))
        })
        .collect();
    let tests: Vec<Test<'_>> = parsed
        .iter()
        .map(|(pattern, body, budget)| Test {
            name: &pattern.name,
            operation: pattern.operation.name(),
            body,
            returns: pattern.returns,
            budget: budget.as_deref(),
        })
        .collect();
    let TestList {
        text,
        left_out: refused,
    } = test_list(language, &tests).unwrap_or_default();
    for (place, reason) in refused {
        let name = patterns.get(place).map_or("", |pattern| pattern.name.as_str());
        left_out.push(named(name, &reason.to_string()));
    }
    PatternsWritten { text, left_out }
}
