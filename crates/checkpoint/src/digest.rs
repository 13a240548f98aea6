//! The digest of a state: one number for what a checkpoint would say, whoever shares what.
//!
//! FNV-1a of 128 bits: the same on every target, and only meant to be compared between programs of one version. Must not keep the
//! bytes.

use crate::Writer;

const OFFSET: u128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d;
const PRIME: u128 = 0x0000_0000_0100_0000_0000_0000_0000_013b;

/// A digest of bytes, as far as they have come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Digest(u128);

impl Default for Digest {
    fn default() -> Self {
        Self(OFFSET)
    }
}

impl Digest {
    /// Takes in more bytes.
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
