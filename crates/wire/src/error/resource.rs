//! Tables and indexes that are missing or busy. Texts are observed unless said otherwise.

use hashrange_values::Text;

use crate::shape::TableClass;

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
    /// UpdateTable of an index the table does not have.
    #[error("Requested resource not found: Index {index} for table {table}")]
    Index {
        /// The table.
        table: Text,
        /// The name asked for.
        index: String,
    },
    /// Contributor Insights of an index the table does not have, or not yet.
    #[error("Requested resource not found: Index: {index} not found for table: {table}")]
    IndexOfInsights {
        /// The table.
        table: Text,
        /// The name asked for.
        index: String,
    },
    /// A stream that is not there, or no longer.
    #[error("Requested resource not found: Stream: {arn} not found")]
    Stream {
        /// The resource name asked for.
        arn: String,
    },
    /// The same where a policy of it is asked for.
    #[error("Requested resource not found: Stream: {label} not found for Table: {table}")]
    StreamOfTable {
        /// The table's name.
        table: Text,
        /// The stream's.
        label: Text,
    },
    /// A shard that is not there, or no longer.
    #[error("Requested resource not found: Shard does not exist")]
    Shard,
    /// Tags of a table that is not there.
    #[error("Requested resource not found: ResourceArn: {arn} not found")]
    Arn {
        /// The resource name asked for.
        arn: String,
    },
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
    /// Anything else.
    #[error("Attempt to change a resource which is still in use: {0}")]
    Busy(#[from] Busy),
}

/// What keeps a table or index from being changed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Busy {
    /// A change to a table that is being created.
    #[error("Table is being created: {0}")]
    Creating(Text),
    /// A table that is being restored (observed).
    #[error("Table is being used: {0}")]
    Restoring(Text),
    /// UpdateTimeToLive of a table that is being created; the order of its words is its own.
    #[error("Table {0} is being created")]
    CreatingForExpiry(Text),
    /// A change to a table that is being deleted (observed; the documentation knows no error here).
    #[error("Table is being deleted: {0}")]
    Deleting(Text),
    /// DeleteTable of a table that is being changed.
    #[error("Table: {0} is in the process of being updated.")]
    Updating(Text),
    /// DeleteTable while an index is on its way.
    #[error("Cannot delete table while indexes are being created, updated, or deleted.")]
    Indexes,
    /// DeleteTable while a stream is on its way.
    #[error("Cannot delete table while stream is being enabled/disabled.")]
    StreamOfDeletion,
    /// DeleteTable while tags are being written.
    #[error("Table tags are being updated: {0}")]
    Tags(Text),
    /// DeleteTable while a resource-based policy is being written.
    #[error("Table: {0} has a pending resource-based policy update.")]
    PolicyOfDeletion(Text),
    /// A resource-based policy while another is being written.
    #[error("{kind} is pending previous resource-based policy update: {name}")]
    Policy {
        /// `Table` or `Stream`.
        kind: &'static str,
        /// Its name.
        name: Text,
    },
    /// Throughput or billing while either is changing.
    #[error("Table IOPS are currently being updated. Table: {0}")]
    Rate(Text),
    /// Something else while throughput or billing is changing.
    #[error("Can't {change} while table IOPS are being updated. Table: {table}")]
    RateFor {
        /// What was asked for.
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
    /// Something else while the stream is changing.
    #[error(
        "Can't {change} when stream status is being updated. Table: {table} Stream: {label} Operation: {operation}"
    )]
    StreamFor {
        /// What was asked for.
        change: &'static str,
        /// The table.
        table: Text,
        /// The stream's label.
        label: String,
        /// `ENABLE` or `DISABLE`.
        operation: &'static str,
    },
    /// Anything while the table class is changing.
    #[error(
        "Can't {change} when a table class update is in progress. Table: {table} TableClassUpdateInProgress: {class}"
    )]
    ClassFor {
        /// What was asked for.
        change: &'static str,
        /// The table.
        table: Text,
        /// The class to come.
        class: TableClass,
    },
    /// A change of the table while an index is created or deleted.
    #[error("Can't {change} when an index is being {stage}. Table: {table} Indexes: [{index}]")]
    IndexFor {
        /// What was asked for.
        change: &'static str,
        /// `created` or `deleted`.
        stage: &'static str,
        /// The table.
        table: Text,
        /// The index.
        index: Text,
    },
    /// A limit of on-demand throughput while something else is changing.
    #[error("OnDemandThroughput cannot be updated while {0}")]
    OnDemand(String),
    /// Encryption while encryption is changing.
    #[error("Server-Side Encryption is still being updated")]
    Encryption,
    /// Deleting an index whose resources are being allocated.
    #[error(
        "Index creation is in resource allocation phase. Retry deletion during backfilling phase or when the index is active. Table: {table} Index: {index}"
    )]
    IndexAllocating {
        /// The table.
        table: Text,
        /// The index.
        index: Text,
    },
    /// Changing an index whose resources are being allocated.
    #[error("Index is being created but is not backfilling yet. Table: {table} Index: {index}")]
    IndexNotBackfilling {
        /// The table.
        table: Text,
        /// The index.
        index: Text,
    },
    /// Changing an index that is being changed or deleted.
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
    /// A table that is being created.
    #[must_use]
    pub fn creating(table: &Text) -> Self {
        Busy::Creating(table.clone()).into()
    }

    /// A table that is being restored.
    #[must_use]
    pub fn restoring(table: &Text) -> Self {
        Busy::Restoring(table.clone()).into()
    }

    /// A table that is being deleted.
    #[must_use]
    pub fn deleting(table: &Text) -> Self {
        Busy::Deleting(table.clone()).into()
    }
}
