//! `ExclusiveStartKey`, whose values have their own error texts.

use hashrange_values::Item;

use super::members::{refusal, wrong_kind};
use crate::json::tape::Node;
use crate::json::value::{Located, ValueFault, read_map};
use crate::reader::Reader;
use crate::rejection::Rejection;

/// Reads the ExclusiveStartKey.
pub(crate) fn start_key(reader: Reader, node: Node<'_>) -> Result<Item, Rejection> {
    read_map(node, 0).map_err(|located| match located.found_by(reader) {
        Located {
            fault: ValueFault::Mistyped,
            node,
        } => wrong_kind(node),
        // A Query's newer code refuses duplicates before it knows the purpose of the value
        // (observed: words-by-operation).
        Located {
            fault: fault @ ValueFault::Duplicates { .. },
            ..
        } if reader.is_newer() => refusal(fault.text(reader)),
        Located { fault, .. } => refusal(format!("The provided starting key is invalid: {fault}")),
    })
}
