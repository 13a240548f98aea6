//! Converts between one item and its text in a JSON file.
//!
//! Plain JSON marks values that it cannot express; see [`hashrange_wire::item_to_marked_json`]. Must not know the
//! position of an item.

use hashrange_values::{AttributeType, AttributeValue, Item, Number};
use hashrange_wire::{
    ItemError, JsonContent, JsonTree, item_from_json, item_from_marked_json, item_from_plain_json, item_to_json,
    item_to_marked_json,
};

use super::fault::{RowError, RowFault};
use super::json_container::contained;
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
            // An item such as one with a single attribute `Item` would be mistaken for something that contains items.
            if contained(text.as_bytes()).is_some() || (item.len() == 1 && text.starts_with("{\"Item\":{")) {
                format!("{{\"Item\":{text}}}")
            } else {
                text
            }
        }
    }
}

/// A place in a file: line and column, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) line: usize,
    pub(super) column: usize,
}

impl Place {
    /// The place after a byte at this place.
    pub(super) fn after(self, byte: u8) -> Self {
        let Self { line, column } = self;
        match byte {
            b'\n' => Self {
                line: line + 1,
                column: 1,
            },
            // The first byte of a character has counted it.
            0x80..=0xBF => self,
            _ => Self {
                line,
                column: column + 1,
            },
        }
    }

    /// The place after these bytes, which begin at this place.
    pub(super) fn after_all(self, bytes: &[u8]) -> Self {
        bytes.iter().fold(self, |place, byte| place.after(*byte))
    }

    /// An error at this place.
    pub(super) fn error(self, reason: RowFault) -> RowError {
        RowError {
            line: self.line,
            column: Some(self.column),
            reason,
        }
    }

    fn at(self, error: &ItemError) -> RowError {
        let column = if error.line == 1 {
            self.column + error.column - 1
        } else {
            error.column
        };
        let line = self.line + error.line - 1;
        Self { line, column }.error(RowFault::Json(error.reason.clone()))
    }
}

/// Reads an item that starts at this place of its file.
pub(super) fn read_item(bytes: &[u8], form: Form, place: Place) -> Result<Item, RowError> {
    let Ok(text) = std::str::from_utf8(bytes) else {
        return Err(place.error(RowFault::ItemNotUtf8));
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
        return error.map_or_else(|| Ok(Item::new()), |error| Err(place.at(&error)));
    };
    let end = end_of_value(bytes, start).unwrap_or(bytes.len());
    let inner_place = place.after_all(bytes.get(..start).unwrap_or(&[]));
    let inner = text.get(start..end).unwrap_or("");
    read_text(inner, form).map_err(|inner_error| match error {
        Some(error) if form == Form::DynamoDb && is_value(inner) => place.at(&error),
        _ => inner_place.at(&inner_error),
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
        Form::DynamoDb => item_from_json(text).or_else(|error| {
            // The SDK for Java 1.x and AWS Data Pipeline write the types with a lower-case first letter.
            let upper = JsonTree::parse(text).ok().map(|tree| with_upper_types(&tree).to_json());
            upper.and_then(|text| item_from_json(&text).ok()).ok_or(error)
        }),
        Form::Plain => item_from_marked_json(text),
        Form::Unmarked => item_from_plain_json(text, None),
    }
}

/// The type of a descriptor in any case.
fn type_of(descriptor: &str) -> Option<AttributeType> {
    AttributeType::from_descriptor(&descriptor.to_ascii_uppercase())
}

/// An item or a map with the type descriptors of its values in upper case.
fn with_upper_types(map: &JsonTree) -> JsonTree {
    let JsonContent::Object(members) = &map.content else {
        return map.clone();
    };
    let member = |(name, value): &(String, JsonTree)| (name.clone(), upper_value(value));
    members.iter().map(member).collect()
}

fn upper_value(value: &JsonTree) -> JsonTree {
    let JsonContent::Object(members) = &value.content else {
        return value.clone();
    };
    let upper = |(descriptor, inner): &(String, JsonTree)| match (type_of(descriptor), &inner.content) {
        (Some(AttributeType::M), _) => ("M".to_owned(), with_upper_types(inner)),
        (Some(AttributeType::L), JsonContent::List(elements)) => (
            "L".to_owned(),
            elements.iter().map(upper_value).collect::<Vec<_>>().into(),
        ),
        (Some(kind), _) => (kind.descriptor().to_owned(), inner.clone()),
        (None, _) => (descriptor.clone(), inner.clone()),
    };
    members.iter().map(upper).collect()
}

/// Whether an item looks like DynamoDB JSON: each attribute is an object with a type descriptor as its only member. With
/// types in small letters, one of them must also be possible as a key (model): a plain item can have objects with names
/// such as `b` only, but no table has an item without a key.
pub(super) fn is_described(item: &Item) -> bool {
    let (mut are_usual, mut has_key) = (true, false);
    for (_, value) in item.iter() {
        let Some((word, inner)) = described(value) else {
            return false;
        };
        are_usual &= AttributeType::from_descriptor(word).is_some();
        has_key |= can_be_key(word, inner);
    }
    are_usual || has_key
}

/// The type descriptor of an object with only this member, and its value.
fn described(value: &AttributeValue) -> Option<(&str, &AttributeValue)> {
    let AttributeValue::M(map) = value else { return None };
    let (name, inner) = map.iter().next().filter(|_| map.len() == 1)?;
    type_of(name).map(|_| (name.as_str(), inner))
}

fn can_be_key(descriptor: &str, value: &AttributeValue) -> bool {
    let AttributeValue::S(text) = value else { return false };
    match type_of(descriptor) {
        Some(AttributeType::S | AttributeType::B) => !text.is_empty(),
        Some(AttributeType::N) => text.parse::<Number>().is_ok(),
        _ => false,
    }
}
