//! The kind of request that a read or write of one item belongs to.

/// The kind of request. The service uses different error texts and sizes for the same fault by this kind
/// (observed: words-by-operation).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Origin {
    /// A request for one item: GetItem, PutItem, UpdateItem, DeleteItem.
    Single,
    /// A single statement, or a statement of a batch or transaction.
    Statement,
    /// BatchGetItem and BatchWriteItem.
    Batch,
    /// TransactGetItems and TransactWriteItems.
    Transaction,
}
