//! An assignment as the text of a link: the packed text for learners.
//!
//! Must not know where a link leads.

use hashrange_link::{LinkError, decode, encode};

use crate::{Assignment, NotAssignment};

/// Why a link to an assignment cannot be created or read.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum NotHandedOut {
    /// The text of the link cannot be unpacked, or would be too long.
    #[error(transparent)]
    Link(#[from] LinkError),
    /// Its content is not an assignment.
    #[error(transparent)]
    Text(#[from] NotAssignment),
}

/// The text of a link for learners, without the solution.
///
/// # Errors
/// When the text is not an assignment, or too long for a link.
pub fn handed_out(text: &str) -> Result<String, NotHandedOut> {
    Ok(encode(Assignment::read(text)?.text().as_bytes())?)
}

/// The assignment's text in such a link.
///
/// # Errors
/// When it cannot be unpacked, or does not contain an assignment.
pub fn received(link: &str) -> Result<String, NotHandedOut> {
    let text = String::from_utf8(decode(link)?).map_err(|_| LinkError::NotALink)?;
    Ok(Assignment::read(&text)?.text().to_owned())
}
