//! The dimensions of a metric: a table, an index, an operation, or the account.
//!
//! Must not know metrics.

use hashrange_values::Text;
use hashrange_wire::Operation;

/// The dimensions of a metric. A metric without dimensions belongs to the account.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Dimensions {
    /// `TableName`.
    pub table: Option<Text>,
    /// `GlobalSecondaryIndexName`, or `VectorIndexName` for the bytes of a vector index (documented: vector-metrics).
    pub index: Option<Text>,
    /// `Operation`.
    pub operation: Option<Operation>,
}

hashrange_checkpoint::fields!(Dimensions {
    table,
    index,
    operation
});

impl Dimensions {
    /// The dimensions of a table itself.
    #[must_use]
    pub fn table(table: &Text) -> Self {
        Self {
            table: Some(table.clone()),
            ..Self::default()
        }
    }

    /// The dimensions of a table, or of one of its global or vector indexes.
    #[must_use]
    pub fn resource(table: &Text, index: Option<&Text>) -> Self {
        Self {
            index: index.cloned(),
            ..Self::table(table)
        }
    }

    /// The dimensions of an operation on a table.
    #[must_use]
    pub fn operation(table: &Text, operation: Operation) -> Self {
        Self {
            operation: Some(operation),
            ..Self::table(table)
        }
    }
}
