//! Writes and reads numbers and texts as bytes. A number has seven bits in each byte, lowest bits first.
//!
//! Must not know their meaning. Invalid bytes are reported as damage.

use crate::LinkError;

/// A buffer for writing.
#[derive(Default)]
pub(crate) struct Out(pub(crate) Vec<u8>);

impl Out {
    pub(crate) fn number(&mut self, mut number: u64) {
        while number >= 0x80 {
            self.0.push(number.to_le_bytes()[0] | 0x80);
            number >>= 7;
        }
        self.0.push(number.to_le_bytes()[0]);
    }

    /// Writes the signed difference from one number to another. It is short if they are near.
    pub(crate) fn way(&mut self, from: u64, to: u64) {
        let way = to.wrapping_sub(from).cast_signed();
        self.number(((way << 1) ^ (way >> 63)).cast_unsigned());
    }

    pub(crate) fn bytes(&mut self, bytes: &[u8]) {
        self.number(bytes.len() as u64);
        self.0.extend_from_slice(bytes);
    }
}

/// The remaining bytes while reading.
#[derive(Clone, Copy)]
pub(crate) struct In<'a>(pub(crate) &'a [u8]);

impl<'a> In<'a> {
    pub(crate) fn byte(&mut self) -> Result<u8, LinkError> {
        let (first, rest) = self.0.split_first().ok_or(LinkError::Damaged)?;
        self.0 = rest;
        Ok(*first)
    }

    pub(crate) fn number(&mut self) -> Result<u64, LinkError> {
        let mut number = 0_u64;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            let bits = u64::from(byte & 0x7f);
            if (bits << shift) >> shift != bits {
                return Err(LinkError::Damaged);
            }
            number |= bits << shift;
            if byte < 0x80 {
                // Refuses a number with a zero byte at the end, because it has a shorter form.
                return if byte == 0 && shift > 0 {
                    Err(LinkError::Damaged)
                } else {
                    Ok(number)
                };
            }
        }
        Err(LinkError::Damaged)
    }

    /// Reads a difference, and returns the number at this distance from `from`.
    pub(crate) fn way(&mut self, from: u64) -> Result<u64, LinkError> {
        let way = self.number()?;
        Ok(from.wrapping_add((way >> 1) ^ (way & 1).wrapping_neg()))
    }

    pub(crate) fn bytes(&mut self) -> Result<&'a [u8], LinkError> {
        let length = self.number()?;
        self.take(length)
    }

    /// Reads the given number of bytes.
    pub(crate) fn take(&mut self, length: u64) -> Result<&'a [u8], LinkError> {
        let length = usize::try_from(length).map_err(|_| LinkError::Damaged)?;
        let (bytes, rest) = self.0.split_at_checked(length).ok_or(LinkError::Damaged)?;
        self.0 = rest;
        Ok(bytes)
    }

    pub(crate) fn text(&mut self) -> Result<String, LinkError> {
        text(self.bytes()?)
    }

    pub(crate) fn end(self) -> Result<(), LinkError> {
        if self.0.is_empty() {
            Ok(())
        } else {
            Err(LinkError::Damaged)
        }
    }
}

pub(crate) fn text(bytes: &[u8]) -> Result<String, LinkError> {
    std::str::from_utf8(bytes)
        .map(str::to_owned)
        .map_err(|_| LinkError::Damaged)
}
