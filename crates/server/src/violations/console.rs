//! Input and output of the command: files, the terminal, and yes-or-no questions.
//!
//! Must not know the content.

use std::io::{self, BufRead as _, Write as _};
use std::path::Path;

use super::violation_error::ViolationError;

/// A file's text.
pub(super) fn read(path: &Path) -> Result<String, ViolationError> {
    #[allow(clippy::disallowed_methods, reason = "files are its business")]
    std::fs::read_to_string(path).map_err(|error| ViolationError::File {
        path: path.to_owned(),
        error,
    })
}

/// Prints a progress message.
pub(super) fn print_line(line: &str) -> io::Result<()> {
    writeln!(io::stdout(), "{line}")
}

/// Asks a yes-or-no question. Anything except yes means no, and so does the end of the input.
pub(super) fn confirmed(question: &str) -> io::Result<bool> {
    print_line(question)?;
    io::stdout().flush()?;
    let mut answer = String::new();
    io::stdin().lock().read_line(&mut answer)?;
    Ok(answer.trim().eq_ignore_ascii_case("y"))
}
