//! Fingerprints: whether two things print the same, without keeping the first.
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

/// The same for things that print the same, and hardly ever for others.
pub(crate) fn fingerprint(thing: &impl fmt::Debug) -> u128 {
    let mut fingerprint = Fingerprint::default();
    // Hashing cannot fail.
    let _ = write!(fingerprint, "{thing:?}");
    fingerprint.0.value()
}
