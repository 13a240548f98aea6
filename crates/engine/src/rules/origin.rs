//! What kind of request a read or write of one item is part of.

/// The kind of request. The service words and measures the same faults differently by it (observed).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Origin {
    /// A request of its own: GetItem, PutItem, UpdateItem, DeleteItem.
    Single,
    /// A statement, on its own, in a batch or in a transaction of statements.
    Statement,
    /// BatchGetItem and BatchWriteItem.
    Batch,
    /// TransactGetItems and TransactWriteItems.
    Transaction,
}
