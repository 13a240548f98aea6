//! The writer: bytes, the values written before, and the digest of a checkpoint.
//!
//! The digest does not depend on sharing. Must not know frames.

use std::any::TypeId;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

use crate::Digest;

/// Maximum number of bytes that a digest writer buffers.
const FOLDED: usize = 64 * 1024;

/// Number of positions of a map whose last name is remembered.
pub(crate) const NAMES: usize = 32;

/// Something to write.
pub(crate) trait Part {
    fn write(&self, out: &mut Writer);
}

/// A part that is to be written.
pub(crate) struct Waiting {
    pub(crate) address: usize,
    /// Its position among the kinds.
    pub(crate) kind: usize,
    pub(crate) part: Box<dyn Part>,
}

/// Writes state into bytes.
#[derive(Default)]
pub struct Writer {
    bytes: Vec<u8>,
    /// Shared values, by address, with their numbers. The written state keeps all addresses valid.
    shared: BTreeMap<usize, u64>,
    /// Number of shared values with a number.
    numbered: u64,
    /// The last name at each position of a map.
    names: Vec<String>,
    /// Parts that must be written before the state that refers to them.
    pub(crate) waiting: VecDeque<Waiting>,
    waits: BTreeSet<usize>,
    /// The types that parts have.
    kinds: Vec<TypeId>,
    /// The digest of the bytes before these; `None` unless only the digest is needed.
    digest: Option<Digest>,
}

impl Writer {
    /// A writer with room for this number of bytes.
    #[must_use]
    pub fn with_room(bytes: usize) -> Self {
        Self {
            bytes: Vec::with_capacity(bytes),
            ..Self::default()
        }
    }

    /// A writer for these types of parts, in the order of their kinds.
    pub(crate) fn new(kinds: Vec<TypeId>) -> Self {
        Self {
            kinds,
            ..Self::default()
        }
    }

    /// A writer for the digest only: shared values are written at every use.
    fn for_digest() -> Self {
        Self {
            digest: Some(Digest::default()),
            ..Self::default()
        }
    }

    /// Whether it is for the digest only.
    #[must_use]
    pub fn is_for_digest(&self) -> bool {
        self.digest.is_some()
    }

    /// Adds buffered bytes to the digest, if there are many.
    pub fn fold(&mut self) {
        if self.bytes.len() >= FOLDED
            && let Some(digest) = &mut self.digest
        {
            digest.take(&self.bytes);
            self.bytes.clear();
        }
    }

    fn into_digest(self) -> u128 {
        let mut digest = self.digest.unwrap_or_default();
        digest.take(&self.bytes);
        digest.value()
    }

    /// Appends a byte.
    #[inline]
    pub fn byte(&mut self, byte: u8) {
        self.bytes.push(byte);
    }

    /// Appends a number; small numbers take few bytes.
    #[allow(clippy::cast_possible_truncation)] // seven bits at a time
    pub fn varint(&mut self, mut number: u64) {
        while number >= 0x80 {
            self.bytes.push(number as u8 | 0x80);
            number >>= 7;
        }
        self.bytes.push(number as u8);
    }

    /// Appends bytes without their length, which the reader must know.
    pub fn raw(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
    }

    /// Appends bytes with their length.
    pub fn bytes(&mut self, bytes: &[u8]) {
        self.varint(bytes.len() as u64);
        self.bytes.extend_from_slice(bytes);
    }

    /// Appends the name of the member at this position of a map. Most maps have the same names as the map before.
    pub fn name(&mut self, place: usize, name: &str) {
        match self.names.get_mut(place) {
            Some(last) if last == name => return self.bytes.push(0),
            Some(last) => name.clone_into(last),
            None => {
                if place == self.names.len() && place < NAMES {
                    self.names.push(name.to_owned());
                }
            }
        }
        self.varint(name.len() as u64 + 1);
        self.bytes.extend_from_slice(name.as_bytes());
    }

    /// Appends a value in the form of `serde`. Use it for types that are sent to the page anyway, because their code
    /// exists. They must not nest without a bound.
    pub fn serde<T: serde::Serialize>(&mut self, value: &T) {
        // Our types never fail to serialize, and memory is unbounded here.
        self.bytes.extend(postcard::to_allocvec(value).unwrap_or_default());
    }

    /// The number of the value at this address, if it was written.
    pub(crate) fn number_of(&self, address: usize) -> Option<u64> {
        self.shared.get(&address).copied()
    }

    /// Assigns the next number to the written value at this address.
    pub(crate) fn give_number(&mut self, address: usize) {
        self.shared.insert(address, self.numbered);
        self.numbered += 1;
    }

    /// Schedules a part to be written before the state that refers to it.
    pub(crate) fn wait(&mut self, address: usize, id: TypeId, part: impl FnOnce() -> Box<dyn Part>) {
        if self.waits.insert(address) {
            let kind = self
                .kinds
                .iter()
                .position(|kind| *kind == id)
                .unwrap_or(self.kinds.len());
            self.waiting.push_back(Waiting {
                address,
                kind,
                part: part(),
            });
        }
    }

    /// The number of bytes.
    pub(crate) fn len(&self) -> usize {
        self.bytes.len()
    }

    /// Takes the bytes so far.
    #[must_use]
    pub fn take(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.bytes)
    }
}

/// The digest of the bytes that `write` writes.
pub fn digest(write: impl FnOnce(&mut Writer)) -> u128 {
    let mut out = Writer::for_digest();
    write(&mut out);
    out.into_digest()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::Checkpointed;

    #[test]
    fn what_is_shared_has_the_digest_of_what_is_not() {
        let one = Arc::new("one".to_owned());
        let shared = vec![Arc::clone(&one), one];
        let apart = vec![Arc::new("one".to_owned()), Arc::new("one".to_owned())];
        assert_eq!(digest(|out| shared.write(out)), digest(|out| apart.write(out)));
        assert_ne!(
            digest(|out| shared.write(out)),
            digest(|out| "one".to_owned().write(out))
        );
    }

    #[test]
    fn many_bytes_have_the_digest_of_all_of_them() {
        let mut whole = Digest::default();
        let of_parts = digest(|out| {
            for number in 0..100_000_u32 {
                let bytes = number.to_le_bytes();
                whole.take(&bytes);
                out.raw(&bytes);
                out.fold();
            }
        });
        assert_eq!(whole.value(), of_parts);
    }
}
