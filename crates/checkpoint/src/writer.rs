//! The writer: bytes, what of them has been written before, and the digest of what a checkpoint would say.
//!
//! The digest is the same whoever shares what. Must not know frames.

use std::any::TypeId;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

use crate::Digest;

/// Bytes that a writer of a digest keeps at most before it takes them in.
const FOLDED: usize = 64 * 1024;

/// Places of a map whose last name is remembered.
pub(crate) const NAMES: usize = 32;

/// Something to write.
pub(crate) trait Part {
    fn write(&self, out: &mut Writer);
}

/// A part that is to be written.
pub(crate) struct Waiting {
    pub(crate) address: usize,
    /// Its place among the kinds.
    pub(crate) kind: usize,
    pub(crate) part: Box<dyn Part>,
}

/// Takes state down.
#[derive(Default)]
pub struct Writer {
    bytes: Vec<u8>,
    /// What is shared, by address, with its number. The state that is written keeps all of it in place.
    shared: BTreeMap<usize, u64>,
    /// How many have a number.
    numbered: u64,
    /// The last name at each place of a map.
    names: Vec<String>,
    /// Parts that must be written before what refers to them.
    pub(crate) waiting: VecDeque<Waiting>,
    waits: BTreeSet<usize>,
    /// The types that parts have.
    kinds: Vec<TypeId>,
    /// The digest of the bytes before these, where only that is wanted.
    digest: Option<Digest>,
}

impl Writer {
    /// A writer that knows the types of parts, in the order of their kinds.
    pub(crate) fn new(kinds: Vec<TypeId>) -> Self {
        Self { kinds, ..Self::default() }
    }

    /// A writer of which only the digest is wanted: what is shared is written wherever it is.
    fn for_digest() -> Self {
        Self { digest: Some(Digest::default()), ..Self::default() }
    }

    /// Whether only the digest is wanted.
    #[must_use]
    pub fn is_for_digest(&self) -> bool {
        self.digest.is_some()
    }

    /// Lets go of bytes that the digest has taken in, where there are many.
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

    /// Appends a number; small ones take little room.
    #[inline(never)]
    #[allow(clippy::cast_possible_truncation)] // seven bits at a time
    pub fn varint(&mut self, mut number: u64) {
        while number >= 0x80 {
            self.bytes.push(number as u8 | 0x80);
            number >>= 7;
        }
        self.bytes.push(number as u8);
    }

    /// Appends bytes whose length is known to the reader.
    #[inline(never)]
    pub fn raw(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
    }

    /// Appends bytes with their length.
    #[inline(never)]
    pub fn bytes(&mut self, bytes: &[u8]) {
        self.varint(bytes.len() as u64);
        self.bytes.extend_from_slice(bytes);
    }

    /// Appends the name of the member at this place of a map. Most maps have the names of the map before.
    #[inline(never)]
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

    /// Appends a value in the form of `serde`: for types that cross to the page anyway, so that their code is there. They must
    /// not nest without a bound.
    pub fn serde<T: serde::Serialize>(&mut self, value: &T) {
        // Types of ours are always written: none refuses, and memory has no bound here.
        self.bytes.extend(postcard::to_allocvec(value).unwrap_or_default());
    }

    /// The number of what is at this address, if it has been written.
    pub(crate) fn number_of(&self, address: usize) -> Option<u64> {
        self.shared.get(&address).copied()
    }

    /// Gives what is at this address, and has been written, the next number.
    #[inline(never)]
    pub(crate) fn give_number(&mut self, address: usize) {
        self.shared.insert(address, self.numbered);
        self.numbered += 1;
    }

    /// Has a part written before what refers to it.
    pub(crate) fn wait(&mut self, address: usize, id: TypeId, part: impl FnOnce() -> Box<dyn Part>) {
        if self.waits.insert(address) {
            let kind = self.kinds.iter().position(|kind| *kind == id).unwrap_or(self.kinds.len());
            self.waiting.push_back(Waiting { address, kind, part: part() });
        }
    }

    /// How many bytes there are.
    pub(crate) fn len(&self) -> usize {
        self.bytes.len()
    }

    /// Takes the bytes so far.
    #[must_use]
    pub fn take(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.bytes)
    }
}

/// The digest of what is written.
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
        assert_ne!(digest(|out| shared.write(out)), digest(|out| "one".to_owned().write(out)));
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
