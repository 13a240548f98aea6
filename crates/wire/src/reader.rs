//! Who reads a request: the service has code of two ages for it, which its words tell apart.
//!
//! Must not know what a request holds.

use crate::operation::Operation;

/// The message as the operation sends it: behind `1 validation error detected: ` on PutItem, UpdateItem and DeleteItem,
/// as it is on every other operation (observed). Only for the refusals that take the prefix at all: empty or duplicate
/// sets, bad numbers, `NULL: false`, nesting of a request's values, syntax and size of expressions, redundant
/// parentheses, misuse of expression parameters, malformed `Expected`, `ReturnValues`.
#[must_use]
pub fn enveloped(operation: Operation, message: String) -> String {
    Reader::of(operation).enveloped(message)
}

/// The code that reads an operation's request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Reader {
    /// What is asked for.
    pub(crate) operation: Operation,
    /// The newer code could not read the body and left it to the older.
    pub(crate) is_second: bool,
}

impl Reader {
    /// The code that an operation's requests come to first.
    pub(crate) fn of(operation: Operation) -> Self {
        Self { operation, is_second: false }
    }

    /// The code that gets what the first could not read: bodies nested too deep, updates without a key (inferred from
    /// the words of the refusals, which are observed).
    pub(crate) fn second(operation: Operation) -> Self {
        Self { operation, is_second: true }
    }

    /// True for newer code, whose words for values are others (observed).
    pub(crate) fn is_newer(self) -> bool {
        let reads = matches!(self.operation, Operation::GetItem | Operation::BatchGetItem | Operation::Query);
        self.has_envelope() || reads && !self.is_second
    }

    /// True for the older code, as far as it is known (observed).
    pub(crate) fn is_older(self) -> bool {
        use Operation::{BatchWriteItem, Scan, TransactGetItems, TransactWriteItems};
        self.is_second || matches!(self.operation, BatchWriteItem | Scan | TransactGetItems | TransactWriteItems)
    }

    /// True for the newer code of the writes of one item, which puts a prefix before its refusals.
    pub(crate) fn has_envelope(self) -> bool {
        let writes = matches!(self.operation, Operation::PutItem | Operation::UpdateItem | Operation::DeleteItem);
        writes && !self.is_second
    }

    /// The message behind the prefix, if there is one.
    pub(crate) fn enveloped(self, message: String) -> String {
        if self.has_envelope() { format!("1 validation error detected: {message}") } else { message }
    }
}
