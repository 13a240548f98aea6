//! The bytes of keys. A page compares a few bytes before it compares whole keys. Must not know pages, nor what the
//! bytes mean.

/// A key that sorts like a byte string. Bytes past its end count as zero.
pub trait ByteKey: Ord + Clone {
    /// Length of the common prefix in bytes; the full length if the keys are equal.
    fn common(&self, other: &Self) -> usize;

    /// Four bytes after the first `skip` bytes, or earlier bytes. The compared keys must share the first `skip` bytes.
    /// The lower of two such keys has the lower head, or both heads are equal.
    fn head(&self, skip: usize) -> u32;
}

impl ByteKey for u64 {
    fn common(&self, other: &Self) -> usize {
        (self ^ other).leading_zeros() as usize / 8
    }

    fn head(&self, skip: usize) -> u32 {
        high(self << (8 * skip.min(4)))
    }
}

impl<K: ByteKey> ByteKey for (u64, K) {
    fn common(&self, other: &Self) -> usize {
        if self.0 == other.0 {
            8 + self.1.common(&other.1)
        } else {
            self.0.common(&other.0)
        }
    }

    fn head(&self, skip: usize) -> u32 {
        skip.checked_sub(8)
            .map_or_else(|| self.0.head(skip), |skip| self.1.head(skip))
    }
}

/// Length of the common prefix in bytes.
pub(crate) fn common(left: &[u8], right: &[u8]) -> usize {
    let ((lefts, _), (rights, _)) = (left.as_chunks::<8>(), right.as_chunks::<8>());
    let start = 8 * lefts
        .iter()
        .zip(rights)
        .take_while(|(left, right)| left == right)
        .count();
    start
        + left
            .iter()
            .zip(right)
            .skip(start)
            .take_while(|(left, right)| left == right)
            .count()
}

/// The first four of eight bytes.
fn high(bytes: u64) -> u32 {
    u32::try_from(bytes >> 32).unwrap_or(u32::MAX)
}

/// Four bytes after the first `skip`.
pub(crate) fn head(bytes: &[u8], skip: usize) -> u32 {
    let rest = bytes.get(skip..).unwrap_or_default();
    match rest.first_chunk() {
        Some(four) => u32::from_be_bytes(*four),
        None => rest
            .iter()
            .zip([24, 16, 8])
            .fold(0, |head, (byte, shift)| head | u32::from(*byte) << shift),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{RowKey, RowKeyBuilder};
    use proptest::prelude::*;

    fn keys() -> impl Strategy<Value = RowKey> {
        let part = prop::collection::vec(0_u8..3, 0..40);
        (0_u8..3, part).prop_map(|(first, part)| RowKeyBuilder::new(&[&[first]]).part(&part).finish())
    }

    /// The contract of pages: heads after common bytes never contradict the order.
    fn check<K: ByteKey + std::fmt::Debug>(left: &K, right: &K) {
        let common = left.common(right);
        for skip in 0..=common {
            let heads = left.head(skip).cmp(&right.head(skip));
            assert!(heads.is_eq() || heads == left.cmp(right), "{left:?} {right:?} {skip}");
        }
    }

    proptest! {
        #[test]
        fn heads_never_contradict_the_order(left in keys(), right in keys(), numbers in (0_u64..70_000, any::<u64>())) {
            check(&left, &right);
            check(&numbers.0, &numbers.1);
            check(&(numbers.0, left.clone()), &(numbers.1, right.clone()));
            check(&(numbers.0, left.clone()), &(numbers.0, right.clone()));
            let (bytes, others) = (left.to_bytes(), right.to_bytes());
            let common = bytes.iter().zip(&others).take_while(|(one, other)| one == other).count();
            prop_assert_eq!(left.common(&right), common);
        }
    }
}
