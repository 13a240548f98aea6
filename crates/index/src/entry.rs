//! The entry of an item in an index, or the reason why it has none.
//!
//! An item without an index key attribute has no entry: the index is sparse. An item whose attribute cannot be a key
//! (wrong type, too long, empty) violates the index; only items that are older than the index can violate it.

use std::sync::Arc;

use hashrange_values::{AttributeValue, Item, KeyType, key_bytes_len};

use crate::{
    IndexDefinition, KeyAttribute, KeySchema, MAX_PARTITION_KEY_BYTES, MAX_SORT_KEY_BYTES, Projection, Violation,
    ViolationReason,
};

/// The first attribute of the item that violates the index, if there is one.
#[must_use]
pub fn violation(item: &Item, index: &IndexDefinition) -> Option<Violation> {
    violations(item, index).next()
}

/// Every attribute that violates the index: its vector and search schema, then its key in order. A missing attribute
/// violates nothing.
pub fn violations<'a>(item: &'a Item, index: &'a IndexDefinition) -> impl Iterator<Item = Violation> + 'a {
    let of_vector = index.vector().into_iter().flat_map(move |rule| rule.violations(item));
    of_vector.chain(key_violations(item, &index.keys))
}

/// Every attribute of the item that violates a key schema, in the order of the key.
pub fn key_violations<'a>(item: &'a Item, keys: &'a KeySchema) -> impl Iterator<Item = Violation> + 'a {
    let check = |attribute: &KeyAttribute, limit: usize, partition: bool| {
        let value = item.get(&attribute.name)?;
        let reason = key_violation(value, attribute.key_type, limit, partition)?;
        Some(Violation {
            attribute: attribute.name.clone(),
            reason,
        })
    };
    let partition = keys
        .partition
        .iter()
        .filter_map(move |key| check(key, MAX_PARTITION_KEY_BYTES, true));
    partition.chain(
        keys.sort
            .iter()
            .filter_map(move |key| check(key, MAX_SORT_KEY_BYTES, false)),
    )
}

fn key_violation(value: &AttributeValue, expected: KeyType, limit: usize, partition: bool) -> Option<ViolationReason> {
    if !expected.matches(value) {
        return Some(ViolationReason::Type {
            expected,
            found: value.attribute_type(),
        });
    }
    let length = key_bytes_len(value);
    if length > limit {
        return Some(ViolationReason::Size {
            partition,
            bytes: length,
        });
    }
    (length == 0 && expected != KeyType::N).then_some(ViolationReason::Empty { expected })
}

/// The item's entry in the index; `None` if the index does not contain the item.
///
/// With projection ALL the entry is the item itself, shared rather than copied.
#[must_use]
pub fn entry(item: &Arc<Item>, index: &IndexDefinition, table_keys: &KeySchema) -> Option<Arc<Item>> {
    let fits = |key: &KeyAttribute, limit: usize, partition: bool| {
        item.get(&key.name)
            .is_some_and(|value| key_violation(value, key.key_type, limit, partition).is_none())
    };
    if !index
        .keys
        .partition
        .iter()
        .all(|key| fits(key, MAX_PARTITION_KEY_BYTES, true))
        || !index.keys.sort.iter().all(|key| fits(key, MAX_SORT_KEY_BYTES, false))
        || index.vector().is_some_and(|rule| !rule.admits(item))
    {
        return None;
    }
    Some(match index.projection {
        Projection::All => Arc::clone(item),
        _ => Arc::new(index.project(item, table_keys)),
    })
}
