//! Checks `Select` against the other parameters of a Query or Scan.

use super::members::refusal;
use crate::error::{ServiceError, ValidationError};
use crate::json::tape::Node;
use crate::operation::Operation;
use crate::reader::Reader;
use crate::rejection::Rejection;
use crate::shape::Select;

/// Refuses a `Select` that contradicts the projection or the index.
pub(crate) fn check_select(reader: Reader, root: Node<'_>) -> Result<(), Rejection> {
    let select = root.member("Select").and_then(Node::text).and_then(Select::from_wire);
    // The parameter that lists the attributes to return.
    let picked = ["ProjectionExpression", "AttributesToGet"]
        .into_iter()
        .find(|name| root.member(name).is_some());
    let error = match (select, picked) {
        (Some(Select::SpecificAttributes), None) => ValidationError::SelectWithoutProjection,
        (Some(select), Some(parameter)) if select != Select::SpecificAttributes => {
            let choice = if select == Select::Count {
                "only the Count"
            } else {
                select.as_str()
            };
            ValidationError::SelectWithProjection { parameter, choice }
        }
        (Some(Select::AllProjectedAttributes), _) if root.member("IndexName").is_none() => {
            ValidationError::ProjectedWithoutIndex
        }
        _ => return Ok(()),
    };
    // The errors of reads that have the prefix of the writes (observed: select-prefix).
    Err(match reader.operation {
        Operation::Query => refusal(format!("1 validation error detected: {error}")),
        _ => ServiceError::Validation(error).into(),
    })
}
