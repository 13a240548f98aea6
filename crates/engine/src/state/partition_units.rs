//! The throughput of one partition, and the initial number of partitions of a table or index.
//!
//! Must not know tables.

use hashrange_wire::{BillingMode, ProvisionedThroughput};

/// Initial number of partitions of an on-demand table or index. The number is not documented, so it is a model. Four
/// fits the throughput of a new table and the minimum cost of a Scan of it (both observed: scan-minimum).
const ON_DEMAND_PARTITIONS: u32 = 4;
/// Read and write units one partition serves each second (documented: partition-ceilings).
pub(crate) const PARTITION_READ_UNITS: u64 = 3_000;
pub(crate) const PARTITION_WRITE_UNITS: u64 = 1_000;

/// Initial number of partitions of a table or index. For provisioned throughput it uses the only published formula. The
/// formula is not confirmed for today's service, so it is a model.
pub(crate) fn initial_partitions(billing: BillingMode, throughput: Option<ProvisionedThroughput>) -> u32 {
    match (billing, throughput) {
        (BillingMode::Provisioned, Some(rate)) => {
            let reads = rate.read_capacity_units.saturating_mul(PARTITION_WRITE_UNITS);
            let writes = rate.write_capacity_units.saturating_mul(PARTITION_READ_UNITS);
            let partitions = reads
                .saturating_add(writes)
                .div_ceil(PARTITION_READ_UNITS * PARTITION_WRITE_UNITS);
            u32::try_from(partitions).unwrap_or(u32::MAX).clamp(1, 4_096)
        }
        _ => ON_DEMAND_PARTITIONS,
    }
}
