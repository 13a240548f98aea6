//! The row key: placement, then the key's parts, as bytes that sort the way rows are stored.
//!
//! Layout: 16 bytes of placement; the partition key's parts; the sort key's parts; for index rows a tie-breaker. Every
//! part is escaped and terminated. So the bytes sort like tuples of parts, and a prefix of parts is a prefix of bytes.

use std::ops::Bound;

use hashrange_values::escape_key_bytes;

use crate::Placement;
use crate::byte_key::{self, ByteKey};
use crate::key_parts::KeyParts;

/// The key of one row.
///
/// The placement is separate from the rest: it decides nearly every comparison.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct RowKey {
    /// The placement's upper and lower half, so that a key needs no 16-byte alignment.
    placement: (u64, u64),
    parts: KeyParts,
}

impl RowKey {
    fn new(placement: Placement, parts: &[u8]) -> Self {
        Self {
            placement: placement.halves(),
            parts: parts.into(),
        }
    }

    /// A key from its parts.
    pub(crate) fn of_halves(placement: (u64, u64), parts: &[u8]) -> Self {
        Self {
            placement,
            parts: parts.into(),
        }
    }

    /// The parts after the placement.
    pub(crate) fn parts(&self) -> &[u8] {
        &self.parts
    }

    /// The first key that does not sort before these bytes.
    pub(crate) fn bound(bytes: &[u8]) -> Self {
        Self::new(Placement::from_prefix(bytes), bytes.get(16..).unwrap_or_default())
    }

    /// The least key at this point of the hash range. No row has it.
    #[must_use]
    pub fn least(placement: Placement) -> Self {
        Self::new(placement, &[])
    }

    /// Where the row falls on the hash range.
    #[must_use]
    pub fn placement(&self) -> Placement {
        Placement::from_halves(self.placement)
    }

    /// The bytes, in sorting order.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        [self.placement().to_bytes().as_slice(), &self.parts].concat()
    }
}

/// Bytes of a placement.
const PLACEMENT: usize = 16;

impl ByteKey for RowKey {
    fn common(&self, other: &Self) -> usize {
        let ((upper, lower), (other_upper, other_lower)) = (self.placement, other.placement);
        if upper != other_upper {
            upper.common(&other_upper)
        } else if lower != other_lower {
            8 + lower.common(&other_lower)
        } else {
            PLACEMENT + byte_key::common(&self.parts, &other.parts)
        }
    }

    fn head(&self, skip: usize) -> u32 {
        match skip.checked_sub(PLACEMENT) {
            Some(skip) => byte_key::head(&self.parts, skip),
            None if skip >= 8 => self.placement.1.head(skip - 8),
            None => self.placement.0.head(skip),
        }
    }
}

/// Builds a row key, or a prefix of row keys, part by part.
#[derive(Clone, Debug)]
pub struct RowKeyBuilder {
    placement: Placement,
    /// The escaped and terminated parts.
    parts: Vec<u8>,
}

/// Initial capacity of a builder, enough for most keys of tables and indexes.
const ROOM: usize = 96;

impl RowKeyBuilder {
    /// Starts with the partition key's parts.
    #[must_use]
    pub fn new(partition_parts: &[&[u8]]) -> Self {
        let placement = match partition_parts {
            // One part is hashed alone (observed: hash-placement). Several parts get length prefixes (a model), so that
            // ("a","bc") differs from ("ab","c").
            [single] => Placement::of([*single]),
            parts => {
                let lengths: Vec<[u8; 8]> = parts.iter().map(|part| (part.len() as u64).to_be_bytes()).collect();
                Placement::of(
                    parts
                        .iter()
                        .zip(&lengths)
                        .flat_map(|(part, length)| [length.as_slice(), part]),
                )
            }
        };
        let mut parts = Vec::with_capacity(ROOM);
        partition_parts
            .iter()
            .for_each(|part| escape_key_bytes(part, &mut parts));
        Self { placement, parts }
    }

    /// Appends a part.
    #[must_use]
    pub fn part(mut self, part: &[u8]) -> Self {
        escape_key_bytes(part, &mut self.parts);
        self
    }

