//! The kinds of requests within batches and transactions, and how many of them the service accepts.
//!
//! Must not know the members of a request.

use hashrange_wire::Operation;

/// A kind of request within a batch or a transaction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RowKind {
    /// Reads an item.
    Get,
    /// Writes an item.
    Put,
    /// Changes an item.
    Update,
    /// Deletes an item.
    Delete,
    /// Checks a condition on an item.
    ConditionCheck,
}

impl RowKind {
    const ALL: [Self; 5] = [Self::Get, Self::Put, Self::Update, Self::Delete, Self::ConditionCheck];

    /// Its name.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Get => "Get",
            Self::Put => "Put",
            Self::Update => "Update",
            Self::Delete => "Delete",
            Self::ConditionCheck => "ConditionCheck",
        }
    }

    /// The kind with this name.
    #[must_use]
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.word() == word)
    }

    /// The member that names the item.
    #[must_use]
    pub fn target(self) -> &'static str {
        if self == Self::Put { "Item" } else { "Key" }
    }
}

/// The kinds that an operation has; none if it is no batch and no transaction of requests.
#[must_use]
pub fn kinds(operation: Operation) -> &'static [RowKind] {
    match operation {
        Operation::BatchGetItem | Operation::TransactGetItems => &[RowKind::Get],
        Operation::BatchWriteItem => &[RowKind::Put, RowKind::Delete],
        Operation::TransactWriteItems => &[RowKind::Put, RowKind::Update, RowKind::Delete, RowKind::ConditionCheck],
        _ => &[],
    }
}

/// Whether the requests are independent of each other, and grouped by table.
#[must_use]
pub fn is_batch(operation: Operation) -> bool {
    matches!(operation, Operation::BatchGetItem | Operation::BatchWriteItem)
}

/// The most requests that the service accepts at once (documented: limits-batches).
#[must_use]
pub fn most(operation: Operation) -> usize {
    if operation == Operation::BatchWriteItem {
        25
    } else {
        100
    }
}
