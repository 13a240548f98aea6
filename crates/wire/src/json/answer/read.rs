//! Reads the body of a response.
//!
//! Must not know any single response.

use crate::answer_error::AnswerError;
use crate::json::tape::{Node, Tape};
use crate::operation::body::Members;
use crate::operation::told;
use crate::reader::Reader;

/// Reads the members of a response from the object under these names. `needed` are members that the object must have.
pub(crate) fn read_answer(
    answer: &mut dyn Members,
    body: &[u8],
    within: &[&'static str],
    needed: &[&'static str],
) -> Result<(), AnswerError> {
    let tape = Tape::parse_bytes(body).map_err(|error| AnswerError::NotJson(error.reason))?;
    let mut node = tape.root();
    for &name in within {
        node = member(node, name)?;
    }
    for &name in needed {
        member(node, name)?;
    }
    told::read(answer, Reader::of_responses(), node).map_err(|rejection| AnswerError::of(&rejection))
}

fn member<'t>(node: Node<'t>, name: &'static str) -> Result<Node<'t>, AnswerError> {
    node.member(name).ok_or(AnswerError::Missing(name))
}
