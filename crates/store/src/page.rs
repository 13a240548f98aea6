//! A page: up to 128 consecutive members of a map, shared by copies until one of them changes.
//!
//! Members are stored in the order of insertion. A directory lists their positions in key order, with a few bytes of
//! each key after the common prefix of the page. So a lookup reads a few neighbouring bytes and rarely more than one
//! key. Usually a page is not in the cache, and each key is another cache miss. Must not know how pages form a map.

use std::cmp::Ordering;
use std::ops::{Bound, Range};
use std::sync::Arc;

use crate::ByteKey;

/// Maximum number of members of a page. A shared page is copied before its first change, so small pages make changes
/// cheap. Large pages make the list of pages short.
pub(crate) const MOST: usize = 128;
/// Number of members to reserve when the allocated room is full: a compromise between copying and spare memory.
const MORE: usize = 16;
/// A page is cut beside its middle only if the keys there share fewer bytes than at the middle, by more than this.
const RUN: usize = 8;

/// A part of a map.
#[derive(Clone)]
pub(crate) struct Page<K, V> {
    /// No key of the page, or of a later one, is below it; the first page may contain any key.
    first: K,
    /// Bytes of a prefix that `first` and all keys of the page share.
    shared: usize,
    members: Arc<Members<K, V>>,
}

/// The members and their directory.
#[derive(Clone)]
pub(crate) struct Members<K, V> {
    /// In key order: bytes of the key after the common prefix.
    heads: [u32; MOST],
    /// In key order: the position of the member in `rows`, which fits a byte.
    slots: [u8; MOST],
    /// The members, not sorted.
    rows: Vec<(K, V)>,
}

impl<K, V> Page<K, V> {
    /// Number of members.
    pub(crate) fn len(&self) -> usize {
        self.members.rows.len()
    }

    /// True if there is no room for another one.
    pub(crate) fn is_full(&self) -> bool {
        self.len() >= MOST
    }

    /// No key of the page is below it, unless the page is the first.
    pub(crate) fn first(&self) -> &K {
        &self.first
    }

    /// The members, which copies of the page share.
    pub(crate) fn members(&self) -> &Arc<Members<K, V>> {
        &self.members
    }

    /// True of a page and its copy while neither has changed.
    #[cfg(test)]
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.members, &other.members)
    }

    /// All members in order.
    pub(crate) fn iter(&self) -> impl DoubleEndedIterator<Item = (&K, &V)> {
        self.members.between(0..self.len())
    }
}

impl<K, V> Members<K, V> {
    /// The members at these positions in key order.
    fn between(&self, places: Range<usize>) -> impl DoubleEndedIterator<Item = (&K, &V)> {
        let slots = self.slots.get(places).unwrap_or_default();
        slots
            .iter()
            .filter_map(|slot| self.rows.get(usize::from(*slot)))
            .map(|(key, value)| (key, value))
    }

    /// The member at a position in key order.
    fn at(&self, place: usize) -> Option<&(K, V)> {
        self.rows.get(usize::from(*self.slots.get(place)?))
    }

    /// Removes a position from the directory.
    fn forget(&mut self, place: usize) {
        self.heads.copy_within(place + 1.., place);
        self.slots.copy_within(place + 1.., place);
    }
}

impl<K: ByteKey, V> Page<K, V> {
    /// The member with this key.
    pub(crate) fn get(&self, key: &K) -> Option<&V> {
        let place = self.find(key).ok()?;
        self.members.at(place).map(|(_, value)| value)
    }

    /// The position of the key in key order: `Ok` if it exists, `Err` with the position for its insertion otherwise.
    pub(crate) fn find(&self, key: &K) -> Result<usize, usize> {
        let Members { heads, slots, rows } = &*self.members;
        if self.first.common(key) < self.shared {
            // The key compares to every key of the page as to the first.
            return Err(if *key < self.first { 0 } else { rows.len() });
        }
        let (head, heads) = (key.head(self.shared), heads.get(..rows.len()).unwrap_or_default());
        let start = heads.partition_point(|other| *other < head);
        let alike = heads.iter().skip(start).take_while(|other| **other == head).count();
        let compare = |slot: &u8| {
            rows.get(usize::from(*slot))
                .map_or(Ordering::Greater, |(other, _)| other.cmp(key))
        };
        let found = slots
            .get(start..start + alike)
            .unwrap_or_default()
            .binary_search_by(compare);
        found.map(|place| start + place).map_err(|place| start + place)
    }

    /// The members between two bounds, of which the first must not be above the second.
    pub(crate) fn range<'a>(
        &'a self,
        (start, end): (&Bound<K>, &Bound<K>),
    ) -> impl DoubleEndedIterator<Item = (&'a K, &'a V)> + use<'a, K, V> {
        let after = |found: Result<usize, usize>| found.map_or_else(|place| place, |place| place + 1);
        let before = |found: Result<usize, usize>| found.unwrap_or_else(|place| place);
        let start = match start {
            Bound::Included(key) => before(self.find(key)),
            Bound::Excluded(key) => after(self.find(key)),
            Bound::Unbounded => 0,
        };
        let end = match end {
            Bound::Included(key) => after(self.find(key)),
            Bound::Excluded(key) => before(self.find(key)),
            Bound::Unbounded => self.len(),
        };
        self.members.between(start..end)
    }

    /// The best position to cut the page in two: the middle, unless a cut nearby leaves a long run of keys with a
    /// common prefix together.
    fn cut(&self) -> usize {
        let len = self.len();
        let run = |place: usize| match (self.members.at(place - 1), self.members.at(place)) {
            (Some((before, _)), Some((after, _))) => before.common(after),
            _ => 0,
        };
        let middle = (len / 2).max(1);
        let near = (middle - len / 4).max(1)..middle + len / 4;
        let best = near
            .min_by_key(|place| (run(*place), place.abs_diff(middle)))
            .unwrap_or(middle);
        if run(best) + RUN < run(middle) { best } else { middle }
    }
}

