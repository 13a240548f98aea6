//! Limits: every quota of the service, with its documented default.

/// Quotas in force.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Tables an account can have in a Region.
    pub tables: usize,
    /// Local secondary indexes of a table.
    pub local_secondary_indexes: usize,
    /// Global secondary indexes of a table.
    pub global_secondary_indexes: usize,
    /// Attributes listed by INCLUDE projections, summed over a table's indexes.
    pub non_key_attributes: usize,
    /// Bytes of an item, names included.
    pub item_bytes: usize,
    /// Bytes a Query or Scan reads for one page.
    pub page_bytes: u64,
    /// Bytes of items BatchGetItem answers with at most.
    pub batch_bytes: u64,
    /// Bytes of the items a transaction reads or is sent with.
    pub transaction_bytes: u64,
    /// Names ListTables answers with at most.
    pub table_names: usize,
}

impl Limits {
    /// The service's defaults (documented).
    #[must_use]
    pub const fn aws() -> Self {
        Self {
            tables: 2_500,
            local_secondary_indexes: 5,
            global_secondary_indexes: 20,
            non_key_attributes: 100,
            item_bytes: 400 * 1024,
            page_bytes: 1024 * 1024,
            // The documented example, 52 of 100 items of 300 KB, comes out with decimal megabytes only.
            batch_bytes: 16_000_000,
            transaction_bytes: 4 * 1024 * 1024,
            table_names: 100,
        }
    }
}
