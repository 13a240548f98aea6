//! The one sort of the project: places are put in order, then elements follow.
//!
//! The standard library's sort is compiled anew for every type, at five to eight kilobytes of WebAssembly each; with some
//! thirty types that was a tenth of the page. This one is compiled once. Not for hot paths: it calls through a pointer.

use std::cmp::Ordering;

/// Sorts the elements. Equal ones keep their order.
pub fn sort_by<T>(elements: &mut [T], mut compare: impl FnMut(&T, &T) -> Ordering) {
    let mut places = {
        let shared = &*elements;
        order_of(shared.len(), &mut |a, b| match (shared.get(a), shared.get(b)) {
            (Some(a), Some(b)) => compare(a, b),
            _ => Ordering::Equal,
        })
    };
    // Each cycle of the permutation is walked once; a place that is settled points at itself.
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

/// Sorts the elements by their own order. Equal ones keep theirs.
pub fn sort<T: Ord>(elements: &mut [T]) {
    sort_by(elements, T::cmp);
}

/// True when an element stands twice in the slice.
#[must_use]
pub fn has_duplicates<T: Ord>(elements: &[T]) -> bool {
    let mut sorted: Vec<&T> = elements.iter().collect();
    sort(&mut sorted);
    sorted.windows(2).any(|pair| matches!(pair, [a, b] if a == b))
}

/// The places from 0 to `length` in ascending order of what stands there; equal ones stay as they are.
#[inline(never)]
fn order_of(length: usize, compare: &mut dyn FnMut(usize, usize) -> Ordering) -> Vec<usize> {
    let mut places: Vec<usize> = (0..length).collect();
    places.sort_unstable_by(|a, b| compare(*a, *b).then(a.cmp(b)));
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
