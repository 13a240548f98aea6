//! Metrics: what the cluster did, under the names CloudWatch has for it, and what its caches hold.
//!
//! Counted from the start, not by the minute. Must not know who looks.

macro_rules! metrics {
    ($($(#[$doc:meta])* $field:ident = $name:literal,)+) => {
        /// What the cluster did since it was made. All are counts but `evicted_size`, which is in bytes.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        pub struct Metrics { $($(#[$doc])* pub $field: u64,)+ }

        hashrange_checkpoint::fields!(Metrics { $($field),+ });

        impl Metrics {
            /// Every metric with its name in CloudWatch.
            pub fn named(&self) -> impl Iterator<Item = (&'static str, u64)> {
                [$(($name, self.$field),)+].into_iter()
            }
        }
    };
}

metrics! {
    /// Requests for items and for result sets, reads and writes; the management of tables is none of its business.
    total_request_count = "TotalRequestCount",
    /// GetItem requests.
    get_item_request_count = "GetItemRequestCount",
    /// BatchGetItem requests.
    batch_get_item_request_count = "BatchGetItemRequestCount",
    /// Query requests.
    query_request_count = "QueryRequestCount",
    /// Scan requests.
    scan_request_count = "ScanRequestCount",
    /// PutItem requests.
    put_item_request_count = "PutItemRequestCount",
    /// UpdateItem requests.
    update_item_request_count = "UpdateItemRequestCount",
    /// DeleteItem requests.
    delete_item_request_count = "DeleteItemRequestCount",
    /// BatchWriteItem requests.
    batch_write_item_request_count = "BatchWriteItemRequestCount",
    /// TransactGetItems requests.
    transact_get_items_count = "TransactGetItemsCount",
    /// TransactWriteItems requests.
    transact_write_items_count = "TransactWriteItemsCount",
    /// Items answered from the cache, also that there is none; each key of a batch counts.
    item_cache_hits = "ItemCacheHits",
    /// Items that a table was asked for.
    item_cache_misses = "ItemCacheMisses",
    /// Results of a Query answered from the cache.
    query_cache_hits = "QueryCacheHits",
    /// Results of a Query that a table was asked for.
    query_cache_misses = "QueryCacheMisses",
    /// Results of a Scan answered from the cache.
    scan_cache_hits = "ScanCacheHits",
    /// Results of a Scan that a table was asked for.
    scan_cache_misses = "ScanCacheMisses",
    /// Requests refused as the caller's fault; throttled ones are among them.
    error_request_count = "ErrorRequestCount",
    /// Requests that failed on the service's side.
    fault_request_count = "FaultRequestCount",
    /// Requests that were not answered: errors and faults.
    failed_request_count = "FailedRequestCount",
    /// Bytes crowded out to make room for others.
    evicted_size = "EvictedSize",
}

/// What a cluster did and holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// What it did.
    pub metrics: Metrics,
    /// The item cache.
    pub items: CacheReport,
    /// The query cache.
    pub queries: CacheReport,
    /// Bytes there is room for, in both together.
    pub memory_bytes: u64,
}

/// What a cache holds. Entries past their time are among them until they are replaced or crowded out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CacheReport {
    /// Items or result sets.
    pub entries: usize,
    /// Their bytes, keys included; items count as tables count them.
    pub bytes: u64,
}

impl Report {
    /// Bytes in both caches: the metric EstimatedDbSize.
    #[must_use]
    pub fn estimated_db_size(&self) -> u64 {
        self.items.bytes + self.queries.bytes
    }

    /// How much of the memory is taken, in percent: the metric CacheMemoryUtilization.
    #[must_use]
    #[allow(clippy::cast_precision_loss, reason = "a percentage for people")]
    pub fn cache_memory_utilization(&self) -> f64 {
        100.0 * self.estimated_db_size() as f64 / self.memory_bytes.max(1) as f64
    }
}
