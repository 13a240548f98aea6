//! Errors of a statement that depend on its tables, or on other statements of the request.
//!
//! The crate `partiql` supplies the texts of errors within a statement.

use hashrange_values::Text;

/// A statement that contradicts its table, or that its request does not allow. Texts marked *emulator* were recorded on
/// an emulator only, the others on the service.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StatementFault {
    /// An invalid table name; emulator.
    #[error("Table name should be within the length [3, 255] and only contain 'a-z', 'A-Z', '0-9', '-', '_', '.'.")]
    TableName,
    /// The table has no such index. Unlike the text for a Query, this text does not name the index.
    #[error("The table does not have the specified index")]
    NoSuchIndex,
    /// An index with several partition or sort key attributes.
    #[error(
        "PartiQL statements cannot be executed on tables with multi-attribute HASH keys or multi-attribute RANGE keys."
    )]
    ManyKeyAttributes,
    /// A strongly consistent read of a global secondary index.
    #[error("Strongly consistent read is not supported on Global Secondary Indexes")]
    ConsistentRead,
    /// A write whose condition does not identify an item.
    #[error("Where clause does not contain a mandatory equality on all key attributes")]
    NoKey,
    /// A write whose condition identifies two items.
    #[error("Multiple conditions on same key {0}. Only single item Update/Insert/Delete are supported")]
    TwoKeys(Text),
    /// A value of a type that no key can have.
    #[error("Key value must be of type S, N, or B. Key name: {name}, Key type: {kind}")]
    NoKeyType {
        /// The key attribute.
        name: Text,
        /// The value's type.
        kind: &'static str,
    },
    /// A value whose type differs from the key's.
    #[error("Key attribute's data type should match its data type in table's schema: Key {0}")]
    KeyType(Text),
    /// An inserted item without one of its key attributes; emulator.
    #[error("Key attribute should be present in the item: Key {0}")]
    KeyMissing(Text),
    /// A condition that needs more than 50 reads.
    #[error("Too many decomposed read operations for a given query.")]
    TooManyReads,
    /// A condition with branches that read the same items.
    #[error("Overlapping conditions with range keys are not supported in where clause")]
    Overlap,
    /// `ORDER BY` without a condition.
    #[error("Must have WHERE clause in the statement when using ORDER BY clause.")]
    OrderWithoutCondition,
    /// `ORDER BY` an attribute that is not a key.
    #[error("Attribute {0} in ORDER BY clause must be part of the primary key")]
    OrderByOther(Text),
    /// `ORDER BY` without a condition on the partition key.
    #[error("Must have at least one non-optional hash key condition in WHERE clause when using ORDER BY clause.")]
    OrderOfAll,
    /// `ORDER BY` the sort key for items of several partitions.
    #[error("Must have hash key in ORDER BY clause when more than one hash key condition specified in WHERE clause.")]
    OrderOfSeveral,
    /// An invalid token.
    #[error("Invalid NextToken")]
    Token,
    /// A token from another statement.
    #[error("NextToken does not match request")]
    TokenOfOther,
    /// An item that nests too deeply after an update.
    #[error("Nesting Levels have exceeded supported limits")]
    Nesting,

    /// `EXISTS` outside a transaction that writes.
    #[error("EXISTS can only be used in ExecuteTransaction write requests.")]
    Exists,
    /// A batch with reads and writes.
    #[error("Read and write requests together in the same batch is not supported.")]
    BatchMixed,
    /// A `SELECT` in a batch that does not select one item by its primary key.
    #[error("Select statements within BatchExecuteStatement must specify the primary key in the where clause.")]
    BatchSelect,
    /// A transaction with reads and writes.
    #[error("ExecuteTransaction API does not support both read and write operations in the same request.")]
    TransactionMixed,
    /// A `SELECT` in a transaction that does not select one item by its primary key.
    #[error("Select statements within ExecuteTransaction must specify the primary key in the where clause.")]
    TransactionSelect,
    /// A `SELECT` from an index in a transaction.
    #[error("Reads on indices are not supported within transactions.")]
    TransactionIndex,
    /// `EXISTS` on an index; emulator.
    #[error("Operations on indices are not supported in transactions")]
    ExistsIndex,
    /// `EXISTS` without a read of a single item and an additional condition.
    #[error("EXISTS() must contain a single item read with additional condition")]
    ExistsSelect,
    /// `RETURNING` in a transaction.
    #[error("RETURNING clause is not supported in ExecuteTransaction.")]
    TransactionReturning,
}
