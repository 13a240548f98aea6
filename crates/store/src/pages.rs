//! Pages: an ordered map that stores up to 128 members per page. A copy shares every page that neither side has changed
//! since.
//!
//! Every undo starts with a copy, so a copy of a large table must be cheap. Must not know rows.

use std::fmt;
use std::ops::Bound;

use crate::ByteKey;
use crate::page::{MOST, Page};

/// Members of a page that is built at once: room is left for others.
const FILLED: usize = MOST * 3 / 4;

/// An ordered map.
#[derive(Clone)]
pub struct Pages<K, V> {
    /// In ascending order. No page is empty.
    pages: Vec<Page<K, V>>,
    /// Number of members of all pages.
    len: usize,
}

impl<K, V> Default for Pages<K, V> {
    fn default() -> Self {
        Self {
            pages: Vec::new(),
            len: 0,
        }
    }
}

impl<K, V> Pages<K, V> {
    /// A map of pages in order.
    pub(crate) fn of_pages(pages: Vec<Page<K, V>>) -> Self {
        let len = pages.iter().map(Page::len).sum();
        Self { pages, len }
    }

    /// Its pages in order.
    pub(crate) fn pages(&self) -> &[Page<K, V>] {
        &self.pages
    }

    /// Drops the last page. Returns false if there is none.
    pub(crate) fn pop_page(&mut self) -> bool {
        let last = self.pages.pop();
        self.len -= last.as_ref().map_or(0, Page::len);
        last.is_some()
    }

    /// Number of members.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.len
    }

    /// True without members.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// All members in order.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (&K, &V)> {
        self.pages.iter().flat_map(Page::iter)
    }

    /// The members from this position on. Pages before it are skipped completely.
    pub fn iter_from(&self, place: usize) -> impl Iterator<Item = (&K, &V)> {
        let (mut left, mut first) = (place, self.pages.len());
        for (at, page) in self.pages.iter().enumerate() {
            if left < page.len() {
                first = at;
                break;
            }
            left -= page.len();
        }
        self.pages
            .get(first..)
            .unwrap_or_default()
            .iter()
            .flat_map(Page::iter)
            .skip(left)
    }

    /// All keys in order.
    pub fn keys(&self) -> impl DoubleEndedIterator<Item = &K> {
        self.iter().map(|(key, _)| key)
    }
}

impl<K: ByteKey, V> Pages<K, V> {
    /// The position of the page to which this key belongs.
    fn page_of(&self, key: &K) -> usize {
        self.pages.partition_point(|page| page.first() <= key).saturating_sub(1)
    }

    /// The member with this key.
    #[must_use]
    pub fn get(&self, key: &K) -> Option<&V> {
        self.pages.get(self.page_of(key))?.get(key)
    }

    /// The position of this key; `None` for a key without a member.
    #[must_use]
    pub fn place_of(&self, key: &K) -> Option<usize> {
        let at = self.page_of(key);
        let place = self.pages.get(at)?.find(key).ok()?;
        Some(self.pages.get(..at)?.iter().map(Page::len).sum::<usize>() + place)
    }

    /// The number of members with a lower key. Pages before it are counted without reading them.
    #[must_use]
    pub fn before(&self, key: &K) -> usize {
        let at = self.page_of(key);
        let within = self
            .pages
            .get(at)
            .map_or(0, |page| page.find(key).unwrap_or_else(|place| place));
        self.pages.iter().take(at).map(Page::len).sum::<usize>() + within
    }

    /// The members between two bounds, of which the first must not be above the second.
    pub fn range(&self, (start, end): (Bound<K>, Bound<K>)) -> impl DoubleEndedIterator<Item = (&K, &V)> {
        let page = |bound: &Bound<K>, open: usize| match bound {
            Bound::Included(key) | Bound::Excluded(key) => self.page_of(key),
            Bound::Unbounded => open,
        };
        let (first, last) = (page(&start, 0), page(&end, self.pages.len().saturating_sub(1)));
        let pages = self.pages.get(first..=last).unwrap_or_default();
        pages.iter().flat_map(move |page| page.range((&start, &end)))
    }
}

