//! Keys: the bytes that identify an item or a result set in a cache.
//!
//! Must not know what is cached.

use std::fmt::Debug;
use std::sync::Arc;

use hashrange_values::{Item, Text, escape_key_bytes, key_bytes};
use hashrange_wire::table_name_of;

/// The key bytes of a cache entry. They are shared, because a cache stores them twice.
pub(crate) type Key = Arc<[u8]>;

/// The cache key of the item with this primary key. `table` is the table's name or ARN. `None` for an invalid primary
/// key.
pub(crate) fn of_item(table: &str, key: &Item) -> Option<Key> {
    let mut bytes = Vec::new();
    let mut scratch = Vec::new();
    escape_key_bytes(table_name_of(table).as_bytes(), &mut bytes);
    for (name, value) in key.iter() {
        escape_key_bytes(name.as_bytes(), &mut bytes);
        // Only S, N and B have key bytes, and their descriptors have one letter.
        bytes.extend_from_slice(value.attribute_type().descriptor().as_bytes());
        escape_key_bytes(key_bytes(value, &mut scratch)?, &mut bytes);
    }
    Some(bytes.into())
}

/// The key attributes of a complete item.
pub(crate) fn part_of<'a>(item: &Item, names: impl Iterator<Item = &'a Text>) -> Option<Item> {
    names
        .map(|name| Some((name.clone(), item.get(name)?.clone())))
        .collect()
}

/// The key of a result set: the debug output of all parameters.
pub(crate) fn of_parameters(request: &impl Debug) -> Key {
    format!("{request:?}").into_bytes().into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use hashrange_values::AttributeValue;

    fn key(name: &str, value: AttributeValue) -> Item {
        [(name, value)].into_iter().collect()
    }

    #[test]
    fn tables_names_types_and_values_make_a_difference() {
        let text = |value: &str| AttributeValue::string(value);
        let keys = [
            of_item("Music", &key("Id", text("1"))),
            of_item("Musik", &key("Id", text("1"))),
            of_item("Music", &key("Id", text("2"))),
            of_item("Music", &key("No", text("1"))),
            of_item("Music", &key("Id", AttributeValue::B(b"1".to_vec().into()))),
            of_item("Music", &[("Id", text("1")), ("No", text("1"))].into_iter().collect()),
        ];
        for (at, one) in keys.iter().enumerate() {
            assert!(one.is_some());
            assert_eq!(keys.iter().position(|other| other == one), Some(at));
        }
    }

    #[test]
    fn a_table_is_the_same_by_name_and_arn() {
        let id = key("Id", AttributeValue::string("1"));
        assert_eq!(
            of_item("arn:aws:dynamodb:us-east-1:000000000000:table/Music", &id),
            of_item("Music", &id)
        );
    }

    #[test]
    fn documents_are_no_keys() {
        assert_eq!(of_item("Music", &key("Id", AttributeValue::Null)), None);
    }
}
