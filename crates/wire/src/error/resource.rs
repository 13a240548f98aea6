//! Tables and indexes that are missing or busy. Texts are observed: resource-messages, unless a comment states
//! otherwise.

use hashrange_values::Text;

use crate::shape::TableClass;

/// The request names something that does not exist.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ResourceNotFound {
    /// A missing table in a control plane operation. The text names the table.
    #[error("Requested resource not found: Table: {table} not found")]
    Table {
        /// The requested name.
        table: String,
    },
    /// A missing table in a data plane operation. The text names no table. Also for a table in CREATING
    /// (documented: error-handling).
    #[error("Requested resource not found")]
    Unnamed,
    /// UpdateTable of an index that the table does not have.
    #[error("Requested resource not found: Index {index} for table {table}")]
    Index {
        /// The table.
        table: Text,
        /// The requested name.
        index: String,
    },
    /// Contributor Insights of an index that the table does not have, or does not have yet.
    #[error("Requested resource not found: Index: {index} not found for table: {table}")]
    IndexOfInsights {
        /// The table.
        table: Text,
        /// The requested name.
        index: String,
    },
    /// A stream that no longer exists or never existed.
    #[error("Requested resource not found: Stream: {arn} not found")]
    Stream {
        /// The requested resource name.
        arn: String,
    },
    /// The same in a request for the stream's resource-based policy.
    #[error("Requested resource not found: Stream: {label} not found for Table: {table}")]
    StreamOfTable {
        /// The table's name.
        table: Text,
        /// The stream's label.
        label: Text,
    },
    /// A shard that no longer exists or never existed.
    #[error("Requested resource not found: Shard does not exist")]
    Shard,
    /// Tags of a table that does not exist.
    #[error("Requested resource not found: ResourceArn: {arn} not found")]
    Arn {
        /// The requested resource name.
        arn: String,
    },
}

/// A table or index whose state forbids the request.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ResourceInUse {
    /// CreateTable under a name that is taken.
    #[error("Table already exists: {table}")]
    TableExists {
        /// The requested name.
        table: String,
    },
    /// Another conflict with the resource's state.
    #[error("Attempt to change a resource which is still in use: {0}")]
    Busy(#[from] Busy),
}

/// Why a table or index cannot change now.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Busy {
    /// A change to a table that is being created.
    #[error("Table is being created: {0}")]
    Creating(Text),
    /// A table that is being restored (observed: restoring-table).
    #[error("Table is being used: {0}")]
    Restoring(Text),
    /// UpdateTimeToLive of a table that is being created. Its text has another word order.
    #[error("Table {0} is being created")]
    CreatingForExpiry(Text),
    /// A change to a table that is being deleted (observed: busy-tables; the documentation lists no error for this
    /// case).
    #[error("Table is being deleted: {0}")]
    Deleting(Text),
    /// DeleteTable of a table that is being changed.
    #[error("Table: {0} is in the process of being updated.")]
    Updating(Text),
    /// DeleteTable while a change of an index is pending.
    #[error("Cannot delete table while indexes are being created, updated, or deleted.")]
    Indexes,
    /// DeleteTable while a change of a stream is pending.
    #[error("Cannot delete table while stream is being enabled/disabled.")]
    StreamOfDeletion,
    /// DeleteTable while tags are being written.
    #[error("Table tags are being updated: {0}")]
    Tags(Text),
    /// DeleteTable while a resource-based policy is being written.
    #[error("Table: {0} has a pending resource-based policy update.")]
    PolicyOfDeletion(Text),
    /// A change of a resource-based policy while another one is being written.
    #[error("{kind} is pending previous resource-based policy update: {name}")]
    Policy {
        /// `Table` or `Stream`.
        kind: &'static str,
        /// The name of the table or stream.
        name: Text,
    },
    /// A change of throughput or billing while either is changing.
    #[error("Table IOPS are currently being updated. Table: {0}")]
    Rate(Text),
    /// Another change while throughput or billing is changing.
    #[error("Can't {change} while table IOPS are being updated. Table: {table}")]
    RateFor {
        /// The requested value.
        change: &'static str,
        /// The table.
        table: Text,
    },
    /// A stream while the stream is changing.
    #[error("A stream status change is currently in progress. Table: {table} Stream: {label} Operation: {operation}")]
    Stream {
        /// The table.
        table: Text,
        /// The stream's label.
        label: String,
        /// `ENABLE` or `DISABLE`.
        operation: &'static str,
    },
    /// Another change while the stream is changing.
    #[error(
        "Can't {change} when stream status is being updated. Table: {table} Stream: {label} Operation: {operation}"
    )]
    StreamFor {
        /// The requested value.
        change: &'static str,
        /// The table.
        table: Text,
        /// The stream's label.
        label: String,
        /// `ENABLE` or `DISABLE`.
        operation: &'static str,
    },
    /// Any change while the table class is changing.
    #[error(
        "Can't {change} when a table class update is in progress. Table: {table} TableClassUpdateInProgress: {class}"
    )]
    ClassFor {
        /// The requested value.
        change: &'static str,
        /// The table.
        table: Text,
        /// The future class.
        class: TableClass,
    },
    /// A change of the table while an index is created or deleted.
    #[error("Can't {change} when an index is being {stage}. Table: {table} Indexes: [{index}]")]
    IndexFor {
        /// The requested value.
        change: &'static str,
        /// `created` or `deleted`.
        stage: &'static str,
        /// The table.
        table: Text,
        /// The index.
        index: Text,
    },
    /// A change of an on-demand maximum while something else is changing.
    #[error("OnDemandThroughput cannot be updated while {0}")]
    OnDemand(String),
    /// A change of encryption while encryption is changing.
    #[error("Server-Side Encryption is still being updated")]
    Encryption,
    /// Deletion of an index whose resources are being allocated.
    #[error(
        "Index creation is in resource allocation phase. Retry deletion during backfilling phase or when the index is active. Table: {table} Index: {index}"
    )]
    IndexAllocating {
        /// The table.
        table: Text,
        /// The index.
        index: Text,
    },
    /// A change of an index whose resources are being allocated.
    #[error("Index is being created but is not backfilling yet. Table: {table} Index: {index}")]
    IndexNotBackfilling {
        /// The table.
        table: Text,
        /// The index.
        index: Text,
    },
    /// A change of an index that is being changed or deleted.
    #[error("Index is being {stage}. Table: {table} Index: {index}")]
    Index {
        /// `updated` or `deleted`.
        stage: &'static str,
        /// The table.
        table: Text,
        /// The index.
        index: Text,
    },
}

impl ResourceInUse {
    /// The error for a table that is being created.
    #[must_use]
    pub fn creating(table: &Text) -> Self {
        Busy::Creating(table.clone()).into()
    }

    /// The error for a table that is being restored.
    #[must_use]
    pub fn restoring(table: &Text) -> Self {
        Busy::Restoring(table.clone()).into()
    }

    /// The error for a table that is being deleted.
    #[must_use]
    pub fn deleting(table: &Text) -> Self {
        Busy::Deleting(table.clone()).into()
    }
}
