//! The cost that a request reports, and the requested level of detail.

use hashrange_values::AttributeValue;
use litemap::LiteMap;

use super::closed_set::closed_set;

closed_set! {
    /// How much of the consumed capacity to report.
    ReturnConsumedCapacity {
        /// The total, and the units of the table and of each charged index.
        Indexes = "INDEXES",
        /// The total only.
        Total = "TOTAL",
        /// Nothing.
        None = "NONE",
    }
}

closed_set! {
    /// Whether a write reports the size of its item collection. Only for tables with local secondary indexes.
    ReturnItemCollectionMetrics {
        /// The estimated range of the size.
        Size = "SIZE",
        /// Nothing.
        None = "NONE",
    }
}

closed_set! {
    /// The name of the member that repeats the units of a transaction.
    UnitsName {
        /// Read units.
        Read = "ReadCapacityUnits",
        /// Write units.
        Write = "WriteCapacityUnits",
    }
}

/// The capacity units that a request consumed. Half units are possible.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ConsumedCapacity {
    /// The table as the caller named it.
    pub table_name: String,
    /// The sum for the table and all indexes.
    pub capacity_units: f64,
    /// The table's own units. Only with `INDEXES`.
    pub table: Option<f64>,
    /// The units of each charged local secondary index. Only with `INDEXES`.
    pub local_secondary_indexes: LiteMap<String, f64>,
    /// The units of each charged global secondary index. Only with `INDEXES`.
    pub global_secondary_indexes: LiteMap<String, f64>,
    /// Bytes charged for writes of each vector index. Only with `INDEXES`, and not part of the sum
    /// (observed: vector-write-bytes).
    pub vector_write_bytes: LiteMap<String, u64>,
    /// The name of the member that repeats the units at every level. Only for transactions.
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
