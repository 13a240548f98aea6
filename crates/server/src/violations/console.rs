//! What the command reads and says: files, the terminal, and a person's yes or no.
//!
//! Must not know what is read or asked.

use std::io::{self, BufRead as _, Write as _};
use std::path::Path;

use super::violation_error::ViolationError;

/// A file's text.
pub(super) fn read(path: &Path) -> Result<String, ViolationError> {
    #[allow(clippy::disallowed_methods, reason = "files are its business")]
    std::fs::read_to_string(path).map_err(|error| ViolationError::File { path: path.to_owned(), error })
}

/// Tells people how far it is.
pub(super) fn tell(line: &str) -> io::Result<()> {
    writeln!(io::stdout(), "{line}")
}

/// Asks a question of yes or no. Whatever is not yes is no, and so is the end of the input.
pub(super) fn confirmed(question: &str) -> io::Result<bool> {
    tell(question)?;
    io::stdout().flush()?;
    let mut answer = String::new();
    io::stdin().lock().read_line(&mut answer)?;
    Ok(answer.trim().eq_ignore_ascii_case("y"))
}
