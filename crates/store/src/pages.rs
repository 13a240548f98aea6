//! Pages: a map in order, a hundred or so of its members together, so that a copy shares every page that neither side has
//! changed since.
//!
//! Copies are what ways back start from: taking one must not last as long as a table is large. Must not know rows.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::Bound;
use std::sync::Arc;

/// Members of a page at most. A page that is shared is copied before its first change, so small ones make small changes;
/// large ones make a short list.
const MOST: usize = 128;

/// A map in order.
#[derive(Clone)]
pub struct Pages<K, V> {
    /// In ascending order; none is empty.
    pages: Vec<Page<K, V>>,
    /// Members of all of them.
    len: usize,
}

#[derive(Clone)]
struct Page<K, V> {
    /// No key of a later page is below it; of the first page any key may be.
    first: K,
    members: Arc<BTreeMap<K, V>>,
}

impl<K, V> Default for Pages<K, V> {
    fn default() -> Self {
        Self { pages: Vec::new(), len: 0 }
    }
}

impl<K: Ord, V> Pages<K, V> {
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

    /// Where the page is that this key belongs to.
    fn page_of(&self, key: &K) -> usize {
        self.pages.partition_point(|page| page.first <= *key).saturating_sub(1)
    }

    /// The member with this key.
    #[must_use]
    pub fn get(&self, key: &K) -> Option<&V> {
        self.pages.get(self.page_of(key))?.members.get(key)
    }

    /// All members in order.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (&K, &V)> {
        self.pages.iter().flat_map(|page| page.members.iter())
    }

    /// All keys in order.
    pub fn keys(&self) -> impl DoubleEndedIterator<Item = &K> {
        self.iter().map(|(key, _)| key)
    }

    /// The members between two bounds, of which the first must not be above the second.
    pub fn range(&self, (start, end): (Bound<K>, Bound<K>)) -> impl DoubleEndedIterator<Item = (&K, &V)> {
        let page = |bound: &Bound<K>, open: usize| match bound {
            Bound::Included(key) | Bound::Excluded(key) => self.page_of(key),
            Bound::Unbounded => open,
        };
        let (first, last) = (page(&start, 0), page(&end, self.pages.len().saturating_sub(1)));
        let pages = self.pages.get(first..=last).unwrap_or_default();
        pages.iter().flat_map(move |page| page.members.range((start.as_ref(), end.as_ref())))
    }
}

impl<K: Ord + Clone, V: Clone> Pages<K, V> {
    /// Stores a member, and returns the one it replaces.
    pub fn insert(&mut self, key: K, value: V) -> Option<V> {
        let at = self.page_of(&key);
        let Some(page) = self.pages.get_mut(at) else {
            let members = Arc::new(BTreeMap::from([(key.clone(), value)]));
            self.pages.push(Page { first: key, members });
            self.len = 1;
            return None;
        };
        let members = Arc::make_mut(&mut page.members);
        let old = members.insert(key, value);
        if old.is_none() {
            self.len += 1;
            if members.len() > MOST
                && let Some(middle) = members.keys().nth(members.len() / 2).cloned()
            {
                let members = Arc::new(members.split_off(&middle));
                self.pages.insert(at + 1, Page { first: middle, members });
            }
        }
        old
    }

    /// Removes a member, and returns it.
    pub fn remove(&mut self, key: &K) -> Option<V> {
        let at = self.page_of(key);
        let page = self.pages.get_mut(at).filter(|page| page.members.contains_key(key))?;
        let old = Arc::make_mut(&mut page.members).remove(key)?;
        if page.members.is_empty() {
            self.pages.remove(at);
        }
        self.len -= 1;
        Some(old)
    }

    /// Takes out the members from this key on.
    #[must_use]
    pub fn split_off(&mut self, boundary: &K) -> Self {
        let at = self.page_of(boundary);
        let mut upper = self.pages.split_off(self.pages.len().min(at + 1));
        if let Some(page) = self.pages.get_mut(at) {
            let members = Arc::make_mut(&mut page.members).split_off(boundary);
            if page.members.is_empty() {
                self.pages.remove(at);
            }
            if !members.is_empty() {
                upper.insert(0, Page { first: boundary.clone(), members: Arc::new(members) });
            }
        }
        let len = upper.iter().map(|page| page.members.len()).sum();
        self.len -= len;
        Self { pages: upper, len }
    }
}

/// The members alone: how they lie on pages depends on how they came.
impl<K: Ord + fmt::Debug, V: fmt::Debug> fmt::Debug for Pages<K, V> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_map().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_copy_shares_all_pages_but_the_changed_one() {
        let mut pages = Pages::default();
        for number in 0..10_000 {
            pages.insert(number, number);
        }
        let copy = pages.clone();
        pages.insert(7, 70);
        let same = |(one, other): &(&Page<i32, i32>, &Page<i32, i32>)| Arc::ptr_eq(&one.members, &other.members);
        assert_eq!(copy.pages.iter().zip(&pages.pages).filter(same).count() + 1, pages.pages.len());
        assert_eq!((copy.get(&7), pages.get(&7)), (Some(&7), Some(&70)));
        assert!(pages.pages.iter().all(|page| page.members.len() <= MOST));
    }

    proptest! {
        #[test]
        fn pages_are_a_map(
            steps in prop::collection::vec((0_u32..600, 0_u32..4), 0..2_000),
            (from, to, cut) in (0_u32..600, 0_u32..600, 0_u32..600),
        ) {
            let (mut pages, mut map) = (Pages::default(), BTreeMap::new());
            for (number, what) in steps {
                if what == 0 {
                    prop_assert_eq!(pages.remove(&number), map.remove(&number));
                } else {
                    prop_assert_eq!(pages.insert(number, what), map.insert(number, what));
                }
            }
            prop_assert_eq!((pages.len(), format!("{pages:?}")), (map.len(), format!("{map:?}")));
            let (from, to) = (from.min(to), from.max(to));
            for bounds in [
                (Bound::Included(from), Bound::Excluded(to)),
                (Bound::Included(from), Bound::Unbounded),
                (Bound::Unbounded, Bound::Included(to)),
            ] {
                let expected: Vec<_> = map.range(bounds).rev().collect();
                prop_assert_eq!(pages.range(bounds).rev().collect::<Vec<_>>(), expected);
            }
            let (upper, rest) = (pages.split_off(&cut), map.split_off(&cut));
            prop_assert_eq!((pages.len(), upper.len()), (map.len(), rest.len()));
            prop_assert!(pages.iter().eq(map.iter()) && upper.iter().eq(rest.iter()));
        }
    }
}
