//! The metrics of the service by name: unit and how often they are published.
//!
//! Names, units and periods are documented. Left out: SuccessfulRequestLatency (an answer takes no virtual time here),
//! replication, Kinesis and fault injection metrics (there is no such thing here).

/// A metric of the namespace AWS/DynamoDB.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
pub enum Metric {
    /// Read units used; the table's without those of its global indexes.
    ConsumedReadCapacityUnits,
    /// Write units used; the table's without those of its global indexes.
    ConsumedWriteCapacityUnits,
    /// Read units a second provisioned.
    ProvisionedReadCapacityUnits,
    /// Write units a second provisioned.
    ProvisionedWriteCapacityUnits,
    /// Most read units a second on demand, where limited.
    OnDemandMaxReadRequestUnits,
    /// Most write units a second on demand, where limited.
    OnDemandMaxWriteRequestUnits,
    /// Reads that a table or index had no throughput for.
    ReadThrottleEvents,
    /// Writes that a table or index had no throughput for: each resource in the way counts.
    WriteThrottleEvents,
    /// Requests with a throttled event; batches only when nothing of them could be done.
    ThrottledRequests,
    /// Of the throttled reads, those over provisioned throughput.
    ReadProvisionedThroughputThrottleEvents,
    /// Of the throttled writes, those over provisioned throughput.
    WriteProvisionedThroughputThrottleEvents,
    /// Of the throttled reads, those over what a partition serves.
    ReadKeyRangeThroughputThrottleEvents,
    /// Of the throttled writes, those over what a partition serves.
    WriteKeyRangeThroughputThrottleEvents,
    /// Of the throttled reads, those over the limit set for on-demand use.
    ReadMaxOnDemandThroughputThrottleEvents,
    /// Of the throttled writes, those over the limit set for on-demand use.
    WriteMaxOnDemandThroughputThrottleEvents,
    /// Of the throttled reads, those over the account's quota.
    ReadAccountLimitThrottleEvents,
    /// Of the throttled writes, those over the account's quota.
    WriteAccountLimitThrottleEvents,
    /// Conditions that did not hold.
    ConditionalCheckFailedRequests,
    /// Members refused because a transaction was at work on their item.
    TransactionConflict,
    /// Requests refused with HTTP 400, but for throttling and conditions.
    UserErrors,
    /// Requests answered with HTTP 500.
    SystemErrors,
    /// Items answered by Query, Scan and statements.
    ReturnedItemCount,
    /// Records answered by GetRecords.
    ReturnedRecordsCount,
    /// Bytes of records answered by GetRecords.
    ReturnedBytes,
    /// Items deleted by time to live.
    TimeToLiveDeletedItemCount,
    /// Percent of the table an index being filled has passed.
    OnlineIndexPercentageProgress,
    /// Write units of filling an index, not among its consumed ones.
    OnlineIndexConsumedWriteCapacity,
    /// Steps of filling an index that ended for want of write units, not among its throttle events.
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
    /// Tables.
    TableCount,
}

hashrange_checkpoint::by_serde!(Metric);

/// What a metric counts in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MetricUnit {
    /// Things or capacity units.
    Count,
    /// Bytes.
    Bytes,
    /// Hundredths.
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
            Self::ReturnedBytes => MetricUnit::Bytes,
            Self::AccountProvisionedReadCapacityUtilization
            | Self::AccountProvisionedWriteCapacityUtilization
            | Self::MaxProvisionedTableReadCapacityUtilization
            | Self::MaxProvisionedTableWriteCapacityUtilization => MetricUnit::Percent,
            _ => MetricUnit::Count,
        }
    }

    /// Whether there are points for each minute, not only for every five.
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
