//! Why a text is not read as a link, or none is made.
//!
//! Must not know who is told.

use std::fmt;

/// Why there is no link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LinkError {
    /// The text is something else.
    NotALink,
    /// A later program made it, in a format this one does not know.
    Newer {
        /// The version of the format.
        version: u8,
    },
    /// Letters were changed, or the end is missing.
    Damaged,
    /// It has more characters than fit, or stands for more bytes than are taken in.
    TooLong,
    /// It asks for more work than a link may.
    TooMuch,
}

impl fmt::Display for LinkError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotALink => out.write_str("This is no link to a workspace or an assignment."),
            Self::Newer { version } => write!(
                out,
                "This link was made by a newer version (format {version}). Reload the page to get that version, then open the link again."
            ),
            Self::Damaged => out.write_str(
                "This link is damaged: letters were changed, or a chat program cut off its end. Ask for it again.",
            ),
            Self::TooLong => out.write_str("This link is too long: it holds more than a page takes in."),
            Self::TooMuch => out.write_str("This link asks for more work than a link may."),
        }
    }
}

impl std::error::Error for LinkError {}
