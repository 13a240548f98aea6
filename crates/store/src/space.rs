//! The space: all partitions of one table or index, together covering the hash range.

use std::ops::Bound;

use crate::{KeyRange, Partition, Placement, Row, RowKey};

/// Partitions in ascending order of their slices; the first begins at the start of the range, so every key has one.
#[derive(Clone, Debug)]
pub struct Space<V> {
    partitions: Vec<Partition<V>>,
}

/// One step of a walk: the row, and the number of the partition it lives in.
#[derive(Debug)]
pub struct Step<'a, V> {
    /// Position of the partition among the space's partitions.
    pub partition: usize,
    /// The row's key.
    pub key: &'a RowKey,
    /// The row.
    pub row: &'a Row<V>,
}

impl<V> Space<V> {
    /// A space of `partitions` equal slices, at least one.
    #[must_use]
    pub fn new(partitions: u32) -> Self {
        let count = partitions.max(1);
        let slices = (0..count).filter_map(|part| Placement::slice_start(part, count));
        Self { partitions: slices.map(Partition::new).collect() }
    }

    /// The partitions in order.
    #[must_use]
    pub fn partitions(&self) -> &[Partition<V>] {
        &self.partitions
    }

    /// Number of rows.
    #[must_use]
    pub fn len(&self) -> usize {
        self.partitions.iter().map(Partition::len).sum()
    }

    /// True without rows.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.partitions.iter().all(Partition::is_empty)
    }

    /// Bytes of all rows.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.partitions.iter().map(Partition::bytes).sum()
    }

    /// Position of the partition that owns this point of the hash range.
    #[must_use]
    pub fn partition_of(&self, point: Placement) -> usize {
        self.partitions.partition_point(|partition| partition.from() <= point).saturating_sub(1)
    }

    /// The row with this key.
    #[must_use]
    pub fn get(&self, key: &RowKey) -> Option<&Row<V>> {
        self.partitions.get(self.partition_of(key.placement()))?.tree().get(key)
    }

    /// Stores a row, and returns the one it replaces.
    pub fn insert(&mut self, key: RowKey, row: Row<V>) -> Option<Row<V>> {
        let at = self.partition_of(key.placement());
        self.partitions.get_mut(at)?.insert(key, row)
    }

    /// Removes a row, and returns it.
    pub fn remove(&mut self, key: &RowKey) -> Option<Row<V>> {
        let at = self.partition_of(key.placement());
        self.partitions.get_mut(at)?.remove(key)
    }

    /// Positions of the partitions a range touches, first and last.
    #[must_use]
    pub fn partitions_of(&self, range: &KeyRange) -> (usize, usize) {
        let first = self.partition_of(Placement::from_prefix(&range.start));
        let last = match &range.end {
            None => self.partitions.len().saturating_sub(1),
            // The end lies outside: a slice that begins exactly there is not touched.
            Some(end) => self
                .partitions
                .partition_point(|partition| partition.from().to_bytes().as_slice() < end.as_slice())
                .saturating_sub(1),
        };
        (first, last.max(first))
    }

    /// Walks the rows of a range in ascending order, or in descending order when `forward` is false.
    pub fn walk<'a: 'r, 'r>(
        &'a self,
        range: &'r KeyRange,
        forward: bool,
    ) -> Box<dyn Iterator<Item = Step<'a, V>> + 'r> {
        if range.is_empty() {
            return Box::new(std::iter::empty());
        }
        let (first, last) = self.partitions_of(range);
        let start = Bound::Included(RowKey::bound(&range.start));
        let end = range.end.as_deref().map_or(Bound::Unbounded, |end| Bound::Excluded(RowKey::bound(end)));
        let rows = move |partition: usize| {
            self.partitions
                .get(partition)
                .map(|owner| owner.tree().range((start.as_ref(), end.as_ref())))
                .into_iter()
                .flatten()
                .map(move |(key, row)| Step { partition, key, row })
        };
        if forward {
            Box::new((first..=last).flat_map(rows))
        } else {
            Box::new((first..=last).rev().flat_map(move |partition| rows(partition).rev()))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::RowKeyBuilder;

    fn filled(partitions: u32) -> Space<u32> {
        let mut space = Space::new(partitions);
        for n in 0..200u32 {
            let key = RowKeyBuilder::new(&[n.to_string().as_bytes()], 3).part(b"x").finish();
            assert_eq!(space.insert(key, Row { value: n, size: 10 }), None);
        }
        space
    }

    #[test]
    fn any_number_of_partitions_walks_alike() {
        let order = |partitions, forward| -> Vec<u32> {
            filled(partitions).walk(&KeyRange::all(), forward).map(|step| step.row.value).collect()
        };
        let one = order(1, true);
        assert_eq!(one.len(), 200);
        assert_eq!(one, order(7, true));
        assert_eq!(one.iter().rev().copied().collect::<Vec<_>>(), order(4, false));
    }

    #[test]
    fn bytes_and_rows_are_counted() {
        let mut space = filled(4);
        assert_eq!((space.len(), space.bytes()), (200, 2000));
        let key = RowKeyBuilder::new(&[b"7"], 0).part(b"x").finish();
        assert_eq!(space.get(&key).map(|row| row.value), Some(7));
        space.insert(key.clone(), Row { value: 7, size: 50 });
        assert_eq!(space.bytes(), 2040);
        assert_eq!(space.remove(&key).map(|row| row.size), Some(50));
        assert_eq!((space.len(), space.bytes()), (199, 1990));
        assert!(space.remove(&key).is_none());
    }

    #[test]
    fn rows_live_in_the_partition_that_owns_their_hash() {
        let space = filled(5);
        for step in space.walk(&KeyRange::all(), true) {
            assert_eq!(step.partition, space.partition_of(step.key.placement()));
        }
        assert_eq!(space.partitions().len(), 5);
    }
}
