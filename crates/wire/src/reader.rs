//! The two readers of requests in the service, an older and a newer one. Their error texts differ.
//!
//! Must not know the content of a request.

use crate::operation::Operation;

/// The message as the operation sends it: after `1 validation error detected: ` on PutItem, UpdateItem and DeleteItem,
/// unchanged on every other operation (observed: validation-envelope). Only these refusals have the prefix: empty or
/// duplicate sets, bad numbers, `NULL: false`, nesting of a request's values, syntax and size of expressions; redundant
/// parentheses, misuse of expression parameters, malformed `Expected`, `ReturnValues`.
#[must_use]
pub fn enveloped(operation: Operation, message: String) -> String {
    Reader::of(operation).enveloped(message)
}

/// The code that reads an operation's request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Reader {
    /// The requested operation.
    pub(crate) operation: Operation,
    /// Whether the older code reads the body, because the newer code could not.
    pub(crate) is_second: bool,
    /// Whether it reads responses, not requests.
    pub(crate) is_of_responses: bool,
}

impl Reader {
    /// The reader that first reads an operation's requests.
    pub(crate) fn of(operation: Operation) -> Self {
        Self {
            operation,
            is_second: false,
            is_of_responses: false,
        }
    }

    /// The reader of responses. The texts of its errors are those of GetItem.
    pub(crate) fn of_responses() -> Self {
        Self {
            is_of_responses: true,
            ..Self::of(Operation::GetItem)
        }
    }

    /// The reader of requests that the first reader cannot read: bodies nested too deep, updates without a key
    /// (inferred: second-reader-rule, from the texts of the refusals, which are observed: deep-requests).
    pub(crate) fn second(operation: Operation) -> Self {
        Self {
            is_second: true,
            ..Self::of(operation)
        }
    }

    /// True for the newer code, which has different error texts for values (observed: words-by-operation).
    pub(crate) fn is_newer(self) -> bool {
        let reads = matches!(
            self.operation,
            Operation::GetItem | Operation::BatchGetItem | Operation::Query
        );
        self.has_envelope() || reads && !self.is_second
    }

    /// True for the older code, as far as it is known (observed: words-by-operation).
    pub(crate) fn is_older(self) -> bool {
        use Operation::{BatchWriteItem, Scan, TransactGetItems, TransactWriteItems};
        self.is_second
            || matches!(
                self.operation,
                BatchWriteItem | Scan | TransactGetItems | TransactWriteItems
            )
    }

    /// True for the newer code of single-item writes, which adds a prefix to its error messages.
    pub(crate) fn has_envelope(self) -> bool {
        let writes = matches!(
            self.operation,
            Operation::PutItem | Operation::UpdateItem | Operation::DeleteItem
        );
        writes && !self.is_second
    }

    /// The message, after the prefix if this code adds one.
    pub(crate) fn enveloped(self, message: String) -> String {
        if self.has_envelope() {
            format!("1 validation error detected: {message}")
        } else {
            message
        }
    }
}
