//! The partition: rows of one contiguous slice of the key space, in order, with the bytes they take.

use std::ops::Bound;

use crate::pages::Pages;
use crate::{Placement, RowKey};

/// A stored value and the bytes it counts for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row<V> {
    /// The stored value.
    pub value: V,
    /// Bytes it counts for, as its owner measures them.
    pub size: u32,
}

/// One slice of the hash range.
#[derive(Clone, Debug)]
pub struct Partition<V> {
    pub(crate) number: u32,
    pub(crate) from: RowKey,
    pub(crate) rows: Pages<RowKey, Row<V>>,
    pub(crate) bytes: u64,
}

impl<V> Partition<V> {
    pub(crate) fn new(number: u32, from: RowKey) -> Self {
        Self {
            number,
            from,
            rows: Pages::default(),
            bytes: 0,
        }
    }

    /// Its number, unique in the space.
    #[must_use]
    pub fn number(&self) -> u32 {
        self.number
    }

    /// Where its slice of the hash range begins.
    #[must_use]
    pub fn from(&self) -> Placement {
        self.from.placement()
    }

    /// The first key of its slice, which ends where the next partition's begins. If the slice begins within an item
    /// collection, this key has parts after its placement.
    #[must_use]
    pub fn first_key(&self) -> &RowKey {
        &self.from
    }

    /// Bytes of all rows.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Number of rows.
    #[must_use]
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// True without rows.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The rows in order.
    pub fn rows(&self) -> impl DoubleEndedIterator<Item = (&RowKey, &Row<V>)> {
        self.rows.iter()
    }

    /// The rows from this position on.
    pub(crate) fn rows_from(&self, place: usize) -> impl Iterator<Item = (&RowKey, &Row<V>)> {
        self.rows.iter_from(place)
    }

    /// The position of this key; `None` for a key without a row.
    pub(crate) fn place_of(&self, key: &RowKey) -> Option<usize> {
        self.rows.place_of(key)
    }

    pub(crate) fn get(&self, key: &RowKey) -> Option<&Row<V>> {
        self.rows.get(key)
    }

    /// The rows between two bounds, of which the first must not be above the second.
    pub(crate) fn range(
        &self,
        bounds: (Bound<RowKey>, Bound<RowKey>),
    ) -> impl DoubleEndedIterator<Item = (&RowKey, &Row<V>)> {
        self.rows.range(bounds)
    }
}

impl<V: Clone> Partition<V> {
    pub(crate) fn insert(&mut self, key: RowKey, row: Row<V>) -> Option<Row<V>> {
        self.bytes += u64::from(row.size);
        let old = self.rows.insert(key, row);
        self.bytes -= old.as_ref().map_or(0, |row| u64::from(row.size));
        old
    }

    pub(crate) fn remove(&mut self, key: &RowKey) -> Option<Row<V>> {
        let old = self.rows.remove(key)?;
        self.bytes -= u64::from(old.size);
        Some(old)
    }

    /// Divides the partition in two with these numbers: rows before the boundary, and rows from there on.
    pub(crate) fn divide(self, boundary: RowKey, (lower, upper): (u32, u32)) -> (Self, Self) {
        let Self {
            from, mut rows, bytes, ..
        } = self;
        let above = rows.split_off(&boundary);
        let above_bytes = above.iter().map(|(_, row)| u64::from(row.size)).sum();
        let below = Self {
            number: lower,
            from,
            rows,
            bytes: bytes - above_bytes,
        };
        (
            below,
            Self {
                number: upper,
                from: boundary,
                rows: above,
                bytes: above_bytes,
            },
        )
    }
}
