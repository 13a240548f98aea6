//! Converts between one item and its text in a JSON file.
//!
//! Plain JSON marks values that it cannot express; see [`hashrange_wire::item_to_marked_json`]. Must not know the
//! position of an item.

use hashrange_values::{AttributeType, AttributeValue, Item};
use hashrange_wire::{
    ItemError, item_from_json, item_from_marked_json, item_from_plain_json, item_to_json, item_to_marked_json,
};

use super::fault::{RowError, RowFault};
use super::json_text::{end_of_value, only_member_of};

/// The two formats for writing an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum JsonFormat {
    /// DynamoDB JSON, with type descriptors: `{"a":{"S":"x"}}`.
    DynamoDb,
    /// JSON without type descriptors: `{"a":"x"}`.
    Plain,
}

/// The formats for reading an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    DynamoDb,
    Plain,
    /// Plain JSON; an apparent mark is not a mark.
    Unmarked,
}

impl From<JsonFormat> for Form {
    fn from(format: JsonFormat) -> Self {
        match format {
            JsonFormat::DynamoDb => Self::DynamoDb,
            JsonFormat::Plain => Self::Plain,
        }
    }
}

/// The text of an item in a file, on one line.
pub(super) fn write_item(item: &Item, format: JsonFormat) -> String {
    match format {
        // The format that ImportTable requires and ExportTableToPointInTime writes (documented: imports-format).
        JsonFormat::DynamoDb => format!("{{\"Item\":{}}}", item_to_json(item)),
        JsonFormat::Plain => {
            let text = item_to_marked_json(item);
            // An item with a single attribute `Item` would be mistaken for a wrapped item.
            if item.len() == 1 && text.starts_with("{\"Item\":{") {
                format!("{{\"Item\":{text}}}")
            } else {
                text
            }
        }
    }
}

/// Reads an item that starts on this line of its file.
pub(super) fn read_item(bytes: &[u8], form: Form, line: usize) -> Result<Item, RowError> {
    let Ok(text) = std::str::from_utf8(bytes) else {
        return Err(RowError {
            line,
            column: None,
            reason: RowFault::ItemNotUtf8,
        });
    };
    let error = match read_text(text, form) {
        // Only reading shows whether a DynamoDB JSON item is wrapped, because an attribute `Item` does not contain an
        // item.
        Ok(item) if form == Form::DynamoDb => return Ok(item),
        Ok(item) if wrapped(text).is_none() => return Ok(item),
        Ok(_) => None,
        Err(error) => Some(error),
    };
    // Exports wrap each item: {"Item":{…}}.
    let Some(start) = wrapped(text) else {
        return error.map_or_else(|| Ok(Item::new()), |error| Err(at_line(&error, line)));
    };
    let end = end_of_value(bytes, start).unwrap_or(bytes.len());
    let before = text.get(..start).unwrap_or("");
    let inner_line = line + before.bytes().filter(|&byte| byte == b'\n').count();
    let inner = text.get(start..end).unwrap_or("");
    read_text(inner, form).map_err(|inner_error| match error {
        Some(error) if form == Form::DynamoDb && is_value(inner) => at_line(&error, line),
        _ => at_line(&inner_error, inner_line),
    })
}

/// The start of the inner item, if this item is wrapped.
fn wrapped(text: &str) -> Option<usize> {
    only_member_of(text.as_bytes(), b"Item").filter(|&at| text.as_bytes().get(at) == Some(&b'{'))
}

/// Whether an object looks like an attribute value and not like an item.
fn is_value(text: &str) -> bool {
    AttributeType::ALL
        .iter()
        .any(|kind| only_member_of(text.as_bytes(), kind.descriptor().as_bytes()).is_some())
}

fn read_text(text: &str, form: Form) -> Result<Item, ItemError> {
    match form {
        Form::DynamoDb => item_from_json(text),
        Form::Plain => item_from_marked_json(text),
        Form::Unmarked => item_from_plain_json(text, None),
    }
}

fn at_line(error: &ItemError, line: usize) -> RowError {
    RowError {
        line: line + error.line - 1,
        column: None,
        reason: RowFault::Json(error.reason.clone()),
    }
}

/// True for an object with a type descriptor as its only member.
pub(super) fn is_described(value: &AttributeValue) -> bool {
    let AttributeValue::M(map) = value else { return false };
    map.len() == 1
        && map
            .iter()
            .all(|(name, _)| AttributeType::from_descriptor(name).is_some())
}
