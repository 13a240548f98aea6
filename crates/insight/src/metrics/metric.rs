//! The metrics of the service: name, unit, and how often they are published.
//!
//! Names, units and periods are documented: cloudwatch-metrics. Left out: SuccessfulRequestLatency (a response takes
//! no virtual time here), and metrics of replication, Kinesis and fault injection (the simulation has none of these).

/// A metric of the namespace AWS/DynamoDB.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
pub enum Metric {
    /// Read units consumed; those of a table exclude its global indexes.
    ConsumedReadCapacityUnits,
    /// Write units consumed; those of a table exclude its global indexes.
    ConsumedWriteCapacityUnits,
    /// Provisioned read units per second.
    ProvisionedReadCapacityUnits,
    /// Provisioned write units per second.
    ProvisionedWriteCapacityUnits,
    /// Maximum read units per second on demand, if limited.
    OnDemandMaxReadRequestUnits,
    /// Maximum write units per second on demand, if limited.
    OnDemandMaxWriteRequestUnits,
    /// Reads that lacked throughput in a table or index.
    ReadThrottleEvents,
    /// Writes that lacked throughput in a table or index. Each resource without throughput counts.
    WriteThrottleEvents,
    /// Requests that were throttled. A batch counts only if all of its members failed.
    ThrottledRequests,
    /// Of the throttled reads, those over provisioned throughput.
    ReadProvisionedThroughputThrottleEvents,
    /// Of the throttled writes, those over provisioned throughput.
    WriteProvisionedThroughputThrottleEvents,
    /// Of the throttled reads, those over a partition's limit.
    ReadKeyRangeThroughputThrottleEvents,
    /// Of the throttled writes, those over a partition's limit.
    WriteKeyRangeThroughputThrottleEvents,
    /// Of the throttled reads, those over the limit set for on-demand use.
    ReadMaxOnDemandThroughputThrottleEvents,
    /// Of the throttled writes, those over the limit set for on-demand use.
    WriteMaxOnDemandThroughputThrottleEvents,
    /// Of the throttled reads, those over the account's quota.
    ReadAccountLimitThrottleEvents,
    /// Of the throttled writes, those over the account's quota.
    WriteAccountLimitThrottleEvents,
    /// Conditions that were false.
    ConditionalCheckFailedRequests,
    /// Members refused because a transaction had locked their item.
    TransactionConflict,
    /// Requests refused with HTTP 400, except for throttling and conditions.
    UserErrors,
    /// Requests with an HTTP 500 response.
    SystemErrors,
    /// Items returned by Query, Scan and statements.
    ReturnedItemCount,
    /// Records returned by GetRecords.
    ReturnedRecordsCount,
    /// Bytes of records returned by GetRecords.
    ReturnedBytes,
    /// Items deleted by time to live.
    TimeToLiveDeletedItemCount,
    /// Percent of the table that the backfill of an index has passed.
    OnlineIndexPercentageProgress,
    /// Write units of the backfill of an index, which its consumed write units exclude.
    OnlineIndexConsumedWriteCapacity,
    /// Backfill steps of an index that ended because it ran out of write capacity. Its throttle events exclude them.
    OnlineIndexThrottleEvents,
    /// The account's quota of read units.
    AccountMaxReads,
    /// The account's quota of write units.
    AccountMaxWrites,
    /// The quota of read units of one table.
    AccountMaxTableLevelReads,
    /// The quota of write units of one table.
    AccountMaxTableLevelWrites,
    /// Percent of the account's read units that are provisioned.
    AccountProvisionedReadCapacityUtilization,
    /// Percent of the account's write units that are provisioned.
    AccountProvisionedWriteCapacityUtilization,
    /// Percent of a table's quota of read units that the largest table has provisioned.
    MaxProvisionedTableReadCapacityUtilization,
    /// Percent of a table's quota of write units that the largest table has provisioned.
    MaxProvisionedTableWriteCapacityUtilization,
    /// Number of tables.
    TableCount,
    /// Bytes charged for searches of a vector index (documented: vector-metrics).
    VectorSearchRequestBytes,
    /// Bytes charged for writes of a vector index, without its backfill (a model: AWS documents only changes of items).
    VectorWriteRequestBytes,
}

hashrange_checkpoint::by_serde!(Metric);

/// The unit of a metric.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MetricUnit {
    /// A number of things, or capacity units.
    Count,
    /// Bytes.
    Bytes,
    /// Percent.
    Percent,
}

impl Metric {
    /// Its name in CloudWatch.
    #[must_use]
    pub fn name(self) -> String {
        format!("{self:?}")
    }

    /// Its unit.
    #[must_use]
    pub const fn unit(self) -> MetricUnit {
        match self {
            Self::ReturnedBytes | Self::VectorSearchRequestBytes | Self::VectorWriteRequestBytes => MetricUnit::Bytes,
            Self::AccountProvisionedReadCapacityUtilization
            | Self::AccountProvisionedWriteCapacityUtilization
            | Self::MaxProvisionedTableReadCapacityUtilization
            | Self::MaxProvisionedTableWriteCapacityUtilization => MetricUnit::Percent,
            _ => MetricUnit::Count,
        }
    }

    /// Whether it has points for each minute, not only for every five minutes.
    #[must_use]
    pub const fn is_by_minute(self) -> bool {
        !matches!(
            self,
            Self::ProvisionedReadCapacityUnits
                | Self::ProvisionedWriteCapacityUnits
                | Self::OnDemandMaxReadRequestUnits
                | Self::OnDemandMaxWriteRequestUnits
                | Self::OnlineIndexPercentageProgress
                | Self::OnlineIndexConsumedWriteCapacity
                | Self::OnlineIndexThrottleEvents
                | Self::AccountMaxReads
                | Self::AccountMaxWrites
                | Self::AccountMaxTableLevelReads
                | Self::AccountMaxTableLevelWrites
                | Self::AccountProvisionedReadCapacityUtilization
                | Self::AccountProvisionedWriteCapacityUtilization
                | Self::MaxProvisionedTableReadCapacityUtilization
                | Self::MaxProvisionedTableWriteCapacityUtilization
                | Self::TableCount
        )
    }
}
