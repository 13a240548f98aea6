//! The words of refusals for types of keys.

use hashrange_values::{AttributeValue, KeyType};

/// `string` or `binary` when the value is an empty one.
pub(crate) fn empty_kind(value: &AttributeValue) -> Option<&'static str> {
    match value {
        AttributeValue::S(text) if text.is_empty() => Some(kind_of(KeyType::S)),
        AttributeValue::B(bytes) if bytes.is_empty() => Some(kind_of(KeyType::B)),
        _ => None,
    }
}

/// The word for a type of key.
pub(crate) fn kind_of(key_type: KeyType) -> &'static str {
    match key_type {
        KeyType::S => "string",
        KeyType::B => "binary",
        KeyType::N => "number",
    }
}