impl<K: ByteKey, V: Clone> Pages<K, V> {
    /// A map of members in ascending order of their keys, built without a search for each.
    pub fn of_ascending(members: impl IntoIterator<Item = (K, V)>) -> Self {
        let (mut members, mut pages) = (members.into_iter().peekable(), Vec::new());
        while let Some((first, _)) = members.peek() {
            let first = first.clone();
            pages.extend(Page::of_sorted(first, members.by_ref().take(FILLED).collect()));
        }
        Self::of_pages(pages)
    }

    /// Stores a member, and returns the one it replaces.
    pub fn insert(&mut self, key: K, value: V) -> Option<V> {
        let mut at = self.page_of(&key);
        let Some(page) = self.pages.get_mut(at) else {
            self.pages.push(Page::of(key, value));
            self.len = 1;
            return None;
        };
        let place = match page.find(&key) {
            Ok(place) => return page.replace(place, value),
            Err(place) => place,
        };
        self.len += 1;
        if !page.is_full() {
            page.add(place, key, value);
            return None;
        }
        if let Some(upper) = page.halve() {
            at += 1;
            let is_upper = *upper.first() <= key;
            self.pages.insert(at, upper);
            at -= usize::from(!is_upper);
        }
        if let Some(page) = self.pages.get_mut(at)
            && let Err(place) = page.find(&key)
        {
            page.add(place, key, value);
        }
        None
    }

    /// Removes a member, and returns it.
    pub fn remove(&mut self, key: &K) -> Option<V> {
        let at = self.page_of(key);
        let page = self.pages.get_mut(at)?;
        let old = page.take(page.find(key).ok()?)?;
        if page.len() == 0 {
            self.pages.remove(at);
        }
        self.len -= 1;
        Some(old)
    }

    /// Removes and returns the members from this key on.
    #[must_use]
    pub fn split_off(&mut self, boundary: &K) -> Self {
        let at = self.page_of(boundary);
        let mut upper = self.pages.split_off(self.pages.len().min(at + 1));
        if let Some(page) = self.pages.get_mut(at) {
            let above = page.cut_from(boundary);
            if page.len() == 0 {
                self.pages.remove(at);
            }
            upper.splice(0..0, above);
        }
        let len = upper.iter().map(Page::len).sum();
        self.len -= len;
        Self { pages: upper, len }
    }
}

