//! Progress messages for the user.

use std::io::{self, Write as _};

/// Prints a progress message.
pub(super) fn print_line(line: &str) -> io::Result<()> {
    writeln!(io::stderr(), "{line}")
}
