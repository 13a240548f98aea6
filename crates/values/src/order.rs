//! The project's only sort. It sorts indexes, then moves the elements.
//!
//! The compiler generates the standard library's sort for every type, at five to eight kilobytes of WebAssembly each.
//! With some thirty types that was a tenth of the page. This sort is compiled once. Not for hot paths: it calls through
//! a pointer.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

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

/// The elements as a set. To collect a set would sort them first, with another sort for each type.
pub fn to_set<T: Ord>(elements: impl IntoIterator<Item = T>) -> BTreeSet<T> {
    let mut set = BTreeSet::new();
    set.extend(elements);
    set
}

/// The entries as a map, as [`to_set`].
pub fn to_map<K: Ord, V>(entries: impl IntoIterator<Item = (K, V)>) -> BTreeMap<K, V> {
    let mut map = BTreeMap::new();
    map.extend(entries);
    map
}

/// True if an element occurs twice in the slice.
#[must_use]
pub fn has_duplicates<T: Ord>(elements: &[T]) -> bool {
    let mut sorted: Vec<&T> = elements.iter().collect();
    sort(&mut sorted);
    sorted.windows(2).any(|pair| matches!(pair, [a, b] if a == b))
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

    #[test]
    fn duplicates_are_found() {
        assert!(has_duplicates(&["b", "a", "b"]));
        assert!(!has_duplicates(&["b", "a", "c"]));
        assert!(!has_duplicates::<u8>(&[]));
    }
}
