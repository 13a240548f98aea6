//! The attributes that items have: how many items have each, of which types, and whether it can be a key.
//!
//! Must not know tables.

use std::collections::BTreeSet;

use hashrange_values::{AttributeType, AttributeValue, Item, KeyType, Text};
use hashrange_wire::attribute_value_to_json;

/// Longest name of a key in bytes (documented).
const LONGEST_NAME: usize = 255;

/// An attribute of some items.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AttributeSeen {
    /// Its name.
    pub name: Text,
    /// Items that have it.
    pub items: usize,
    /// Its types, each with the number of items, the most frequent first.
    pub types: Vec<(AttributeType, usize)>,
    /// Different values.
    pub distinct: usize,
    /// The type it has as a key; none where an item lacks it, has it empty or of another type, or its name is too long.
    pub key: Option<KeyType>,
}

impl AttributeSeen {
    fn of(name: &Text, items: &[Item]) -> Self {
        let values: Vec<&AttributeValue> = items.iter().filter_map(|item| item.get(name)).collect();
        let mut types: Vec<(AttributeType, usize)> = Vec::new();
        for kind in values.iter().map(|value| value.attribute_type()) {
            match types.iter_mut().find(|(other, _)| *other == kind) {
                Some((_, count)) => *count += 1,
                None => types.push((kind, 1)),
            }
        }
        hashrange_values::sort_by(&mut types, |(_, one), (_, other)| other.cmp(one));
        let key = match types.as_slice() {
            _ if name.len() > LONGEST_NAME => None,
            [(kind, count)] if *count == items.len() && !values.iter().any(|value| is_empty(value)) => key_type(*kind),
            _ => None,
        };
        let distinct = values.iter().map(|value| attribute_value_to_json(value)).collect::<BTreeSet<_>>().len();
        Self { name: name.clone(), items: values.len(), types, distinct, key }
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

/// The attributes of these items: those of the file's columns in their order, then the others by name.
pub(super) fn attributes(items: &[Item], columns: &[Text]) -> Vec<AttributeSeen> {
    let others: BTreeSet<&Text> = items.iter().flat_map(|item| item.iter()).map(|(name, _)| name).collect();
    let mut names: Vec<&Text> = columns.iter().filter(|name| others.contains(name)).collect();
    names.extend(others.into_iter().filter(|name| !columns.contains(name)));
    names.into_iter().map(|name| AttributeSeen::of(name, items)).collect()
}
