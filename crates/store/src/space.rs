//! The space: all partitions of one table or index, together covering the hash range.
//!
//! Partitions are split and never merged (documented: partitions-never-merge). Must not know who splits partitions, or
//! where.

use crate::page::Page;
use crate::pages::Pages;
use crate::{KeyRange, Partition, Placement, Remains, Row, RowKey};

/// Partitions in ascending order of their slices; the first begins at the start of the range, so every key has a
/// partition.
#[derive(Clone, Debug)]
pub struct Space<V> {
    pub(crate) partitions: Vec<Partition<V>>,
    /// The number of the next partition.
    pub(crate) next: u32,
}

/// A split of a partition in two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Division {
    /// Position of the partition before the split, and of its lower half after it. The upper half follows.
    pub position: usize,
    /// The number of the partition before the split.
    pub parent: u32,
    /// The numbers of its halves, in order.
    pub children: (u32, u32),
}

/// One step of a walk: the row, and the position of its partition.
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
        let slices = (0..count).filter_map(|part| Some((part, Placement::slice_start(part, count)?)));
        let partitions = slices
            .map(|(part, start)| Partition::new(part, RowKey::least(start)))
            .collect();
        Self {
            partitions,
            next: count,
        }
    }

    /// The partitions in order.
    #[must_use]
    pub fn partitions(&self) -> &[Partition<V>] {
        &self.partitions
    }

    /// Removes all rows, and leaves them to be freed.
    pub fn discard(self, remains: &mut Remains)
    where
        V: Send + Sync + 'static,
    {
        for partition in self.partitions {
            remains.add(partition.rows);
        }
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

    /// Position of the partition that owns this key.
    #[must_use]
    pub fn partition_of(&self, key: &RowKey) -> usize {
        self.partitions
            .partition_point(|partition| partition.first_key() <= key)
            .saturating_sub(1)
    }

    /// The partition that owns this key.
    #[must_use]
    pub fn owner(&self, key: &RowKey) -> Option<&Partition<V>> {
        self.partitions.get(self.partition_of(key))
    }

    /// Position of the partition with this number, if it exists.
    #[must_use]
    pub fn position(&self, number: u32) -> Option<usize> {
        self.partitions
            .iter()
            .position(|partition| partition.number() == number)
    }

    /// The first key after a partition's slice; `None` for the last one's.
    #[must_use]
    pub fn slice_end(&self, position: usize) -> Option<&RowKey> {
        self.partitions.get(position + 1).map(Partition::first_key)
    }

    /// The row with this key.
    #[must_use]
    pub fn get(&self, key: &RowKey) -> Option<&Row<V>> {
        self.owner(key)?.get(key)
    }

    /// The rows from this position in the total order. Earlier rows are counted by pages, not one by one.
    pub fn rows_from(&self, place: usize) -> impl Iterator<Item = (&RowKey, &Row<V>)> {
        let mut left = place;
        self.partitions.iter().flat_map(move |partition| {
            let from = left.min(partition.len());
            left -= from;
            partition.rows_from(from)
        })
    }

    /// The position of this key in the total order; `None` for a key without a row.
    #[must_use]
    pub fn place_of(&self, key: &RowKey) -> Option<usize> {
        let at = self.partition_of(key);
        let place = self.partitions.get(at)?.place_of(key)?;
        Some(self.partitions.get(..at)?.iter().map(Partition::len).sum::<usize>() + place)
    }

    /// Positions of the first and the last partition that a range touches.
    #[must_use]
    pub fn partitions_of(&self, range: &KeyRange) -> (usize, usize) {
        let first = self.partition_of(&RowKey::bound(&range.start));
        let last = match &range.end {
            None => self.partitions.len().saturating_sub(1),
            // The end is outside: a slice that begins exactly there is not included.
            Some(end) => {
                let end = RowKey::bound(end);
                self.partitions
                    .partition_point(|partition| partition.first_key() < &end)
                    .saturating_sub(1)
            }
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
        let (start, end) = range.bounds();
        let rows = move |partition: usize| {
            self.partitions
                .get(partition)
                .map(|owner| owner.range((start.clone(), end.clone())))
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

impl<V: Clone> Space<V> {
    /// Splits the partition that owns the boundary into the part before it and the rest. `None` if a partition already
    /// begins there.
    pub fn split(&mut self, boundary: RowKey) -> Option<Division> {
        let position = self.partition_of(&boundary);
        if self.partitions.get(position)?.first_key() >= &boundary {
            return None;
        }
        let children = (self.next, self.next + 1);
        self.next += 2;
        let whole = self.partitions.remove(position);
        let parent = whole.number();
        let (lower, upper) = whole.divide(boundary, children);
        self.partitions.insert(position, upper);
        self.partitions.insert(position, lower);
        Some(Division {
            position,
            parent,
            children,
        })
    }

    /// Takes the rows of another space into the partitions of this one, which is empty. Both share their pages.
    pub fn share(&mut self, other: &Self) {
        let (mut shared, mut rest) = (Vec::new(), Vec::new());
        for partition in &other.partitions {
            // A partition's first page may contain keys below its own, which no later page may.
            let (first, others) = partition.rows.pages().split_at(partition.rows.pages().len().min(1));
            rest.extend(first.iter().flat_map(Page::iter));
            shared.extend(others.iter().cloned());
        }
        let mut rows = Pages::of_pages(shared);
        for partition in self.partitions.iter_mut().skip(1).rev() {
            partition.rows = rows.split_off(&partition.from);
        }
        if let Some(partition) = self.partitions.first_mut() {
            partition.rows = rows;
        }
        for partition in &mut self.partitions {
            partition.bytes = partition.rows().map(|(_, row)| u64::from(row.size)).sum();
        }
        for (key, row) in rest {
            self.insert(key.clone(), row.clone());
        }
    }

    /// Stores a row, and returns the one it replaces.
    pub fn insert(&mut self, key: RowKey, row: Row<V>) -> Option<Row<V>> {
        let at = self.partition_of(&key);
        self.partitions.get_mut(at)?.insert(key, row)
    }

    /// Removes a row, and returns it.
    pub fn remove(&mut self, key: &RowKey) -> Option<Row<V>> {
        let at = self.partition_of(key);
        self.partitions.get_mut(at)?.remove(key)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::RowKeyBuilder;

    fn filled(partitions: u32) -> Space<u32> {
        let mut space = Space::new(partitions);
        for n in 0..200u32 {
            let key = RowKeyBuilder::new(&[n.to_string().as_bytes()]).part(b"x").finish();
            assert_eq!(space.insert(key, Row { value: n, size: 10 }), None);
        }
        space
    }

    #[test]
    fn any_number_of_partitions_walks_alike() {
        let order = |partitions, forward| -> Vec<u32> {
            filled(partitions)
                .walk(&KeyRange::all(), forward)
                .map(|step| step.row.value)
                .collect()
        };
        let one = order(1, true);
        assert_eq!(one.len(), 200);
        assert_eq!(one, order(7, true));
        assert_eq!(one.iter().rev().copied().collect::<Vec<_>>(), order(4, false));
    }

    #[test]
    fn rows_are_shared_with_any_number_of_partitions() {
        let mut source = filled(3);
        source.split(RowKeyBuilder::new(&[b"7"]).part(b"x").finish());
        for partitions in [1, 2, 5] {
            let mut space = Space::new(partitions);
            space.share(&source);
            let rows = |space: &Space<u32>| -> Vec<(RowKey, u32)> {
                let all = KeyRange::all();
                let steps = space.walk(&all, true);
                steps.map(|step| (step.key.clone(), step.row.value)).collect()
            };
            assert_eq!(rows(&space), rows(&source), "{partitions}");
            assert_eq!((space.len(), space.bytes()), (source.len(), source.bytes()));
            assert!(
                rows(&source)
                    .iter()
                    .all(|(key, value)| space.get(key).map(|row| row.value) == Some(*value))
            );
            for step in space.walk(&KeyRange::all(), true) {
                assert_eq!(step.partition, space.partition_of(step.key));
            }
        }
    }

    #[test]
    fn bytes_and_rows_are_counted() {
        let mut space = filled(4);
        assert_eq!((space.len(), space.bytes()), (200, 2000));
        let key = RowKeyBuilder::new(&[b"7"]).part(b"x").finish();
        assert_eq!(space.get(&key).map(|row| row.value), Some(7));
        space.insert(key.clone(), Row { value: 7, size: 50 });
        assert_eq!(space.bytes(), 2040);
        assert_eq!(space.remove(&key).map(|row| row.size), Some(50));
        assert_eq!((space.len(), space.bytes()), (199, 1990));
        assert!(space.remove(&key).is_none());
    }

    #[test]
    fn a_walk_starts_at_any_place() {
        let space = filled(5);
        let all: Vec<&RowKey> = space.walk(&KeyRange::all(), true).map(|step| step.key).collect();
        for place in [0, 1, 63, 100, 199, 200, 900] {
            let rest: Vec<&RowKey> = space.rows_from(place).map(|(key, _)| key).collect();
            assert_eq!(rest, all.get(place..).unwrap_or_default());
        }
        assert!(
            all.iter()
                .enumerate()
                .all(|(place, key)| space.place_of(key) == Some(place))
        );
        assert_eq!(space.place_of(&RowKeyBuilder::new(&[b"nobody"]).finish()), None);
    }

    #[test]
    fn rows_live_in_the_partition_that_owns_their_hash() {
        let space = filled(5);
        for step in space.walk(&KeyRange::all(), true) {
            assert_eq!(step.partition, space.partition_of(step.key));
        }
        assert_eq!(space.partitions().len(), 5);
    }
}