impl<K: ByteKey, V: Clone> Page<K, V> {
    /// A page of one member.
    pub(crate) fn of(key: K, value: V) -> Self {
        Self::sorted(key.clone(), vec![(key, value)])
    }

    /// A page of members; `None` if there are none, too many, or they are not in order.
    pub(crate) fn of_sorted(first: K, rows: Vec<(K, V)>) -> Option<Self> {
        let fits = (1..=MOST).contains(&rows.len()) && rows.is_sorted_by(|(one, _), (other, _)| one < other);
        fits.then(|| Self::sorted(first, rows))
    }

    /// A page of members in order. Only the first page of a map may contain members below `first`.
    fn sorted(first: K, rows: Vec<(K, V)>) -> Self {
        let mut slots = [0; MOST];
        slots.iter_mut().zip(0..).for_each(|(slot, place)| *slot = place);
        // A key between two others has their common prefix.
        let ends = rows.first().into_iter().chain(rows.last());
        let shared = ends.map(|(end, _)| first.common(end)).min().unwrap_or(0);
        let mut page = Self {
            first,
            shared,
            members: Arc::new(Members {
                heads: [0; MOST],
                slots,
                rows,
            }),
        };
        page.share(shared);
        page
    }

    /// Rebuilds the directory for keys with a common prefix of the given number of bytes.
    fn share(&mut self, shared: usize) {
        self.shared = shared;
        let Members { heads, slots, rows } = Arc::make_mut(&mut self.members);
        for (head, slot) in heads.iter_mut().zip(slots).take(rows.len()) {
            *head = rows.get(usize::from(*slot)).map_or(0, |(key, _)| key.head(shared));
        }
    }

    /// Replaces the value of a member.
    pub(crate) fn replace(&mut self, place: usize, value: V) -> Option<V> {
        let Members { slots, rows, .. } = Arc::make_mut(&mut self.members);
        let (_, old) = rows.get_mut(usize::from(*slots.get(place)?))?;
        Some(std::mem::replace(old, value))
    }

    /// Adds a member at the position that `find` returned. The page must not be full.
    pub(crate) fn add(&mut self, place: usize, key: K, value: V) {
        let common = self.first.common(&key);
        if common < self.shared {
            self.share(common);
        }
        let head = key.head(self.shared);
        let Members { heads, slots, rows } = Arc::make_mut(&mut self.members);
        let (Ok(slot), end) = (u8::try_from(rows.len()), rows.len()) else {
            return;
        };
        heads.copy_within(place..end, place + 1);
        slots.copy_within(place..end, place + 1);
        if let (Some(heads), Some(slots)) = (heads.get_mut(place), slots.get_mut(place)) {
            (*heads, *slots) = (head, slot);
        }
        if rows.len() == rows.capacity() {
            rows.reserve_exact(MORE);
        }
        rows.push((key, value));
    }

    /// Removes the member at this position, and returns its value.
    pub(crate) fn take(&mut self, place: usize) -> Option<V> {
        let members = Arc::make_mut(&mut self.members);
        let slot = *members.slots.get(place)?;
        members.forget(place);
        // The last member moves to the free position.
        let last = u8::try_from(members.rows.len().checked_sub(1)?).ok()?;
        let (_, value) = members.rows.swap_remove(usize::from(slot));
        if let Some(moved) = members
            .slots
            .iter_mut()
            .take(members.rows.len())
            .find(|moved| **moved == last)
        {
            *moved = slot;
        }
        Some(value)
    }

    /// Cuts the page in two, and returns the upper half.
    pub(crate) fn halve(&mut self) -> Option<Self> {
        self.cut_at(self.cut())
    }

    /// Removes the members from this key on; `None` if there are none.
    pub(crate) fn cut_from(&mut self, boundary: &K) -> Option<Self> {
        self.cut_at(self.find(boundary).unwrap_or_else(|place| place))
    }

    fn cut_at(&mut self, place: usize) -> Option<Self> {
        if place >= self.len() {
            return None;
        }
        let Members { slots, rows, .. } = Arc::make_mut(&mut self.members);
        let mut rows: Vec<Option<(K, V)>> = std::mem::take(rows).into_iter().map(Some).collect();
        let (lower, upper) = slots.get(..rows.len()).unwrap_or_default().split_at(place);
        let mut part = |slots: &[u8]| -> Vec<(K, V)> {
            let mut part = Vec::with_capacity(MOST.min(slots.len() + MORE));
            part.extend(slots.iter().filter_map(|slot| rows.get_mut(usize::from(*slot))?.take()));
            part
        };
        let (lower, upper) = (part(lower), part(upper));
        let above = Self::sorted(upper.first()?.0.clone(), upper);
        // Pages stay in the order of their first keys, even if the first page has received keys below its own.
        let least = lower
            .first()
            .map_or(&self.first, |(least, _)| least.min(&self.first))
            .clone();
        *self = Self::sorted(least, lower);
        Some(above)
    }
}
