//! Quotas that are used up. Texts are observed unless said otherwise.

use hashrange_values::Text;

/// Reads or writes, as throughput quotas name them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CapacityDirection {
    /// Reads.
    Read,
    /// Writes.
    Write,
}

hashrange_checkpoint::variants!(CapacityDirection { Read, Write });

/// A quota of the account, of a table, or of a span of time.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LimitExceeded {
    /// Tables in the account.
    #[error("Subscriber limit exceeded: Cannot exceed quota for number of tables in account: {0}")]
    Tables(usize),
    /// Tables being created, changed or deleted at once (documented).
    #[error("Too many operations for a given subscriber")]
    Operations,
    /// Indexes being created or deleted at once.
    #[error("Subscriber limit exceeded: Only 1 online index can be created or deleted simultaneously per table")]
    OnlineIndex,
    /// Global secondary indexes of a table, when one more is added later.
    #[error("Subscriber limit exceeded: Number of global secondary indexes exceeds per-table limit of {0}")]
    GlobalIndexes(usize),
    /// Tables being restored at once.
    #[error("Subscriber limit exceeded: Only {0} restore operations can be done simultaneously")]
    Restores(usize),
    /// Vector indexes of a table, when one more is added later.
    #[error("Subscriber limit exceeded: Number of vector secondary indexes exceeds per-table limit of {0}")]
    VectorIndexes(usize),
    /// Decreases of provisioned throughput in one UTC day.
    #[error(
        "Subscriber limit exceeded: Provisioned throughput decreases are limited within a given UTC day. After the first {free} decreases, each subsequent decrease in the same UTC day can be performed at most once every {wait_seconds} seconds. Number of decreases today: {today}. Last decrease at {last}. Next decrease can be made at {next}."
    )]
    Decreases {
        /// Decreases without waiting.
        free: u32,
        /// Seconds between further ones.
        wait_seconds: u64,
        /// Decreases made today.
        today: u32,
        /// When the last one was made.
        last: String,
        /// When the next one can be made.
        next: String,
    },
    /// Changes of encryption in 24 hours. The times' form is inferred.
    #[error(
        "Subscriber limit exceeded: Encryption mode changes are limited in the 24h window ending at {window_end}. After the first {free} change, each subsequent change in the same window can be performed at most once every {wait_seconds} seconds. Number of updates today: {today}. Last change at {last}. Next changes can be made at {next}."
    )]
    EncryptionChanges {
        /// End of the span of 24 hours.
        window_end: String,
        /// Changes without waiting.
        free: u32,
        /// Seconds between further ones.
        wait_seconds: u64,
        /// Changes made in the span.
        today: u32,
        /// When the last one was made.
        last: String,
        /// When the next one can be made.
        next: String,
    },
    /// Changes of the table class in 30 days.
    #[error("Subscriber limit exceeded: Updates to TableClass are limited to {0} times in 30 day(s).")]
    TableClassChanges(u32),
    /// Switches to on-demand billing in a day (documented number; the words are made after the others').
    #[error("Subscriber limit exceeded: Update to PayPerRequest mode are limited to {0} times in 1 day(s).")]
    ToOnDemand(u32),
    /// Provisioned throughput of one table.
    #[error(
        "The requested {direction}CapacityUnits, {requested}, is above the per table maximum for the account in {region}. Per table maximum: {maximum}. Refer to the Amazon DynamoDB Developer Guide for current limits and how to request higher limits."
    )]
    TableRate {
        /// Reads or writes.
        direction: CapacityDirection,
        /// Units asked for.
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
        /// Units asked for.
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
        /// Units asked for.
        requested: u64,
    },
    /// A limit of on-demand throughput, or warm throughput, above what a table may have.
    #[error(
        "Subscriber limit exceeded: Requested {member} for {setting} for {resource} exceeds TableMax{direction}CapacityUnits of the account in region {region}"
    )]
    Setting {
        /// `MaxReadRequestUnits` and the like.
        member: &'static str,
        /// `OnDemandThroughput` or `WarmThroughput`.
        setting: &'static str,
        /// `table`, or the index in the words of the setting.
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
