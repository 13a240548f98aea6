//! The members of a set in their stored order: ascending and unique. This module creates all sets.
//!
//! Must not know where members come from.

use crate::{List, sort};

/// Creates a set of these members; `None` if one of them occurs twice.
#[must_use]
pub fn set_of<T: Ord>(mut members: List<T>) -> Option<List<T>> {
    sort(&mut members);
    let distinct = members
        .windows(2)
        .all(|pair| matches!(pair, [one, other] if one != other));
    distinct.then_some(members)
}

/// The union of two sets.
#[must_use]
pub fn union<T: Ord + Clone>(one: &[T], other: &[T]) -> List<T> {
    let mut members: List<T> = one.iter().chain(other).cloned().collect();
    sort(&mut members);
    members.dedup();
    members
}

/// The members of the first set that the second set lacks.
#[must_use]
pub fn difference<T: Ord + Clone>(one: &[T], other: &[T]) -> List<T> {
    one.iter()
        .filter(|member| other.binary_search(member).is_err())
        .cloned()
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_is_in_order_and_has_each_member_once() {
        assert_eq!(set_of(List::from([3, 1, 2])), Some(List::from([1, 2, 3])));
        assert_eq!(set_of(List::from([3, 1, 3])), None);
        assert_eq!(set_of(List::<u8>::new()), Some(List::new()));
    }

    #[test]
    fn sets_are_united_and_taken_apart() {
        assert_eq!(union(&[1, 3], &[2, 3, 4]), List::from([1, 2, 3, 4]));
        assert_eq!(difference(&[1, 2, 3], &[2, 4]), List::from([1, 3]));
        assert!(difference(&[1], &[1]).is_empty());
    }
}
