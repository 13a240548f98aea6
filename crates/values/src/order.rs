//! The project's only sort. It sorts indexes, then moves the elements.
//!
//! The compiler generates the standard library's sort for every type, at five to eight kilobytes of WebAssembly each.
//! With some thirty types that was a tenth of the page. This sort is compiled once. Not for hot paths: it calls through
//! a pointer.

use std::cmp::Ordering;
use std::mem;

use litemap::LiteMap;

/// Sorts the elements. The sort is stable.
pub fn sort_by<T>(elements: &mut [T], mut compare: impl FnMut(&T, &T) -> Ordering) {
    let mut places = {
        let shared = &*elements;
        order_of(shared.len(), &mut |a, b| match (shared.get(a), shared.get(b)) {
            (Some(a), Some(b)) => compare(a, b),
            _ => Ordering::Equal,
        })
    };
    // The loop walks each cycle of the permutation once. A finished place points at itself.
    for start in 0..places.len() {
        let mut current = start;
        while let Some(next) = places.get(current).copied() {
            if let Some(place) = places.get_mut(current) {
                *place = current;
            }
            if next == start {
                break;
            }
            elements.swap(current, next);
            current = next;
        }
    }
}

/// Sorts the elements by their natural order. The sort is stable.
pub fn sort<T: Ord>(elements: &mut [T]) {
    sort_by(elements, T::cmp);
}

/// The elements in ascending order, each once. A binary search finds one of them.
pub fn to_set<T: Ord>(elements: impl IntoIterator<Item = T>) -> Vec<T> {
    let mut set: Vec<T> = elements.into_iter().collect();
    sort(&mut set);
    set.dedup();
    set
}

/// The entries as a map. If a key repeats, its last value counts. To insert many unordered entries one by one would take
/// quadratic time, and to collect a map would use another sort for each type.
pub fn to_map<K: Ord, V>(entries: impl IntoIterator<Item = (K, V)>) -> LiteMap<K, V> {
    let mut entries: Vec<(K, V)> = entries.into_iter().collect();
    sort_by(&mut entries, |(a, _), (b, _)| a.cmp(b));
    entries.dedup_by(|later, kept| {
        let repeats = later.0 == kept.0;
        if repeats {
            mem::swap(later, kept);
        }
        repeats
    });
    LiteMap::from_sorted_store_unchecked(entries)
}

/// True if an element occurs twice in the slice.
#[must_use]
pub fn has_duplicates<T: Ord>(elements: &[T]) -> bool {
    first_repeat(elements).is_some()
}

/// The position of the first element that equals an earlier one.
#[must_use]
pub fn first_repeat<T: Ord>(elements: &[T]) -> Option<usize> {
    let mut compare = |a: usize, b: usize| elements.get(a).cmp(&elements.get(b));
    let places = order_of(elements.len(), &mut compare);
    // Equal elements keep their order, so each but the first of them follows one that is earlier in the slice.
    let repeats = places.windows(2).filter_map(|pair| match pair {
        [a, b] if compare(*a, *b).is_eq() => Some(*b),
        _ => None,
    });
    repeats.min()
}

/// Returns the indexes from 0 to `length` in ascending order of their elements. The sort is stable.
fn order_of(length: usize, compare: &mut dyn FnMut(usize, usize) -> Ordering) -> Vec<usize> {
    let mut places: Vec<usize> = (0..length).collect();
    places.sort_by(|a, b| compare(*a, *b));
    places
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn sorts_like_the_standard_library(mut elements in proptest::collection::vec((0_u8..6, any::<u8>()), 0..60)) {
            let mut expected = elements.clone();
            expected.sort_by_key(|(key, _)| *key);
            sort_by(&mut elements, |a, b| a.0.cmp(&b.0));
            prop_assert_eq!(elements, expected);
        }
    }

    proptest! {
        #[test]
        fn the_last_of_equal_keys_counts(entries in proptest::collection::vec((0_u8..9, any::<u8>()), 0..30)) {
            let expected: std::collections::BTreeMap<u8, u8> = entries.iter().copied().collect();
            prop_assert!(to_map(entries).into_iter().eq(expected));
        }
    }

    #[test]
    fn duplicates_are_found() {
        assert!(has_duplicates(&["b", "a", "b"]));
        assert!(!has_duplicates(&["b", "a", "c"]));
        assert!(!has_duplicates::<u8>(&[]));
        assert_eq!(first_repeat(&["c", "b", "a", "b", "c", "a"]), Some(3));
    }
}
