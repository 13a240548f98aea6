//! The reader: bytes, and the shared values read so far.
//!
//! Must not know frames. It trusts no stored length: it reserves room only for what has been read.

use std::any::Any;
use std::sync::Arc;

use compact_str::CompactString;

use crate::writer::NAMES;
use crate::{Damaged, FORMAT_VERSION};

/// A value that others refer to.
pub(crate) type Shared = Arc<dyn Any + Send + Sync>;

/// The shared values read so far, and the last name at each position of a map. It is reused from slice to slice.
pub struct Arena {
    version: u32,
    shared: Vec<Shared>,
    names: Vec<CompactString>,
}

impl Default for Arena {
    fn default() -> Self {
        Self::of_version(FORMAT_VERSION)
    }
}

impl Arena {
    /// An arena for bytes of this version.
    #[must_use]
    pub fn of_version(version: u32) -> Self {
        Self {
            version,
            shared: Vec::new(),
            names: Vec::new(),
        }
    }
}

/// Reads state from bytes.
pub struct Reader<'a> {
    rest: &'a [u8],
    arena: &'a mut Arena,
    depth: usize,
}

impl<'a> Reader<'a> {
    /// Reads a slice.
    pub fn new(rest: &'a [u8], arena: &'a mut Arena) -> Self {
        Self { rest, arena, depth: 0 }
    }

    /// The version the bytes were written in.
    #[must_use]
    pub fn version(&self) -> u32 {
        self.arena.version
    }

    /// Whether all bytes have been read.
    #[must_use]
    pub fn is_at_end(&self) -> bool {
        self.rest.is_empty()
    }

    /// The next byte.
    ///
    /// # Errors
    /// At the end.
    #[inline]
    pub fn byte(&mut self) -> Result<u8, Damaged> {
        let (first, rest) = self.rest.split_first().ok_or(Damaged)?;
        self.rest = rest;
        Ok(*first)
    }

    /// The next number.
    ///
    /// # Errors
    /// At the end, or if it has more than 64 bits.
    pub fn varint(&mut self) -> Result<u64, Damaged> {
        let (mut number, mut shift) = (0, 0);
        loop {
            let byte = self.byte()?;
            let bits = u64::from(byte & 0x7F);
            if shift > 63 || (bits << shift) >> shift != bits {
                return Err(Damaged);
            }
            number |= bits << shift;
            if byte < 0x80 {
                return Ok(number);
            }
            shift += 7;
        }
    }

    /// The next number of values, each of which takes at least one byte.
    ///
    /// # Errors
    /// If there are fewer bytes than the length.
    pub fn length(&mut self) -> Result<usize, Damaged> {
        let length = usize::try_from(self.varint()?).map_err(|_| Damaged)?;
        if length <= self.rest.len() {
            Ok(length)
        } else {
            Err(Damaged)
        }
    }

    /// The given number of bytes.
    ///
    /// # Errors
    /// If there are fewer.
    pub fn raw(&mut self, length: usize) -> Result<&'a [u8], Damaged> {
        let (bytes, rest) = self.rest.split_at_checked(length).ok_or(Damaged)?;
        self.rest = rest;
        Ok(bytes)
    }

    /// Bytes of a fixed number.
    ///
    /// # Errors
    /// If there are fewer.
    pub fn array<const N: usize>(&mut self) -> Result<[u8; N], Damaged> {
        let (bytes, rest) = self.rest.split_first_chunk().ok_or(Damaged)?;
        self.rest = rest;
        Ok(*bytes)
    }

    /// Bytes with their length.
    ///
    /// # Errors
    /// If there are fewer.
    pub fn bytes(&mut self) -> Result<&'a [u8], Damaged> {
        let length = self.length()?;
        self.raw(length)
    }

    /// Text with its length.
    ///
    /// # Errors
    /// If it is not text.
    pub fn text(&mut self) -> Result<&'a str, Damaged> {
        std::str::from_utf8(self.bytes()?).map_err(|_| Damaged)
    }

    /// The name of the member at this position of a map.
    ///
    /// # Errors
    /// If there is no name.
    pub fn name(&mut self, place: usize) -> Result<CompactString, Damaged> {
        let Some(length) = self.varint()?.checked_sub(1) else {
            return self.arena.names.get(place).cloned().ok_or(Damaged);
        };
        let length = usize::try_from(length).map_err(|_| Damaged)?;
        let name = CompactString::from(std::str::from_utf8(self.raw(length)?).map_err(|_| Damaged)?);
        let names = &mut self.arena.names;
        if place < names.len() {
            names.get_mut(place).ok_or(Damaged)?.clone_from(&name);
        } else if place == names.len() && place < NAMES {
            names.push(name.clone());
        }
        Ok(name)
    }

    /// A value in the form of `serde`.
    ///
    /// # Errors
    /// If it is not such a value.
    pub fn serde<T: serde::Deserialize<'a>>(&mut self) -> Result<T, Damaged> {
        let (value, rest) = postcard::take_from_bytes(self.rest).map_err(|_| Damaged)?;
        self.rest = rest;
        Ok(value)
    }

    /// Reads a value that can contain values of its own type, up to a number of levels.
    ///
    /// # Errors
    /// If there are more levels, or if `read` fails.
    pub fn nested<T>(
        &mut self,
        levels: usize,
        read: impl FnOnce(&mut Self) -> Result<T, Damaged>,
    ) -> Result<T, Damaged> {
        if self.depth >= levels {
            return Err(Damaged);
        }
        self.depth += 1;
        let value = read(self)?;
        self.depth -= 1;
        Ok(value)
    }

    /// Stores a read value under the next number.
    pub(crate) fn keep(&mut self, shared: Shared) {
        self.arena.shared.push(shared);
    }

    /// The value with this number.
    pub(crate) fn kept(&self, number: u64) -> Result<&Shared, Damaged> {
        self.arena
            .shared
            .get(usize::try_from(number).map_err(|_| Damaged)?)
            .ok_or(Damaged)
    }
}
