//! Copies the value of a cell: a scalar as text, a set or a document as DynamoDB JSON.
//!
//! Must not know grids.

use hashrange_protocol::ItemPreview;
use hashrange_values::{AttributeValue, Text};
use hashrange_words::t;

use crate::components::{Toasts, Tone};
use crate::state::scalar_text::write_operand;
use crate::views::copy_text::copy_text;

/// Copies the value of an attribute, and says what was copied. Of a large item the page has only the beginnings of values.
pub(super) fn copy(toasts: Toasts, row: &ItemPreview, attribute: &Text) {
    match row.item.get(attribute) {
        _ if row.cut => toasts.say(Tone::Notice, t!("The item is large. Open it to copy the whole value.")),
        None => toasts.say(Tone::Notice, t!("The item has no attribute {attribute}.", attribute)),
        Some(AttributeValue::Null) => copy_text(toasts, "null"),
        Some(value) => copy_text(toasts, &write_operand(value)),
    }
}
