//! Exceeded quotas. Texts are observed: limit-messages, unless a comment states otherwise.

use hashrange_values::Text;

/// The direction of throughput, as quotas name it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CapacityDirection {
    /// Reads.
    Read,
    /// Writes.
    Write,
}

hashrange_checkpoint::variants!(CapacityDirection { Read, Write });

/// A quota of the account, of a table, or of a period.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LimitExceeded {
    /// Tables in the account.
    #[error("Subscriber limit exceeded: Cannot exceed quota for number of tables in account: {0}")]
    Tables(usize),
    /// Tables in creation, change or deletion at the same time (documented: operations-at-once).
    #[error("Too many operations for a given subscriber")]
    Operations,
    /// Indexes in creation or deletion at the same time.
    #[error("Subscriber limit exceeded: Only 1 online index can be created or deleted simultaneously per table")]
    OnlineIndex,
    /// Global secondary indexes of a table. UpdateTable adds one more.
    #[error("Subscriber limit exceeded: Number of global secondary indexes exceeds per-table limit of {0}")]
    GlobalIndexes(usize),
    /// Tables in restoration at the same time.
    #[error("Subscriber limit exceeded: Only {0} restore operations can be done simultaneously")]
    Restores(usize),
    /// Vector indexes of a table. UpdateTable adds one more.
    #[error("Subscriber limit exceeded: Number of vector secondary indexes exceeds per-table limit of {0}")]
    VectorIndexes(usize),
    /// Decreases of provisioned throughput in one UTC day.
    #[error(
        "Subscriber limit exceeded: Provisioned throughput decreases are limited within a given UTC day. After the first {free} decreases, each subsequent decrease in the same UTC day can be performed at most once every {wait_seconds} seconds. Number of decreases today: {today}. Last decrease at {last}. Next decrease can be made at {next}."
    )]
    Decreases {
        /// The number of decreases without a waiting time.
        free: u32,
        /// Seconds between further decreases.
        wait_seconds: u64,
        /// Decreases made today.
        today: u32,
        /// The time of the last decrease.
        last: String,
        /// The earliest time of the next decrease.
        next: String,
    },
    /// Changes of encryption in 24 hours. The form of the times is observed: encryption-quota.
    #[error(
        "Subscriber limit exceeded: Encryption mode changes are limited in the 24h window ending at {window_end}. After the first {free} change, each subsequent change in the same window can be performed at most once every {wait_seconds} seconds. Number of updates today: {today}. Last change at {last}. Next changes can be made at {next}."
    )]
    EncryptionChanges {
        /// The end of the 24-hour period.
        window_end: String,
        /// The number of changes without a waiting time.
        free: u32,
        /// Seconds between further changes.
        wait_seconds: u64,
        /// Changes made in the period.
        today: u32,
        /// The time of the last change.
        last: String,
        /// The earliest time of the next change.
        next: String,
    },
    /// Changes of the table class in 30 days.
    #[error("Subscriber limit exceeded: Updates to TableClass are limited to {0} times in 30 day(s).")]
    TableClassChanges(u32),
    /// Switches to on-demand billing in a day (number documented: quotas-changes; the text is modelled on the similar
    /// ones).
    #[error("Subscriber limit exceeded: Update to PayPerRequest mode are limited to {0} times in 1 day(s).")]
    ToOnDemand(u32),
    /// Provisioned throughput of one table.
    #[error(
        "The requested {direction}CapacityUnits, {requested}, is above the per table maximum for the account in {region}. Per table maximum: {maximum}. Refer to the Amazon DynamoDB Developer Guide for current limits and how to request higher limits."
    )]
    TableRate {
        /// Reads or writes.
        direction: CapacityDirection,
        /// Requested units.
        requested: u64,
        /// The Region.
        region: String,
        /// Units allowed.
        maximum: u64,
    },
    /// Provisioned throughput of one index.
    #[error(
        "The requested {direction}CapacityUnits for index {index}, {requested}, is above the per index maximum for the account in {region}. Per table maximum: {maximum}. Refer to the Amazon DynamoDB Developer Guide for current limits and how to request higher limits."
    )]
    IndexRate {
        /// The index.
        index: Text,
        /// Reads or writes.
        direction: CapacityDirection,
        /// Requested units.
        requested: u64,
        /// The Region.
        region: String,
        /// Units allowed.
        maximum: u64,
    },
    /// Provisioned throughput of all tables and indexes together.
    #[error(
        "This request would have caused the {direction}CapacityUnits limit to be exceeded for the account in {region}. Current {direction}CapacityUnits reserved by the account: {reserved}. Limit: {maximum}. Requested: {requested}. Refer to the Amazon DynamoDB Developer Guide for current limits and how to request higher limits."
    )]
    AccountRate {
        /// Reads or writes.
        direction: CapacityDirection,
        /// The Region.
        region: String,
        /// Units in use.
        reserved: u64,
        /// Units allowed.
        maximum: u64,
        /// Requested units.
        requested: u64,
    },
    /// An on-demand maximum or a warm throughput above the table's quota.
    #[error(
        "Subscriber limit exceeded: Requested {member} for {setting} for {resource} exceeds TableMax{direction}CapacityUnits of the account in region {region}"
    )]
    Setting {
        /// A member, for example `MaxReadRequestUnits`.
        member: &'static str,
        /// `OnDemandThroughput` or `WarmThroughput`.
        setting: &'static str,
        /// `table`, or the index in the setting's notation.
        resource: String,
        /// Reads or writes.
        direction: CapacityDirection,
        /// The Region.
        region: String,
    },
    /// Tags that are still being written.
    #[error("Subscriber limit exceeded: Table tags are being updated: {table}")]
    TagsBusy {
        /// The table.
        table: String,
    },
}

impl std::fmt::Display for CapacityDirection {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str(match self {
            Self::Read => "Read",
            Self::Write => "Write",
        })
    }
}
