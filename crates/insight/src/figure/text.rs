//! Units and values as a figure shows them.
//!
//! Must not know which figure.

use hashrange_engine::Units;
use hashrange_values::AttributeValue;

/// Units without their name.
pub(super) fn number(units: Units) -> String {
    units.as_f64().to_string()
}

/// A value as text; empty if it is neither text nor a number.
pub(super) fn shown(value: &AttributeValue) -> String {
    match value {
        AttributeValue::S(text) => text.to_string(),
        AttributeValue::N(number) => number.to_string(),
        _ => String::new(),
    }
}
