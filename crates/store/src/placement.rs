//! Placement: where a partition key value falls on the hash range.
//!
//! The service does not document its hash. This one reproduces the Scan order seen in production
//! (observed: hash-placement, about ten years ago), so it is shown as a model.

use md5::{Digest, Md5};

/// A point of the 128-bit hash range.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Placement(u128);

impl Placement {
    /// The start of the hash range.
    pub const MIN: Self = Self(0);

    /// Where key bytes fall. Give the parts of a multi-attribute key one after the other.
    #[must_use]
    pub fn of<'a>(parts: impl IntoIterator<Item = &'a [u8]>) -> Self {
        let mut hash = Md5::new();
        hash.update(b"Outliers");
        for part in parts {
            hash.update(part);
        }
        Self(u128::from_be_bytes(hash.finalize().into()))
    }

    /// The start of the `part`-th of `parts` equal slices of the hash range; `None` past the last.
    #[must_use]
    pub fn slice_start(part: u32, parts: u32) -> Option<Self> {
        if part >= parts {
            return None;
        }
        // floor(2^128 × part / parts) without leaving 128 bits: long division by halves.
        let (part, parts) = (u128::from(part), u128::from(parts));
        let high = (part << 64) / parts;
        let rest = (part << 64) % parts;
        Some(Self((high << 64) | ((rest << 64) / parts)))
    }

    /// Where segment `segment` of a parallel scan begins; `None` past the last. Segments are cut along the top twelve
    /// bits (observed: hash-placement).
    #[must_use]
    pub fn segment_start(segment: u32, total: u32) -> Option<Self> {
        let bucket = (4096 * u64::from(segment)).div_ceil(u64::from(total.max(1)));
        (bucket < 4096).then(|| Self(u128::from(bucket) << 116))
    }

    /// The point halfway to another, or to the end of the range; `None` if there is no point between.
    #[must_use]
    pub fn halfway_to(self, end: Option<Self>) -> Option<Self> {
        let end = end.map_or(u128::MAX, Self::as_u128);
        let half = end.checked_sub(self.0)? / 2;
        (half > 0).then(|| Self(self.0 + half))
    }

    /// The point as big-endian bytes, which sort like the point.
    #[must_use]
    pub fn to_bytes(self) -> [u8; 16] {
        self.0.to_be_bytes()
    }

    /// The point as a number.
    #[must_use]
    pub fn as_u128(self) -> u128 {
        self.0
    }

    /// The upper and the lower half, which sort like the point.
    #[allow(clippy::cast_possible_truncation, reason = "the halves are what is wanted")]
    pub(crate) fn halves(self) -> (u64, u64) {
        ((self.0 >> 64) as u64, self.0 as u64)
    }

    pub(crate) fn from_halves((upper, lower): (u64, u64)) -> Self {
        Self((u128::from(upper) << 64) | u128::from(lower))
    }

    pub(crate) fn from_prefix(bytes: &[u8]) -> Self {
        let mut point = [0; 16];
        for (slot, byte) in point.iter_mut().zip(bytes) {
            *slot = *byte;
        }
        Self(u128::from_be_bytes(point))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn placement_matches_the_observed_hashes() {
        let vectors: [(&[u8], u128, u128); 6] = [
            (b"2", 0x29cb_ed30_d643, 668),
            (b"hello", 0x8f05_1e55_9514, 2288),
            ("äáöü".as_bytes(), 0xafc2_3a43_1bf6, 2812),
            (b"USER#1", 0xe1f1_e919_3ad9, 3615),
            (&[0x80], 0xce21_2d75_1674, 3298),
            (&[0x3d, 0x5c, 0x02, 0x0b, 0x66], 0x68b1_43a8_ec5a, 1675),
        ];
        for (key, first, bucket) in vectors {
            let point = Placement::of([key]);
            assert_eq!(point.as_u128() >> 80, first, "{key:?}");
            assert_eq!(point.as_u128() >> 116, bucket, "{key:?}");
        }
    }

    #[test]
    fn strings_scan_in_the_observed_order() {
        let mut keys = [
            "0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "hello", "äáöü", "aardman", "zapf",
        ];
        keys.sort_by_key(|key| Placement::of([key.as_bytes()]));
        assert_eq!(
            keys,
            [
                "2", "8", "9", "1", "6", "hello", "0", "5", "4", "äáöü", "aardman", "7", "3", "zapf"
            ]
        );
    }

    #[test]
    fn slices_are_equal_and_cover_the_range() {
        assert_eq!(Placement::slice_start(0, 4), Some(Placement::MIN));
        assert_eq!(Placement::slice_start(1, 4).map(Placement::as_u128), Some(1 << 126));
        assert_eq!(Placement::slice_start(2, 4).map(Placement::as_u128), Some(1 << 127));
        assert_eq!(Placement::slice_start(4, 4), None);
        let third = Placement::slice_start(1, 3).map(Placement::as_u128);
        assert_eq!(third, Some(u128::MAX / 3));
    }

    #[test]
    fn segments_start_on_the_observed_buckets() {
        let segment_of = |key: &str| (Placement::of([key.as_bytes()]).as_u128() >> 116) as u32;
        assert_eq!(segment_of("3635"), 0);
        assert_eq!(segment_of("228"), 0);
        assert_eq!(segment_of("1668"), 1);
        assert_eq!(segment_of("3435"), 4);
        assert_eq!(
            Placement::segment_start(1, 4096).map(|point| point.as_u128() >> 116),
            Some(1)
        );
        assert_eq!(Placement::segment_start(4096, 4096), None);
    }
}
