//! The digest of bytes: one number for all of them.
//!
//! FNV-1a of 128 bits: the same on every target; compare it only between programs of one version. Must not store the
//! bytes.

const OFFSET: u128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d;
const PRIME: u128 = 0x0000_0000_0100_0000_0000_0000_0000_013b;

/// A digest of the bytes read so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Digest(u128);

impl Default for Digest {
    fn default() -> Self {
        Self(OFFSET)
    }
}

impl Digest {
    /// Adds more bytes.
    pub fn take(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u128::from(*byte)).wrapping_mul(PRIME);
        }
    }

    /// The digest of all of them.
    #[must_use]
    pub fn value(self) -> u128 {
        self.0
    }
}
