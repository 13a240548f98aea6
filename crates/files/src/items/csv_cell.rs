//! Converts between the text of a cell and its value.
//!
//! AWS documents one CSV format: strings, and keys of the table's types. *Model*: a cell is a Number, a Boolean or a
//! String in plain text. It is DynamoDB JSON if plain text would lose something: `{"S":"12"}` or `{"SS":["a"]}`. The
//! plain cells of a column have one type, because a reader may guess it from the first rows. An empty cell means no
//! attribute; an empty String is `{"S":""}`. `{}` marks a row as an item without attributes. Must not know rows.

use std::borrow::Cow;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use hashrange_values::{AttributeType, AttributeValue, Number, NumberError};
use hashrange_wire::{attribute_value_from_json, attribute_value_to_json};

use super::csv_plan::ColumnKind;
use super::fault::RowFault;
use crate::file_fault::short;

/// A cell without an attribute, in a row that is an item nevertheless.
pub(super) const NOTHING: &str = "{}";

/// The value of a non-empty cell; `None` if it means no attribute.
pub(super) fn value_of(text: &str, kind: ColumnKind) -> Result<Option<AttributeValue>, RowFault> {
    if kind == ColumnKind::Literal {
        return Ok(Some(AttributeValue::string(text)));
    }
    if text == NOTHING {
        return Ok(None);
    }
    if let Some(value) = marked(text).or_else(|| nested(text)) {
        return Ok(Some(value));
    }
    match kind {
        ColumnKind::Number => number(text).map(AttributeValue::N),
        ColumnKind::Bool => boolean(text)
            .map(AttributeValue::Bool)
            .ok_or_else(|| RowFault::NotABoolean(short(text))),
        ColumnKind::Binary => match STANDARD.decode(text.trim()) {
            Ok(bytes) => Ok(AttributeValue::B(bytes.into_boxed_slice())),
            Err(_) => Err(RowFault::NotBase64(short(text))),
        },
        ColumnKind::Auto => Ok(natural(text)),
        ColumnKind::String | ColumnKind::Skip | ColumnKind::Literal => Ok(AttributeValue::string(text)),
    }
    .map(Some)
}

/// The text of a value's cell. `plain_type` is the type of the plain cells of its column. The first value that can be
/// plain sets it.
pub(super) fn cell_of<'a>(
    value: &'a AttributeValue,
    column: &str,
    plain_type: &mut Option<AttributeType>,
) -> Cow<'a, str> {
    let plain = match value {
        AttributeValue::S(text) => Cow::Borrowed(text.as_str()),
        AttributeValue::N(number) => Cow::Owned(number.to_string()),
        AttributeValue::Bool(truth) => Cow::Borrowed(if *truth { "true" } else { "false" }),
        _ => return Cow::Owned(attribute_value_to_json(value)),
    };
    let own_type = value.attribute_type();
    let is_usual = *plain_type.get_or_insert(own_type) == own_type;
    // A cell with the name of its column would make the first row look like an item.
    let is_clear = is_usual
        && !plain.is_empty()
        && plain != column
        && value_of(&plain, ColumnKind::Auto).as_ref() == Ok(&Some(value.clone()));
    if is_clear {
        plain
    } else {
        Cow::Owned(attribute_value_to_json(value))
    }
}

/// The value of a cell in DynamoDB JSON.
pub(super) fn marked(text: &str) -> Option<AttributeValue> {
    let is_like_it = text.starts_with("{\"") && text.ends_with('}');
    is_like_it.then(|| attribute_value_from_json(text).ok()).flatten()
}

/// The list or map of a cell as the AWS console exports it: without its own type descriptor.
fn nested(text: &str) -> Option<AttributeValue> {
    let descriptor = if text.starts_with("[{\"") && text.ends_with("}]") {
        "L"
    } else if text.starts_with("{\"") && text.ends_with("}}") {
        "M"
    } else {
        return None;
    };
    attribute_value_from_json(&format!("{{\"{descriptor}\":{text}}}")).ok()
}

fn number(text: &str) -> Result<Number, RowFault> {
    text.trim().parse().map_err(|error| match error {
        NumberError::NotNumeric => RowFault::NotANumber(short(text)),
        _ => RowFault::NumberOutOfRange(short(text)),
    })
}

fn boolean(text: &str) -> Option<bool> {
    let word = text.trim();
    let is = |words: [&str; 3]| words.iter().any(|candidate| word.eq_ignore_ascii_case(candidate));
    if is(["true", "yes", "1"]) {
        Some(true)
    } else if is(["false", "no", "0"]) {
        Some(false)
    } else {
        None
    }
}

fn natural(text: &str) -> AttributeValue {
    if text.eq_ignore_ascii_case("true") || text.eq_ignore_ascii_case("false") {
        return AttributeValue::Bool(text.eq_ignore_ascii_case("true"));
    }
    match plain_number(text) {
        Some(number) => AttributeValue::N(number),
        None => AttributeValue::string(text),
    }
}

/// Parses a number whose text is preserved: without leading zeros (they occur in codes), plus sign or exponent.
pub(super) fn plain_number(text: &str) -> Option<Number> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let starts_plain = digits == "0" || digits.starts_with("0.") || !digits.starts_with(['0', '.']);
    let only_digits = digits.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.') && !digits.ends_with('.');
    (starts_plain && only_digits).then(|| text.parse().ok()).flatten()
}
