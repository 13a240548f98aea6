//! Streams: their shards and their records.

use std::sync::Arc;

use hashrange_values::Item;

use super::closed_set::closed_set;
use super::table_settings::StreamViewType;

closed_set! {
    /// Where a stream is in its life.
    StreamStatus {
        /// Being switched on.
        Enabling = "ENABLING",
        /// On.
        Enabled = "ENABLED",
        /// Being switched off.
        Disabling = "DISABLING",
        /// Off; its records can still be read.
        Disabled = "DISABLED",
    }
}

closed_set! {
    /// Where in a shard reading begins.
    #[derive(Default)]
    ShardIteratorType {
        /// At the oldest record that is kept.
        #[default]
        TrimHorizon = "TRIM_HORIZON",
        /// After the newest record.
        Latest = "LATEST",
        /// At the record with a sequence number.
        AtSequenceNumber = "AT_SEQUENCE_NUMBER",
        /// After the record with a sequence number.
        AfterSequenceNumber = "AFTER_SEQUENCE_NUMBER",
    }
}

closed_set! {
    /// What happened to an item.
    OperationType {
        /// It was added.
        Insert = "INSERT",
        /// Its attributes changed.
        Modify = "MODIFY",
        /// It was deleted.
        Remove = "REMOVE",
    }
}

closed_set! {
    /// Which shards DescribeStream tells.
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
    /// Its resource name.
    pub stream_arn: String,
    /// Its table's name.
    pub table_name: String,
    /// When it was made: its name among its table's streams.
    pub stream_label: String,
}

/// A shard of a stream.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShardDescription {
    /// Its name.
    pub shard_id: String,
    /// The lowest sequence number it can hold.
    pub starting_sequence_number: String,
    /// The highest; absent while it is open.
    pub ending_sequence_number: Option<String>,
    /// The shard it goes on from.
    pub parent_shard_id: Option<String>,
}

/// What happened to one item.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// Tells this record from all others.
    pub event_id: String,
    /// What happened.
    pub event_name: OperationType,
    /// The Region.
    pub aws_region: String,
    /// Whole epoch seconds of the write.
    pub approximate_creation_date_time: u64,
    /// The item's primary key.
    pub keys: Item,
    /// The item as it became, where the view has it.
    pub new_image: Option<Arc<Item>>,
    /// The item as it was, where the view has it.
    pub old_image: Option<Arc<Item>>,
    /// Its place in the shard.
    pub sequence_number: String,
    /// Bytes of keys and images.
    pub size_bytes: u64,
    /// The stream's view.
    pub stream_view_type: StreamViewType,
    /// Whether the service did it, not a client: time to live.
    pub by_service: bool,
}
