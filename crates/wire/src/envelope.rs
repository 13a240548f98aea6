//! The prefix that PutItem and UpdateItem put before some of their refusals.

use crate::request::Operation;

/// The message as the operation sends it: behind `1 validation error detected: ` on PutItem and UpdateItem, as it is
/// on every other operation (observed). Only for the refusals that take the prefix at all: empty or duplicate sets,
/// `NULL: false`, nesting of a request's values, syntax and size of expressions, redundant parentheses, misuse of
/// expression parameters, `ReturnValues`.
#[must_use]
pub fn enveloped(operation: Operation, message: String) -> String {
    if has_envelope(operation) { format!("1 validation error detected: {message}") } else { message }
}

/// True for the operations that use the prefix.
pub(crate) fn has_envelope(operation: Operation) -> bool {
    matches!(operation, Operation::PutItem | Operation::UpdateItem)
}
