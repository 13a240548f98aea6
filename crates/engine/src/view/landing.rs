//! Where a key lands: its place on the hash range and the partitions that hold its item collection, for those who only look.
//!
//! Must not know whether there is such an item.

use hashrange_index::KeySchema;
use hashrange_store::{Partition, Space};
use hashrange_values::Item;

use crate::state::rows::key_prefix;
use crate::view::index_view::IndexView;
use crate::view::table_view::TableView;

/// Where a key lands.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Landing {
    /// The place on the 128-bit hash range; decided by the partition key alone.
    pub hash: u128,
    /// The numbers of the partitions that hold the collection, in order: several where it was split by sort key. Only one
    /// where the sort key is given too.
    pub partitions: Vec<u32>,
}

impl TableView<'_> {
    /// Where a key lands, given with or without its sort key. `None` where the partition key is missing or of another type.
    #[must_use]
    pub fn landing(self, key: &Item) -> Option<Landing> {
        landing(&self.0.items, &self.0.keys, key)
    }
}

impl IndexView<'_> {
    /// Where a key of the index lands, given with or without its sort key. `None` where the partition key is missing or of
    /// another type.
    #[must_use]
    pub fn landing(self, key: &Item) -> Option<Landing> {
        landing(&self.0.entries, &self.0.definition.keys, key)
    }
}

fn landing<V>(space: &Space<V>, keys: &KeySchema, key: &Item) -> Option<Landing> {
    let typed = |key_attribute: &hashrange_index::KeyAttribute| {
        key.get(&key_attribute.name).is_some_and(|value| key_attribute.key_type.matches(value))
    };
    if !keys.partition.iter().all(typed) {
        return None;
    }
    let collection = KeySchema { partition: keys.partition.clone(), sort: Vec::new() };
    let whole = (!keys.sort.is_empty() && keys.sort.iter().all(typed)).then_some(keys);
    let first = key_prefix(whole.unwrap_or(&collection), key)?.finish();
    let mut position = space.partition_of(&first);
    let number = |position: usize| space.partitions().get(position).map(Partition::number);
    let mut partitions: Vec<u32> = number(position).into_iter().collect();
    // A boundary at the same place of the hash range lies within the collection.
    while whole.is_none() && space.slice_end(position).is_some_and(|end| end.placement() == first.placement()) {
        position += 1;
        partitions.extend(number(position));
    }
    Some(Landing { hash: first.placement().as_u128(), partitions })
}
