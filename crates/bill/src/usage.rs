//! What a bill is made from: the measured use of tables and their indexes, how it was sampled, and the terms.
//!
//! Must not know prices, nor how the use was measured.

use hashrange_capacity::Units;

use crate::charge::{Charge, Class};
use crate::decimal::Rate;

/// The use of some tables in one Region, as measured.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Usage {
    /// How long the use was measured.
    pub sampling: Sampling,
    /// The tables, in the order of the bill.
    pub tables: Vec<TableUsage>,
}

/// How long use was measured. Requests, calls, changes, searches and events are scaled to a month by it; stored bytes are
/// averages, and backups, restores, exports and imports belong to the month as they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Sampling {
    /// Minutes that were measured.
    pub measured_minutes: u64,
    /// Minutes that they stand for: 1,440 for the sampled minutes of a day.
    pub represented_minutes: u64,
}

impl Default for Sampling {
    /// A whole day, measured minute by minute.
    fn default() -> Self {
        Self {
            measured_minutes: 1_440,
            represented_minutes: 1_440,
        }
    }
}

/// The use of one table.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct TableUsage {
    /// Its name.
    pub name: String,
    /// Its table class, which its indexes share.
    pub class: Class,
    /// The table itself.
    pub itself: PartUsage,
    /// Its indexes of every kind.
    pub indexes: Vec<IndexUsage>,
    /// Auto scaling's target use of provisioned capacity in percent. It is said on the bill and changes no amount.
    pub target_percent: Option<u8>,
    /// Average bytes of continuous backups (PITR): of the table and its local indexes.
    pub pitr_bytes: u64,
    /// Average bytes of on-demand backups.
    pub backup_bytes: u64,
    /// Average bytes of AWS Backup's cold storage.
    pub cold_backup_bytes: u64,
    /// Bytes restored from backups in the month.
    pub restored_bytes: u64,
    /// Bytes restored from cold storage in the month.
    pub cold_restored_bytes: u64,
    /// Bytes of full exports in the month.
    pub exported_bytes: u64,
    /// Bytes processed for incremental exports in the month.
    pub incrementally_exported_bytes: u64,
    /// Uncompressed bytes imported in the month.
    pub imported_bytes: u64,
    /// Bytes put in bulk in the month.
    pub bulk_put_bytes: u64,
    /// GetRecords calls that are charged: none of Lambda triggers or global tables. Scaled.
    pub stream_reads: u64,
    /// Change data capture units for Kinesis Data Streams. Scaled.
    pub kinesis_units: u64,
    /// Events of CloudWatch Contributor Insights: one for each item access, two with a sort key. Scaled.
    pub insights_events: u64,
    /// Rules of CloudWatch Contributor Insights.
    pub insights_rules: u64,
}

/// The use of an index.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct IndexUsage {
    /// Its name.
    pub name: String,
    /// What it used.
    pub used: PartUsage,
}

/// What a table itself, or one index, used.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct PartUsage {
    /// Its throughput.
    pub throughput: Throughput,
    /// Average bytes stored, with the overhead of 100 bytes an item or entry.
    pub stored_bytes: u64,
    /// Bytes written to a vector index. Scaled.
    pub vector_write_bytes: u64,
    /// Bytes that searches of a vector index examined and returned. Scaled.
    pub vector_search_bytes: u64,
}

/// Throughput, as the table's mode charges it.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum Throughput {
    /// On-demand mode: request units, scaled.
    OnDemand {
        /// Read request units.
        read: Units,
        /// Write request units.
        write: Units,
    },
    /// Provisioned mode: the capacity of consecutive hours, which repeat. One hour is a constant capacity, 24 hours are a
    /// day. An empty list is no capacity.
    Provisioned {
        /// Read capacity units in each hour.
        read: Vec<u64>,
        /// Write capacity units in each hour.
        write: Vec<u64>,
    },
}

impl Default for Throughput {
    fn default() -> Self {
        Self::OnDemand {
            read: Units::ZERO,
            write: Units::ZERO,
        }
    }
}

/// The terms of a bill.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Terms {
    /// The code of the Region, such as `eu-west-1`.
    pub region: String,
    /// Whether the free tier is deducted.
    pub free_tier: bool,
    /// Hours of the month, 1 to 744.
    pub hours: u64,
    /// What a gigabyte is.
    pub gigabyte: Gigabyte,
    /// Prices that the user entered. They replace those of the list.
    pub entered: Vec<EnteredPrice>,
}

impl Terms {
    /// The terms of AWS's calculator for a Region: 730 hours and no free tier. A gigabyte has 10⁹ bytes.
    pub fn of_region(region: &str) -> Self {
        Self {
            region: region.to_owned(),
            free_tier: false,
            hours: 730,
            gigabyte: Gigabyte::Decimal,
            entered: Vec::new(),
        }
    }
}

/// A price that the user entered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct EnteredPrice {
    /// What it is the price of.
    pub charge: Charge,
    /// The price of one unit.
    pub rate: Rate,
}

/// What a gigabyte is. AWS's tools disagree, so a bill says it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum Gigabyte {
    /// 10⁹ bytes, as AWS's agent toolkit counts.
    #[default]
    Decimal,
    /// 1,024³ bytes, as AWS's MCP server counts.
    Binary,
}

impl Gigabyte {
    /// Its bytes.
    pub const fn bytes(self) -> u64 {
        match self {
            Self::Decimal => 1_000_000_000,
            Self::Binary => 1 << 30,
        }
    }
}
