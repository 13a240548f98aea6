//! The reasons why a text is not a valid link, or why a link cannot be created.
//!
//! Must not know who reads the error.

use std::fmt;

use crate::Excess;

/// The reason why there is no link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LinkError {
    /// The text is something else.
    NotALink,
    /// A later version created the link in an unknown format.
    Newer {
        /// The version of the format.
        version: u8,
    },
    /// Characters were changed, or the end is missing.
    Damaged,
    /// It has more characters than the limit, or expands to more bytes than the limit.
    TooLong,
    /// It contains more of something than a link may contain.
    TooMuch(Excess),
}

impl fmt::Display for LinkError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotALink => out.write_str("This is not a link to a workspace or an assignment."),
            Self::Newer { version } => write!(
                out,
                "This link was made by a newer version (format {version}). Reload the page to get that version, then open the link again."
            ),
            Self::Damaged => out.write_str(
                "This link is damaged: characters were changed, or a chat program cut off its end. Ask for the link again.",
            ),
            Self::TooLong => out.write_str("This link is too long: it contains more than the page accepts."),
            Self::TooMuch(excess) => write!(out, "This link contains more than the page accepts: {excess}."),
        }
    }
}

impl std::error::Error for LinkError {}

impl From<Excess> for LinkError {
    fn from(excess: Excess) -> Self {
        Self::TooMuch(excess)
    }
}
