//! DescribeLimits: returns the account's quotas of provisioned throughput.

use super::answer::Answer;
use super::body::{Asked, members};
use crate::json::Writer;

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

impl Answer for DescribeLimitsResponse {
    fn write(&self, out: &mut Writer) {
        out.count_member("AccountMaxReadCapacityUnits", self.account_max_read_capacity_units);
        out.count_member("AccountMaxWriteCapacityUnits", self.account_max_write_capacity_units);
        out.count_member("TableMaxReadCapacityUnits", self.table_max_read_capacity_units);
        out.count_member("TableMaxWriteCapacityUnits", self.table_max_write_capacity_units);
    }
}
