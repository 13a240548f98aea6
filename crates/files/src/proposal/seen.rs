//! The attributes of items: for each, the number of items, its types, and whether it can be a key.
//!
//! Must not know tables.

use hashrange_values::{AttributeType, AttributeValue, Item, KeyType, Text, sort_by, to_set};
use hashrange_wire::attribute_value_to_json;

/// Maximum bytes of a key's name (documented: limits-names).
const LONGEST_NAME: usize = 255;

/// An attribute of some items.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AttributeSeen {
    /// Its name.
    pub name: Text,
    /// Number of items that have it.
    pub items: usize,
    /// Its types, each with the number of items, the most frequent first.
    pub types: Vec<(AttributeType, usize)>,
    /// Number of different values.
    pub distinct: usize,
    /// Its type as a key. `None` if its name is too long, or if it is missing, empty or of another type in an item.
    pub key: Option<KeyType>,
}

impl AttributeSeen {
    /// The attribute with these values, in a number of items.
    fn of(name: &Text, values: &[&AttributeValue], items: usize) -> Self {
        let mut types: Vec<(AttributeType, usize)> = Vec::new();
        for kind in values.iter().map(|value| value.attribute_type()) {
            match types.iter_mut().find(|(other, _)| *other == kind) {
                Some((_, count)) => *count += 1,
                None => types.push((kind, 1)),
            }
        }
        sort_by(&mut types, |(_, one), (_, other)| other.cmp(one));
        let key = match types.as_slice() {
            _ if name.len() > LONGEST_NAME => None,
            [(kind, count)] if *count == items && !values.iter().any(|value| is_empty(value)) => key_type(*kind),
            _ => None,
        };
        let distinct = to_set(values.iter().map(|value| attribute_value_to_json(value))).len();
        Self {
            name: name.clone(),
            items: values.len(),
            types,
            distinct,
            key,
        }
    }
}

fn is_empty(value: &AttributeValue) -> bool {
    match value {
        AttributeValue::S(text) => text.is_empty(),
        AttributeValue::B(bytes) => bytes.is_empty(),
        _ => false,
    }
}

fn key_type(kind: AttributeType) -> Option<KeyType> {
    match kind {
        AttributeType::S => Some(KeyType::S),
        AttributeType::N => Some(KeyType::N),
        AttributeType::B => Some(KeyType::B),
        _ => None,
    }
}

/// The attributes of these items: first the file's columns in their order, then the others by name.
#[must_use]
pub fn attributes_seen(items: &[Item], columns: &[Text]) -> Vec<AttributeSeen> {
    let mut all: Vec<(&Text, &AttributeValue)> = items.iter().flat_map(|item| item.iter()).collect();
    sort_by(&mut all, |(one, _), (other, _)| one.cmp(other));
    let mut seen = Vec::new();
    for attribute in all.chunk_by(|(one, _), (other, _)| one == other) {
        let Some((name, _)) = attribute.first() else { continue };
        let values: Vec<&AttributeValue> = attribute.iter().map(|(_, value)| *value).collect();
        let column = columns.iter().position(|column| column == *name);
        seen.push((
            column.unwrap_or(columns.len()),
            AttributeSeen::of(name, &values, items.len()),
        ));
    }
    sort_by(&mut seen, |(one, _), (other, _)| one.cmp(other));
    seen.into_iter().map(|(_, seen)| seen).collect()
}
