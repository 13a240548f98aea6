//! DescribeLimits: returns the account's quotas of provisioned throughput.

use super::body::{Asked, members};
use super::told::told;

members! {
    /// DescribeLimits.
    DescribeLimitsRequest = DESCRIBE_LIMITS {}
}

/// Response to DescribeLimits: units per second.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DescribeLimitsResponse {
    /// Provisioned reads of all tables and indexes.
    pub account_max_read_capacity_units: u64,
    /// Provisioned writes of all tables and indexes.
    pub account_max_write_capacity_units: u64,
    /// Reads of one table or index.
    pub table_max_read_capacity_units: u64,
    /// Writes of one table or index.
    pub table_max_write_capacity_units: u64,
}

static DESCRIBE_LIMITS: Asked = Asked::of("DescribeLimitsInput");

told! {
    answer DescribeLimitsResponse {
        "AccountMaxReadCapacityUnits" account_max_read_capacity_units,
        "AccountMaxWriteCapacityUnits" account_max_write_capacity_units,
        "TableMaxReadCapacityUnits" table_max_read_capacity_units,
        "TableMaxWriteCapacityUnits" table_max_write_capacity_units,
    }
}
