//! The rows of tables and indexes: their content, and the prefix of their keys.
//!
//! Must not know tables or indexes.

use std::sync::Arc;

use hashrange_index::{KeyAttribute, KeySchema};
use hashrange_store::{KeyRange, Row, RowKeyBuilder, Space};
use hashrange_values::{Item, key_bytes};

/// An item, or an entry of an index, with its bytes.
pub(crate) type ItemRow = Row<Arc<Item>>;

/// The start of a row key: the partition key and sort key of this schema.
pub(crate) fn key_prefix(keys: &KeySchema, item: &Item) -> Option<RowKeyBuilder> {
    let mut scratch = Vec::new();
    let start = match keys.partition.as_slice() {
        [single] => RowKeyBuilder::new(&[key_bytes(item.get(&single.name)?, &mut scratch)?]),
        several => {
            let part = |key: &KeyAttribute| key_bytes(item.get(&key.name)?, &mut Vec::new()).map(<[u8]>::to_vec);
            let parts = several.iter().map(part).collect::<Option<Vec<_>>>()?;
            RowKeyBuilder::new(&parts.iter().map(Vec::as_slice).collect::<Vec<_>>())
        }
    };
    keys.sort_values(item).try_fold(start, |builder, value| {
        Some(builder.part(key_bytes(value?, &mut scratch)?))
    })
}

/// Bytes of an item, as a row reports them.
pub(crate) fn measured(item: &Item) -> u32 {
    u32::try_from(item.item_size()).unwrap_or(u32::MAX)
}

/// The rows with the partition key value of this key, in sort key order, with their sizes.
pub(crate) fn collection<'a>(space: &'a Space<Arc<Item>>, keys: &KeySchema, key: &Item) -> Vec<(&'a Arc<Item>, u32)> {
    let partition_only = KeySchema {
        partition: keys.partition.clone(),
        sort: Vec::new(),
    };
    let Some(prefix) = key_prefix(&partition_only, key) else {
        return Vec::new();
    };
    let range = KeyRange {
        end: Some(prefix.prefix_end()),
        start: prefix.prefix_start(),
    };
    space
        .walk(&range, true)
        .map(|step| (&step.row.value, step.row.size))
        .collect()
}
