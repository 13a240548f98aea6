//! What one partition serves, and how many a new table or index starts with.
//!
//! Must not know tables.

use hashrange_wire::{BillingMode, ProvisionedThroughput};

/// Partitions a new on-demand table or index starts with. Not documented; four fits the throughput a new table sustains
/// and the minimum a Scan of it costs (both observed), so it is a model.
const ON_DEMAND_PARTITIONS: u32 = 4;
/// Read and write units one partition serves each second (documented).
pub(crate) const PARTITION_READ_UNITS: u64 = 3_000;
pub(crate) const PARTITION_WRITE_UNITS: u64 = 1_000;

/// Partitions a new table or index starts with. For provisioned throughput the one formula ever published; not
/// confirmed for today's service, so it is a model.
pub(crate) fn initial_partitions(billing: BillingMode, throughput: Option<ProvisionedThroughput>) -> u32 {
    match (billing, throughput) {
        (BillingMode::Provisioned, Some(rate)) => {
            let reads = rate.read_capacity_units.saturating_mul(PARTITION_WRITE_UNITS);
            let writes = rate.write_capacity_units.saturating_mul(PARTITION_READ_UNITS);
            let partitions = reads.saturating_add(writes).div_ceil(PARTITION_READ_UNITS * PARTITION_WRITE_UNITS);
            u32::try_from(partitions).unwrap_or(u32::MAX).clamp(1, 4_096)
        }
        _ => ON_DEMAND_PARTITIONS,
    }
}
