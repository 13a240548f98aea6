//! Read-only views of partitions and their rows.

use std::sync::Arc;

use hashrange_store::Space;
use hashrange_values::Item;

use crate::state::lineage::Lineage;

/// A read-only view of a partition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PartitionView {
    /// Identifies it among all partitions that the table or index has or had.
    pub number: u32,
    /// The partition from which it was split; `None` for an initial one.
    pub parent: Option<u32>,
    /// The start of its slice of the 128-bit hash range.
    pub from: u128,
    /// Number of its items or entries.
    pub items: usize,
    /// Their bytes.
    pub bytes: u64,
}

/// The partitions of a table or index, in hash order.
pub(crate) fn partition_views<'a>(
    space: &'a Space<Arc<Item>>,
    lineage: &'a Lineage,
) -> impl Iterator<Item = PartitionView> + 'a {
    space.partitions().iter().map(|partition| PartitionView {
        number: partition.number(),
        parent: lineage.parent_of(partition.number()),
        from: partition.from().as_u128(),
        items: partition.len(),
        bytes: partition.bytes(),
    })
}

/// All rows in hash order, with their sizes.
pub(crate) fn rows(space: &Space<Arc<Item>>) -> impl Iterator<Item = (&Arc<Item>, u32)> {
    space
        .partitions()
        .iter()
        .flat_map(|partition| partition.rows())
        .map(|(_, row)| (&row.value, row.size))
}
