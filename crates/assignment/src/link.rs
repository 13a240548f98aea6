//! An assignment as the text of a link: what learners get of it, packed.
//!
//! Must not know where a link leads.

use hashrange_link::{LinkError, pack, unpack};

use crate::{Assignment, NotAssignment};

/// Why there is no link to an assignment, or no assignment in a link.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum NotHandedOut {
    /// The text of the link cannot be unpacked, or would be too long.
    #[error(transparent)]
    Link(#[from] LinkError),
    /// What is in it is no assignment.
    #[error(transparent)]
    Text(#[from] NotAssignment),
}

/// The text of a link for learners, without the solution.
///
/// # Errors
/// When the text is no assignment, or too long for a link.
pub fn handed_out(text: &str) -> Result<String, NotHandedOut> {
    Ok(pack(Assignment::read(text)?.text().as_bytes())?)
}

/// The assignment's text in such a link.
///
/// # Errors
/// When it cannot be unpacked, or holds no assignment.
pub fn received(link: &str) -> Result<String, NotHandedOut> {
    let text = String::from_utf8(unpack(link)?).map_err(|_| LinkError::NotALink)?;
    Ok(Assignment::read(&text)?.text().to_owned())
}
