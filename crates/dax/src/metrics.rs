//! Metrics: the cluster's counters, under their CloudWatch names, and the content of its caches.
//!
//! The counters start with the cluster; they are not per minute. Must not know who reads them.

macro_rules! metrics {
    ($($(#[$doc:meta])* $field:ident = $name:literal,)+) => {
        /// The cluster's counters since it was created. All are counts except `evicted_size`, which is in bytes.
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
    /// Reads and writes of items and result sets. Table management does not count.
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
    /// Items served from the cache, including cached absences; each key of a batch counts.
    item_cache_hits = "ItemCacheHits",
    /// Items requested from a table.
    item_cache_misses = "ItemCacheMisses",
    /// Query results served from the cache.
    query_cache_hits = "QueryCacheHits",
    /// Query results requested from a table.
    query_cache_misses = "QueryCacheMisses",
    /// Scan results served from the cache.
    scan_cache_hits = "ScanCacheHits",
    /// Scan results requested from a table.
    scan_cache_misses = "ScanCacheMisses",
    /// Requests that failed because of the caller, including throttled ones.
    error_request_count = "ErrorRequestCount",
    /// Requests that failed because of the service.
    fault_request_count = "FaultRequestCount",
    /// Failed requests: errors and faults.
    failed_request_count = "FailedRequestCount",
    /// Evicted bytes.
    evicted_size = "EvictedSize",
}

/// The counters and the content of a cluster.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// Its counters.
    pub metrics: Metrics,
    /// The item cache.
    pub items: CacheReport,
    /// The query cache.
    pub queries: CacheReport,
    /// Maximum bytes of both caches together.
    pub memory_bytes: u64,
}

/// The content of a cache. It includes expired entries until they are replaced or evicted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CacheReport {
    /// Items or result sets.
    pub entries: usize,
    /// Their bytes, including keys. Item sizes are those of the tables.
    pub bytes: u64,
}

impl Report {
    /// Bytes in both caches: the metric EstimatedDbSize.
    #[must_use]
    pub fn estimated_db_size(&self) -> u64 {
        self.items.bytes + self.queries.bytes
    }

    /// The used memory, in percent: the metric CacheMemoryUtilization.
    #[must_use]
    #[allow(clippy::cast_precision_loss, reason = "a percentage for people")]
    pub fn cache_memory_utilization(&self) -> f64 {
        100.0 * self.estimated_db_size() as f64 / self.memory_bytes.max(1) as f64
    }
}
