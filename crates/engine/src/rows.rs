//! The rows of tables and indexes: what they hold, and how their keys begin.
//!
//! Must not know tables or indexes.

use std::sync::Arc;

use hashrange_index::{KeyAttribute, KeySchema};
use hashrange_store::{Row, RowKeyBuilder};
use hashrange_values::{Item, key_bytes};

/// An item, or an entry of an index, with its bytes.
pub(crate) type ItemRow = Row<Arc<Item>>;

/// A row key's beginning: partition key and sort key of this schema.
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
    keys.sort_values(item).try_fold(start, |builder, value| Some(builder.part(key_bytes(value?, &mut scratch)?)))
}
