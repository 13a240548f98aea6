//! Tables and indexes that are missing or busy.

/// Something the request names is not there.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ResourceNotFound {
    /// The control plane names the table it misses.
    #[error("Requested resource not found: Table: {table} not found")]
    Table {
        /// The name asked for.
        table: String,
    },
    /// The data plane does not. Also for a table that is still being created (documented).
    #[error("Requested resource not found")]
    Unnamed,
}

/// A table or index whose state forbids the request.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ResourceInUse {
    /// CreateTable under a name that is taken.
    #[error("Table already exists: {table}")]
    TableExists {
        /// The name asked for.
        table: String,
    },
    /// A change to a table that is being created.
    #[error("Attempt to change a resource which is still in use: Table is being created: {table}")]
    BeingCreated {
        /// The table.
        table: String,
    },
    /// A change to a table that is being deleted (observed; the documentation knows no error here).
    #[error("Attempt to change a resource which is still in use: Table is being deleted: {table}")]
    BeingDeleted {
        /// The table.
        table: String,
    },
}
