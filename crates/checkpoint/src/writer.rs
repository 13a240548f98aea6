//! The writer: bytes, and what of them has been written before.
//!
//! Must not know frames.

use std::any::TypeId;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

use crate::Digest;
use crate::saving::{FRAME, Kind, Part, Waiting};

/// Places of a map whose last name is remembered.
pub(crate) const NAMES: usize = 32;

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
    pub(crate) fn new(kinds: &[Kind]) -> Self {
        Self { kinds: kinds.iter().map(Kind::id).collect(), ..Self::default() }
    }

    /// A writer of which only the digest is wanted: what is shared is written wherever it is.
    pub(crate) fn for_digest() -> Self {
        Self { digest: Some(Digest::default()), ..Self::default() }
    }

    /// Whether only the digest is wanted.
    #[must_use]
    pub fn is_for_digest(&self) -> bool {
        self.digest.is_some()
    }

    /// Lets go of bytes that the digest has taken in, where there are many.
    pub fn fold(&mut self) {
        if self.bytes.len() >= FRAME
            && let Some(digest) = &mut self.digest
        {
            digest.take(&self.bytes);
            self.bytes.clear();
        }
    }

    pub(crate) fn into_digest(self) -> u128 {
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
