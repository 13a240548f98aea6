//! Parameters of statements.
//!
//! An invalid value refuses a request before its statement is read. In a batch it refuses only its own statement
//! (observed: statement-parameters).

use hashrange_values::AttributeValue;

use super::members::{refusal, wrong_kind};
use crate::json::tape::Node;
use crate::json::value::{Located, ValueFault, read_value};
use crate::rejection::Rejection;

pub(crate) fn parameters(node: Node<'_>) -> Result<Vec<AttributeValue>, Rejection> {
    read_parameters(node).map_err(|located| match located.fault {
        ValueFault::Mistyped => wrong_kind(located.node),
        fault => refusal(fault.to_string()),
    })
}

pub(crate) fn read_parameters(node: Node<'_>) -> Result<Vec<AttributeValue>, Located<'_>> {
    if !node.is_list() {
        return Err(Located {
            fault: ValueFault::Mistyped,
            node,
        });
    }
    node.elements()
        .map(|element| read_value(element, 0).map_err(Located::counted_in_32_bits))
        .collect()
}
