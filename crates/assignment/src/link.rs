//! An assignment as the text of a link: what learners get of it, packed.
//!
//! Must not know where a link leads.

use hashrange_journal::{LinkError, from_link, to_link};

use crate::{Assignment, NotAssignment};

/// Most bytes of a lesson's file.
const MOST_BYTES: usize = 400 * 1024;

/// Why the text of a link is no assignment.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum NotReceived {
    /// It cannot be unpacked.
    #[error("This link is incomplete or was changed: {0}.")]
    Link(LinkError),
    /// What is in it is no assignment.
    #[error(transparent)]
    Text(#[from] NotAssignment),
}

/// The text of a link for learners, without the solution.
///
/// # Errors
/// When the text is no assignment.
pub fn handed_out(text: &str) -> Result<String, NotAssignment> {
    Assignment::read(text).map(|assignment| to_link(assignment.text().as_bytes()))
}

/// The assignment's text in such a link.
///
/// # Errors
/// When it cannot be unpacked, or holds no assignment.
pub fn received(link: &str) -> Result<String, NotReceived> {
    let bytes = from_link(link, MOST_BYTES).map_err(NotReceived::Link)?;
    let text = String::from_utf8(bytes).map_err(|_| NotReceived::Link(LinkError::Damaged))?;
    Ok(Assignment::read(&text)?.text().to_owned())
}