    /// Appends the start of a part without its terminator. Every part that begins with it has this prefix.
    #[must_use]
    pub fn open_part(mut self, start: &[u8]) -> Self {
        escape_key_bytes(start, &mut self.parts);
        self.parts.truncate(self.parts.len().saturating_sub(2));
        self
    }

    /// Appends bytes as they are; for a tie-breaker of fixed length.
    #[must_use]
    pub fn raw(mut self, bytes: &[u8]) -> Self {
        self.parts.extend_from_slice(bytes);
        self
    }

    /// The finished key.
    #[must_use]
    pub fn finish(self) -> RowKey {
        RowKey::new(self.placement, &self.parts)
    }

    /// The least bytes above every key that starts with this prefix.
    #[must_use]
    pub fn prefix_end(&self) -> Vec<u8> {
        let mut end = self.clone().prefix_start();
        while let Some(last) = end.pop() {
            if last < u8::MAX {
                end.push(last + 1);
                break;
            }
        }
        end
    }

    /// The prefix itself: the least key that starts with it.
    #[must_use]
    pub fn prefix_start(self) -> Vec<u8> {
        [self.placement.to_bytes().as_slice(), &self.parts].concat()
    }
}

/// A half-open range of row keys.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyRange {
    /// The first bytes inside the range.
    pub start: Vec<u8>,
    /// The first bytes after the range; `None` for no end.
    pub end: Option<Vec<u8>>,
}

impl KeyRange {
    /// Every row.
    #[must_use]
    pub fn all() -> Self {
        Self {
            start: Vec::new(),
            end: None,
        }
    }

    /// Rows from one point of the hash range up to another; `None` for no end.
    #[must_use]
    pub fn between(from: Placement, to: Option<Placement>) -> Self {
        Self {
            start: from.to_bytes().to_vec(),
            end: to.map(|to| to.to_bytes().to_vec()),
        }
    }

    /// The part of the range after this key.
    #[must_use]
    pub fn after(mut self, key: &RowKey) -> Self {
        let mut start = key.to_bytes();
        start.push(0);
        self.start = self.start.max(start);
        self
    }

    /// The part of the range before this key.
    #[must_use]
    pub fn before(mut self, key: &RowKey) -> Self {
        let end = key.to_bytes();
        self.end = Some(match self.end {
            Some(current) => current.min(end),
            None => end,
        });
        self
    }

    /// The range as bounds of keys. It must not be empty.
    #[must_use]
    pub fn bounds(&self) -> (Bound<RowKey>, Bound<RowKey>) {
        let end = self
            .end
            .as_deref()
            .map_or(Bound::Unbounded, |end| Bound::Excluded(RowKey::bound(end)));
        (Bound::Included(RowKey::bound(&self.start)), end)
    }

    /// Whether the key is inside the range.
    #[must_use]
    pub fn contains(&self, key: &RowKey) -> bool {
        let key = key.to_bytes();
        key >= self.start && self.end.as_ref().is_none_or(|end| key < *end)
    }

    /// Whether no key can be inside the range.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.end.as_ref().is_some_and(|end| *end <= self.start)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_open_part_spans_what_begins_with_it() {
        let pk = RowKeyBuilder::new(&[b"S3"]);
        let prefix = pk.clone().open_part(b"a");
        let range = KeyRange {
            end: Some(prefix.prefix_end()),
            start: prefix.prefix_start(),
        };
        assert!(range.contains(&pk.clone().part(b"a").finish()));
        assert!(range.contains(&pk.clone().part(b"abc").finish()));
        assert!(!range.contains(&pk.clone().part(b"b").finish()));
        assert!(!range.contains(&pk.part(b"").finish()));
    }

    #[test]
    fn after_and_before_leave_the_key_out() {
        let key = RowKeyBuilder::new(&[b"x"]).finish();
        assert!(!KeyRange::all().after(&key).contains(&key));
        assert!(!KeyRange::all().before(&key).contains(&key));
        assert!(KeyRange::all().contains(&key));
    }
}
