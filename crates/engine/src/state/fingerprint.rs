//! Fingerprints detect whether two values print the same, without storing the first value.
//!
//! Must not know what a request or a state is.

use std::fmt::{self, Write as _};

use hashrange_checkpoint::Digest;

/// A digest of text.
#[derive(Default)]
struct Fingerprint(Digest);

impl fmt::Write for Fingerprint {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0.take(text.as_bytes());
        Ok(())
    }
}

/// Equal for values that print the same, and different for almost all others.
pub(crate) fn fingerprint(thing: &impl fmt::Debug) -> u128 {
    let mut fingerprint = Fingerprint::default();
    // Hashing cannot fail.
    let _ = write!(fingerprint, "{thing:?}");
    fingerprint.0.value()
}
