//! Limits: every quota of the service, with its default (documented: limits-tables).

use hashrange_time::Duration;

/// The quotas.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Tables an account can have in a Region.
    pub tables: usize,
    /// Tables being created, changed or deleted at once.
    pub operations: usize,
    /// Tables with indexes being created at once.
    pub operations_with_indexes: usize,
    /// Local secondary indexes of a table.
    pub local_secondary_indexes: usize,
    /// Global secondary indexes of a table.
    pub global_secondary_indexes: usize,
    /// Vector indexes of a table.
    pub vector_indexes: usize,
    /// Attributes listed by INCLUDE projections, summed over a table's indexes.
    pub non_key_attributes: usize,
    /// Bytes of an item, names included.
    pub item_bytes: usize,
    /// Bytes of an item collection with its entries in local secondary indexes.
    pub item_collection_bytes: u64,
    /// Bytes of a partition before it is split.
    pub partition_bytes: u64,
    /// Bytes a Query or Scan reads for one page.
    pub page_bytes: u64,
    /// Maximum number of bytes of items that BatchGetItem returns.
    pub batch_bytes: u64,
    /// Bytes of the items that a transaction reads or that its request contains.
    pub transaction_bytes: u64,
    /// Maximum number of names that ListTables returns.
    pub table_names: usize,
    /// Capacity units a second, reads or writes, of one table or index.
    pub table_units: u64,
    /// Provisioned capacity units a second, reads or writes, of all tables and indexes.
    pub account_units: u64,
    /// Decreases of provisioned throughput in a UTC day without waiting, counted separately for the table and each
    /// index.
    pub decreases: u32,
    /// Minimum time between further decreases (observed: decreases-seen, after the last one accepted).
    pub decrease_wait: Duration,
    /// Switches to on-demand billing in 24 hours.
    pub on_demand_switches: u32,
    /// Changes of encryption in 24 hours without waiting (observed: encryption-quota).
    pub encryption_changes: u32,
    /// Minimum time between further changes of encryption (observed: encryption-quota).
    pub encryption_wait: Duration,
    /// Changes of the table class in 30 days.
    pub class_changes: u32,
    /// Tags of a table.
    pub tags: usize,
    /// GetRecords calls per second of one shard, counted while throttling is on (reported by users of the service and
    /// documented: kinesis-shard-limits, of the service it is modelled on).
    pub shard_reads: u64,
    /// Bytes of records per second of one shard, counted in the same way.
    pub shard_read_bytes: u64,
}

hashrange_checkpoint::fields!(Limits {
    tables,
    operations,
    operations_with_indexes,
    local_secondary_indexes,
    global_secondary_indexes,
    vector_indexes,
    non_key_attributes,
    item_bytes,
    item_collection_bytes,
    partition_bytes,
    page_bytes,
    batch_bytes,
    transaction_bytes,
    table_names,
    table_units,
    account_units,
    decreases,
    decrease_wait,
    on_demand_switches,
    encryption_changes,
    encryption_wait,
    class_changes,
    tags,
    shard_reads,
    shard_read_bytes
});

impl Limits {
    /// The service's defaults (documented: limits-tables, unless said otherwise).
    #[must_use]
    pub const fn aws() -> Self {
        Self {
            tables: 2_500,
            operations: 500,
            operations_with_indexes: 250,
            local_secondary_indexes: 5,
            global_secondary_indexes: 20,
            vector_indexes: 5,
            non_key_attributes: 100,
            item_bytes: 400 * 1024,
            item_collection_bytes: 10 << 30,
            partition_bytes: 10 << 30,
            page_bytes: 1024 * 1024,
            // AWS's example (documented: limits-batches), 52 of 100 items of 300 KB, only fits decimal megabytes.
            batch_bytes: 16_000_000,
            transaction_bytes: 4 * 1024 * 1024,
            table_names: 100,
            table_units: 40_000,
            account_units: 80_000,
            decreases: 4,
            decrease_wait: Duration::from_hours(1),
            on_demand_switches: 4,
            encryption_changes: 4,
            encryption_wait: Duration::from_hours(6),
            class_changes: 2,
            tags: 50,
            shard_reads: 5,
            shard_read_bytes: 2 * 1024 * 1024,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Limits;

    // The suite shows the limit at sizes that a test can write.
    #[test]
    fn lsi_015_lsi_066_collections_of_tables_with_local_indexes_hold_ten_gigabytes() {
        assert_eq!(Limits::aws().item_collection_bytes, 10 * 1024 * 1024 * 1024);
    }
}
