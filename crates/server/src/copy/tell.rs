//! What people are told while it goes on.

use std::io::{self, Write as _};

/// Tells people how far it is.
pub(super) fn tell(line: &str) -> io::Result<()> {
    writeln!(io::stderr(), "{line}")
}
