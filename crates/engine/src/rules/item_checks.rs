//! Checks of keys and items against a table, shared by all reads and writes of one item.

use hashrange_expression::Mention;
use hashrange_index::{KeyAttribute, KeySchema, MAX_PARTITION_KEY_BYTES, MAX_SORT_KEY_BYTES};
use hashrange_store::RowKey;
use hashrange_values::{AttributeValue, Item, has_duplicates, key_bytes_len};
use hashrange_wire::{KeyPart, ServiceError, ValidationError};
use smallvec::SmallVec;

use crate::rules::index_keys;
use crate::rules::key_kind::empty_kind;
use crate::rules::origin::Origin;
use crate::state::catalogue::Catalogue;
use crate::state::limits::Limits;
use crate::state::rows::measured;
use crate::state::table::Table;

/// The attributes of a table's key with their values, partition key first.
type KeyValues<'a> = SmallVec<[(&'a KeyAttribute, &'a AttributeValue); 2]>;

/// Checks a `Key` parameter: exactly the key attributes, of the right types, neither empty nor too long.
pub(crate) fn key(table: &Table, key: &Item) -> Result<RowKey, ServiceError> {
    let mut values = KeyValues::new();
    for attribute in table.keys.attributes() {
        if let Some(value) = key
            .get(&attribute.name)
            .filter(|value| attribute.key_type.matches(value))
        {
            values.push((attribute, value));
        }
    }
    if key.len() != table.keys.len() || values.len() != key.len() {
        return Err(ValidationError::KeySchemaMismatch.into());
    }
    for (attribute, value) in &values {
        if let Some(kind) = empty_kind(value) {
            return Err(ValidationError::EmptyKey {
                name: attribute.name.clone(),
                kind,
            }
            .into());
        }
    }
    key_sizes(table, &values)?;
    row_key(values)
}

/// Refuses an item that is too large to be put, before its table is looked up (observed: item-size-before-table).
pub(crate) fn size(limits: &Limits, item: &Item) -> Result<(), ServiceError> {
    if item.item_size() > limits.item_bytes {
        Err(ValidationError::ItemSize.into())
    } else {
        Ok(())
    }
}

/// Checks an item to be put: its keys, its index keys, its size. Returns its row key and its bytes.
pub(crate) fn item(table: &Table, item: &Item, limit: usize, origin: Origin) -> Result<(RowKey, u32), ServiceError> {
    let mut values = KeyValues::new();
    for attribute in table.keys.attributes() {
        let value = item.get(&attribute.name);
        let fits = value.is_some_and(|value| attribute.key_type.matches(value));
        // BatchWriteItem uses the error text of a `Key` parameter for items too (observed: batch-key-words).
        if origin == Origin::Batch && !fits {
            return Err(ValidationError::KeySchemaMismatch.into());
        }
        let Some(value) = value else {
            return Err(ValidationError::MissingKey(attribute.name.clone()).into());
        };
        if !attribute.key_type.matches(value) {
            return Err(ValidationError::KeyType {
                name: attribute.name.clone(),
                expected: attribute.key_type.descriptor(),
                actual: value.attribute_type().descriptor(),
            }
            .into());
        }
        if let Some(kind) = empty_kind(value) {
            return Err(ValidationError::EmptyKey {
                name: attribute.name.clone(),
                kind,
            }
            .into());
        }
        values.push((attribute, value));
    }
    index_keys::of_item(table, item)?;
    key_sizes(table, &values)?;
    let size = measured(item);
    if size as usize > limit {
        return Err(ValidationError::ItemSize.into());
    }
    Ok((row_key(values)?, size))
}

fn row_key(values: KeyValues<'_>) -> Result<RowKey, ServiceError> {
    Table::row_key_of(values.into_iter().map(|(_, value)| value))
        .ok_or_else(|| ValidationError::KeySchemaMismatch.into())
}

/// Refuses two members of a batch or transaction that name the same item. Skips invalid keys: other checks refuse them.
pub(crate) fn distinct<'a>(
    catalogue: &Catalogue,
    keys: impl Iterator<Item = (&'a str, &'a Item)>,
    refusal: ValidationError,
) -> Result<(), ValidationError> {
    let identity = |(table_name, key): (&str, &Item)| {
        let table = catalogue.get(table_name)?;
        Some((&table.name, table.identity(key)?))
    };
    let identities: Vec<_> = keys.filter_map(identity).collect();
    if has_duplicates(&identities) {
        Err(refusal)
    } else {
        Ok(())
    }
}

/// Refuses document paths into a key of the table or of an index: keys are scalars.
pub(crate) fn paths<'m>(table: &Table, mentions: impl IntoIterator<Item = &'m Mention>) -> Result<(), ServiceError> {
    for path in mentions
        .into_iter()
        .map(|mention| &mention.path)
        .filter(|path| !path.is_top())
    {
        let name = &path.attribute;
        let of_index = table.indexes.iter().any(|index| index.definition.keys.contains(name));
        if table.keys.contains(name) || of_index {
            let index = !table.keys.contains(name);
            return Err(ValidationError::PathIntoKey {
                name: name.clone(),
                index,
            }
            .into());
        }
    }
    Ok(())
}

fn key_sizes(table: &Table, values: &KeyValues<'_>) -> Result<(), ServiceError> {
    Ok(values
        .iter()
        .try_for_each(|(key, value)| key_size(&table.keys, key, value))?)
}

/// Refuses a value that is too long for its role in the keys.
pub(crate) fn key_size(keys: &KeySchema, key: &KeyAttribute, value: &AttributeValue) -> Result<(), ValidationError> {
    // Most values are short enough for either role.
    if key_bytes_len(value) <= MAX_PARTITION_KEY_BYTES.min(MAX_SORT_KEY_BYTES) {
        return Ok(());
    }
    let is_partition = keys.partition.iter().any(|partition| partition.name == key.name);
    let (limit, part) = match is_partition {
        true => (MAX_PARTITION_KEY_BYTES, KeyPart::Partition),
        false => (MAX_SORT_KEY_BYTES, KeyPart::Sort),
    };
    if key_bytes_len(value) > limit {
        Err(ValidationError::KeySize { part })
    } else {
        Ok(())
    }
}
