//! Streams: ListStreams, DescribeStream, GetShardIterator and GetRecords.

use std::sync::Arc;

use hashrange_values::Item;

use super::closed_set::closed_set;
use super::table_definition::KeySchemaElement;
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
    ShardIteratorType {
        /// At the oldest record that is kept.
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
    ShardFilterType {
        /// The children of one shard.
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

/// DescribeStream.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DescribeStreamRequest {
    /// The stream's resource name.
    pub stream_arn: String,
    /// Most shards to answer with, 100 at most.
    pub limit: Option<u32>,
    /// The shard to go on after.
    pub exclusive_start_shard_id: Option<String>,
    /// Some shards only.
    pub shard_filter: Option<ShardFilter>,
}

/// Which shards DescribeStream tells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShardFilter {
    /// The relation to the shard named.
    pub kind: ShardFilterType,
    /// The shard.
    pub shard_id: String,
}

/// Answer to DescribeStream.
#[derive(Clone, Debug, PartialEq)]
pub struct DescribeStreamResponse {
    /// The stream.
    pub summary: StreamSummary,
    /// Where it is in its life.
    pub stream_status: StreamStatus,
    /// The images its records carry.
    pub stream_view_type: StreamViewType,
    /// Epoch seconds of the request that made it.
    pub creation_request_date_time: f64,
    /// Its table's primary key.
    pub key_schema: Vec<KeySchemaElement>,
    /// Its shards, oldest first.
    pub shards: Vec<ShardDescription>,
    /// The last shard told; absent at the end.
    pub last_evaluated_shard_id: Option<String>,
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

/// GetShardIterator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GetShardIteratorRequest {
    /// The stream's resource name.
    pub stream_arn: String,
    /// The shard.
    pub shard_id: String,
    /// Where reading begins.
    pub shard_iterator_type: ShardIteratorType,
    /// The record it begins at or after.
    pub sequence_number: Option<String>,
}

/// Answer to GetShardIterator.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GetShardIteratorResponse {
    /// A place in a shard, good for 15 minutes.
    pub shard_iterator: String,
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
