//! Fingerprints: whether two things print the same, without keeping the first.
//!
//! Must not know what a request or a state is.

use std::fmt::{self, Write as _};

const FNV_OFFSET: u128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d;
const FNV_PRIME: u128 = 0x0000_0000_0100_0000_0000_0000_0000_013b;

/// FNV-1a with 128 bits, over text.
struct Fingerprint(u128);

impl fmt::Write for Fingerprint {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for byte in text.bytes() {
            self.0 = (self.0 ^ u128::from(byte)).wrapping_mul(FNV_PRIME);
        }
        Ok(())
    }
}

/// The same for things that print the same, and hardly ever for others.
pub(crate) fn fingerprint(thing: &impl fmt::Debug) -> u128 {
    let mut fingerprint = Fingerprint(FNV_OFFSET);
    // Hashing cannot fail.
    let _ = write!(fingerprint, "{thing:?}");
    fingerprint.0
}
