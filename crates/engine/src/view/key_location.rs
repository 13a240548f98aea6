//! The location of a key: its position on the hash range, and the partitions that contain its item collection;
//! read-only.
//!
//! Must not know whether the item exists.

use hashrange_index::KeySchema;
use hashrange_store::{Partition, Space};
use hashrange_values::Item;

use crate::state::rows::key_prefix;
use crate::view::index_view::IndexView;
use crate::view::table_view::TableView;

/// The location of a key.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct KeyLocation {
    /// The position on the 128-bit hash range. It depends only on the partition key.
    pub hash: u128,
    /// The numbers of the partitions that contain the collection, in order. There are several if it was split by sort
    /// key. There is only one if the sort key is given too.
    pub partitions: Vec<u32>,
}

impl TableView<'_> {
    /// The location of a key, given with or without its sort key. `None` if the partition key is missing or of another
    /// type.
    #[must_use]
    pub fn key_location(self, key: &Item) -> Option<KeyLocation> {
        key_location(&self.0.items, &self.0.keys, key)
    }
}

impl IndexView<'_> {
    /// The location of a key of the index, given with or without its sort key. `None` if the partition key is missing
    /// or of another type.
    #[must_use]
    pub fn key_location(self, key: &Item) -> Option<KeyLocation> {
        key_location(&self.0.entries, &self.0.definition.keys, key)
    }
}

fn key_location<V>(space: &Space<V>, keys: &KeySchema, key: &Item) -> Option<KeyLocation> {
    let typed = |key_attribute: &hashrange_index::KeyAttribute| {
        key.get(&key_attribute.name)
            .is_some_and(|value| key_attribute.key_type.matches(value))
    };
    if !keys.partition.iter().all(typed) {
        return None;
    }
    let collection = KeySchema {
        partition: keys.partition.clone(),
        sort: Vec::new(),
    };
    let whole = (!keys.sort.is_empty() && keys.sort.iter().all(typed)).then_some(keys);
    let first = key_prefix(whole.unwrap_or(&collection), key)?.finish();
    let mut position = space.partition_of(&first);
    let number = |position: usize| space.partitions().get(position).map(Partition::number);
    let mut partitions: Vec<u32> = number(position).into_iter().collect();
    // A boundary at the same position of the hash range is inside the collection.
    while whole.is_none()
        && space
            .slice_end(position)
            .is_some_and(|end| end.placement() == first.placement())
    {
        position += 1;
        partitions.extend(number(position));
    }
    Some(KeyLocation {
        hash: first.placement().as_u128(),
        partitions,
    })
}
