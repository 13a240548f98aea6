//! Streams: their shards and their records.

use std::sync::Arc;

use hashrange_values::Item;

use super::closed_set::closed_set;
use super::table_settings::StreamViewType;

closed_set! {
    /// The status of a stream.
    #[derive(Default)]
    StreamStatus {
        /// The stream is being enabled.
        Enabling = "ENABLING",
        /// The stream is on.
        #[default]
        Enabled = "ENABLED",
        /// The stream is being disabled.
        Disabling = "DISABLING",
        /// The stream is off. Its records can still be read.
        Disabled = "DISABLED",
    }
}

closed_set! {
    /// The position in a shard at which reading begins.
    #[derive(Default)]
    ShardIteratorType {
        /// At the oldest stored record.
        #[default]
        TrimHorizon = "TRIM_HORIZON",
        /// After the latest record.
        Latest = "LATEST",
        /// At the record with a sequence number.
        AtSequenceNumber = "AT_SEQUENCE_NUMBER",
        /// After the record with a sequence number.
        AfterSequenceNumber = "AFTER_SEQUENCE_NUMBER",
        /// At the first record written at or after a time.
        AtTimestamp = "AT_TIMESTAMP",
    }
}

closed_set! {
    /// The kind of change of an item.
    #[derive(Default)]
    OperationType {
        /// The item was added.
        Insert = "INSERT",
        /// The attributes of the item changed.
        #[default]
        Modify = "MODIFY",
        /// The item was deleted.
        Remove = "REMOVE",
    }
}

closed_set! {
    /// Which shards DescribeStream lists.
    #[derive(Default)]
    ShardFilterType {
        /// The children of one shard.
        #[default]
        ChildShards = "CHILD_SHARDS",
    }
}

/// A stream in a list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StreamSummary {
    /// Its ARN.
    pub stream_arn: String,
    /// Its table's name.
    pub table_name: String,
    /// The time of its creation. It identifies the stream among its table's streams.
    pub stream_label: String,
}

/// A shard of a stream.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ShardDescription {
    /// Its id.
    pub shard_id: String,
    /// The sequence numbers that it can contain.
    pub sequence_number_range: SequenceNumberRange,
    /// The id of the parent shard.
    pub parent_shard_id: Option<String>,
}

/// The sequence numbers that a shard can contain.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SequenceNumberRange {
    /// The lowest.
    pub starting_sequence_number: String,
    /// The highest. Absent while the shard is open.
    pub ending_sequence_number: Option<String>,
}

/// A stream record: the change of one item.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// The unique id of the record.
    pub event_id: String,
    /// The kind of change.
    pub event_name: OperationType,
    /// The Region.
    pub aws_region: String,
    /// The time of the write in seconds since the epoch.
    pub approximate_creation_date_time: u64,
    /// The item's primary key.
    pub keys: Item,
    /// The item after the write, if the view includes it.
    pub new_image: Option<Arc<Item>>,
    /// The item before the write, if the view includes it.
    pub old_image: Option<Arc<Item>>,
    /// Its position in the shard.
    pub sequence_number: String,
    /// The size of the keys and images in bytes.
    pub size_bytes: u64,
    /// The stream's view.
    pub stream_view_type: StreamViewType,
    /// Whether the service (TTL) made the change, not a client.
    pub by_service: bool,
}
