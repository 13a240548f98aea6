//! What kind of request a read or write of one item is part of.

/// The kind of request. The service words and measures the same faults differently by it (observed).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Origin {
    /// A request of its own: GetItem, PutItem, UpdateItem, DeleteItem.
    Single,
    /// A statement on its own, or in a batch of statements.
    Statement,
    /// BatchGetItem and BatchWriteItem.
    Batch,
    /// TransactGetItems, TransactWriteItems and transactions of statements.
    Transaction,
}
