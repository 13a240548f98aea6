//! The names of key types in error texts.

use hashrange_values::{AttributeValue, KeyType};

/// `string` or `binary` if the value is empty.
pub(crate) fn empty_kind(value: &AttributeValue) -> Option<&'static str> {
    match value {
        AttributeValue::S(text) if text.is_empty() => Some(kind_of(KeyType::S)),
        AttributeValue::B(bytes) if bytes.is_empty() => Some(kind_of(KeyType::B)),
        _ => None,
    }
}

/// The name of a key type in error texts.
pub(crate) fn kind_of(key_type: KeyType) -> &'static str {
    match key_type {
        KeyType::S => "string",
        KeyType::B => "binary",
        KeyType::N => "number",
    }
}
