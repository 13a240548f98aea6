//! Two ages of the service's code that reads requests, as its words tell them apart.

use crate::request::Operation;

/// The message as the operation sends it: behind `1 validation error detected: ` on PutItem, UpdateItem and DeleteItem,
/// as it is on every other operation (observed). Only for the refusals that take the prefix at all: empty or duplicate
/// sets, bad numbers, `NULL: false`, nesting of a request's values, syntax and size of expressions, redundant
/// parentheses, misuse of expression parameters, malformed `Expected`, `ReturnValues`.
#[must_use]
pub fn enveloped(operation: Operation, message: String) -> String {
    if has_envelope(operation) { format!("1 validation error detected: {message}") } else { message }
}

/// True for the operations that use the prefix.
pub(crate) fn has_envelope(operation: Operation) -> bool {
    matches!(operation, Operation::PutItem | Operation::UpdateItem | Operation::DeleteItem)
}

/// True for the operations whose values are read by the newer code (observed).
pub(crate) fn reads_anew(operation: Operation) -> bool {
    has_envelope(operation) || matches!(operation, Operation::GetItem | Operation::BatchGetItem | Operation::Query)
}
