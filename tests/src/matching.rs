//! Compares values of tests with the matchers of lessons.
//!
//! Must not know where the two values come from.

use hashrange_lesson::matching;
use hashrange_wire::JsonTree;
use serde_json::Value;

/// Compares two values. The error names the position of the first difference and the value there.
///
/// # Errors
/// When the values differ, or nest too deeply.
pub fn matches(expected: &Value, actual: &Value) -> Result<(), String> {
    let tree = |value: &Value| JsonTree::parse(&value.to_string()).map_err(|error| error.to_string());
    matching::matches(&tree(expected)?, &tree(actual)?)
}