/// Prints only the members, because their positions on pages depend on the order of insertion.
impl<K: Ord + fmt::Debug, V: fmt::Debug> fmt::Debug for Pages<K, V> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_map().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{RowKey, RowKeyBuilder};
    use proptest::prelude::*;
    use std::collections::BTreeMap;

    #[test]
    fn a_copy_shares_all_pages_but_the_changed_one() {
        let mut pages = Pages::default();
        for number in 0..10_000_u64 {
            pages.insert(number, number);
        }
        let copy = pages.clone();
        pages.insert(7, 70);
        let same = copy
            .pages
            .iter()
            .zip(&pages.pages)
            .filter(|(one, other)| one.is_same(other))
            .count();
        assert_eq!(same + 1, pages.pages.len());
        assert_eq!((copy.get(&7), pages.get(&7)), (Some(&7), Some(&70)));
        assert!(pages.pages.iter().all(|page| page.len() <= MOST));
    }

    #[test]
    fn long_runs_of_keys_that_begin_alike_are_kept_together() {
        let mut pages = Pages::default();
        let key = |run: u32, number: u32| {
            RowKeyBuilder::new(&[&run.to_be_bytes()])
                .part(format!("{number:040}").as_bytes())
                .finish()
        };
        (0..60)
            .flat_map(|number| (0..40).map(move |run| key(run, number)))
            .for_each(|key| {
                pages.insert(key, ());
            });
        let first = |page: &Page<RowKey, ()>| page.iter().next().map(|(key, _)| key.placement());
        let last = |page: &Page<RowKey, ()>| page.iter().next_back().map(|(key, _)| key.placement());
        let cut = pages
            .pages
            .iter()
            .zip(pages.pages.iter().skip(1))
            .filter(|(one, other)| last(one) == first(other));
        assert_eq!((pages.len(), cut.count()), (2_400, 0));
    }

    #[test]
    fn a_map_of_ascending_members_is_the_one_of_single_insertions() {
        for count in [0, 1, 95, 96, 97, 1_000_u64] {
            let members = || (0..count).map(|number| (number * 3, number));
            let (mut built, mut inserted) = (Pages::of_ascending(members()), Pages::default());
            members().for_each(|(key, value)| {
                inserted.insert(key, value);
            });
            built.insert(4, 7);
            inserted.insert(4, 7);
            assert_eq!(built.len(), inserted.len());
            assert!(built.iter().eq(inserted.iter()), "{count}");
        }
    }

    /// Keys with long and short common prefixes: of three partitions, with sort keys that begin alike.
    fn keyed(number: u32) -> RowKey {
        let sort = format!("2026-11-{:02} and so on {}", number % 7, number / 3);
        RowKeyBuilder::new(&[&[u8::from(number.is_multiple_of(2)), 7]])
            .part(sort.as_bytes())
            .finish()
    }

    fn numbered(number: u32) -> u64 {
        u64::from(number)
    }

    /// Applies the steps to pages and to the standard library's map, then compares every way to read both.
    fn check<K: ByteKey + fmt::Debug>(
        key_of: fn(u32) -> K,
        steps: &[(u32, u32)],
        (from, to, cut): (u32, u32, u32),
    ) -> Result<(), TestCaseError> {
        let (mut pages, mut map) = (Pages::default(), BTreeMap::new());
        for (number, what) in steps {
            let key = key_of(*number);
            if *what == 0 {
                prop_assert_eq!(pages.remove(&key), map.remove(&key));
            } else {
                prop_assert_eq!(pages.insert(key.clone(), *what), map.insert(key.clone(), *what));
            }
            prop_assert_eq!(pages.get(&key), map.get(&key));
        }
        prop_assert!(pages.pages.iter().is_sorted_by_key(Page::first));
        prop_assert_eq!((pages.len(), format!("{pages:?}")), (map.len(), format!("{map:?}")));
        prop_assert!((0..600).map(key_of).all(|key| pages.get(&key) == map.get(&key)));
        let place = |key: &K| map.contains_key(key).then(|| map.range(..key).count());
        prop_assert!(
            (0..600)
                .step_by(7)
                .map(key_of)
                .all(|key| pages.place_of(&key) == place(&key))
        );
        for place in [
            0,
            1,
            map.len() / 2,
            map.len().saturating_sub(1),
            map.len(),
            map.len() + 1,
        ] {
            prop_assert!(pages.iter_from(place).eq(map.iter().skip(place)));
        }
        let (one, other) = (key_of(from), key_of(to));
        let (from, to) = if one < other { (one, other) } else { (other, one) };
        for bounds in [
            (Bound::Included(from.clone()), Bound::Excluded(to.clone())),
            (Bound::Included(from.clone()), Bound::Included(to.clone())),
            (Bound::Included(from), Bound::Unbounded),
            (Bound::Unbounded, Bound::Included(to)),
        ] {
            let expected: Vec<_> = map.range(bounds.clone()).rev().collect();
            prop_assert_eq!(pages.range(bounds).rev().collect::<Vec<_>>(), expected);
        }
        let cut = key_of(cut);
        let (upper, rest) = (pages.split_off(&cut), map.split_off(&cut));
        prop_assert_eq!((pages.len(), upper.len()), (map.len(), rest.len()));
        prop_assert!(pages.iter().eq(map.iter()) && upper.iter().eq(rest.iter()));
        Ok(())
    }

    proptest! {
        #[test]
        fn pages_are_a_map(
            steps in prop::collection::vec((0_u32..600, 0_u32..4), 0..2_000),
            numbers in (0_u32..600, 0_u32..600, 0_u32..600),
        ) {
            check(numbered, &steps, numbers)?;
            check(keyed, &steps, numbers)?;
        }
    }
}
