//! What a request reports of its own cost, and how much of it the caller asked to be told.

use std::collections::BTreeMap;

use hashrange_values::AttributeValue;

use super::closed_set::closed_set;

closed_set! {
    /// How much of the consumed capacity the caller wants to see.
    ReturnConsumedCapacity {
        /// The total with an arm for the table and for each index charged.
        Indexes = "INDEXES",
        /// The total only.
        Total = "TOTAL",
        /// Nothing.
        None = "NONE",
    }
}

closed_set! {
    /// Whether a write tells the size of its item collection (tables with local secondary indexes only).
    ReturnItemCollectionMetrics {
        /// The estimated band.
        Size = "SIZE",
        /// Nothing.
        None = "NONE",
    }
}

closed_set! {
    /// The member that repeats the units of a transaction under a name of their own.
    UnitsName {
        /// Read units.
        Read = "ReadCapacityUnits",
        /// Write units.
        Write = "WriteCapacityUnits",
    }
}

/// Capacity units a request consumed. Units may be halves.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ConsumedCapacity {
    /// The table as the caller named it.
    pub table_name: String,
    /// Sum of all arms.
    pub capacity_units: f64,
    /// The table's own arm; only with `INDEXES`.
    pub table: Option<f64>,
    /// Arms of the local secondary indexes actually charged; only with `INDEXES`.
    pub local_secondary_indexes: BTreeMap<String, f64>,
    /// Arms of the global secondary indexes actually charged; only with `INDEXES`.
    pub global_secondary_indexes: BTreeMap<String, f64>,
    /// Bytes charged for writes of each vector index; only with `INDEXES`, and no part of the sum (observed).
    pub vector_write_bytes: BTreeMap<String, u64>,
    /// The name under which every level repeats its units; only of transactions.
    pub named: Option<UnitsName>,
}

hashrange_checkpoint::fields!(ConsumedCapacity {
    table_name,
    capacity_units,
    table,
    local_secondary_indexes,
    global_secondary_indexes,
    vector_write_bytes,
    named
});

/// Size estimate of one item collection.
#[derive(Clone, Debug, PartialEq)]
pub struct ItemCollectionMetrics {
    /// Name and value of the partition key.
    pub item_collection_key: (String, AttributeValue),
    /// Lower and upper bound in gigabytes.
    pub size_estimate_range_gb: (f64, f64),
}
