//! DescribeStream: returns the description of a stream, and its shards. Bounds are documented: streams-api.

use super::body::{Asked, members};
use super::step::Step;
use super::told::told;
use crate::constraint::{Kind, Member, Rule, SHARD_ID, STREAM_ARN, Structure};
use crate::error::StreamError;
use crate::json::Node;
use crate::json::request::members::invalid;
use crate::reader::Reader;
use crate::rejection::Rejection;
use crate::shape::{
    KeySchemaElement, SequenceNumberRange, ShardDescription, ShardFilterType, StreamStatus, StreamSummary,
    StreamViewType,
};

members! {
    /// DescribeStream.
    DescribeStreamRequest = DESCRIBE_STREAM {
        /// The stream's ARN.
        "StreamArn" stream_arn: String,
        /// Maximum number of shards to return, up to 100.
        "Limit" limit: Option<u32>,
        /// The shard after which the list continues.
        "ExclusiveStartShardId" exclusive_start_shard_id: Option<String>,
        /// Restricts the list to some shards.
        "ShardFilter" shard_filter: Option<ShardFilter>,
    }
}

members! {
    /// Which shards DescribeStream lists.
    ShardFilter in SHARD_FILTER {
        /// The relation to the named shard.
        "Type" kind: ShardFilterType,
        /// The shard.
        "ShardId" shard_id: String,
    }
}

/// Response to DescribeStream.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DescribeStreamResponse {
    /// The stream.
    pub summary: StreamSummary,
    /// Its status.
    pub stream_status: StreamStatus,
    /// The images that its records contain.
    pub stream_view_type: StreamViewType,
    /// Epoch seconds of the request that created it.
    pub creation_request_date_time: f64,
    /// Its table's primary key.
    pub key_schema: Vec<KeySchemaElement>,
    /// Its shards, oldest first.
    pub shards: Vec<ShardDescription>,
    /// The last listed shard. Absent at the end.
    pub last_evaluated_shard_id: Option<String>,
}

static SHARD_FILTER: Structure = Structure {
    class: "ShardFilter",
    members: &[
        Member::optional("Type", Kind::Text).with(&[Rule::OneOf(ShardFilterType::WORDS)]),
        Member::optional("ShardId", Kind::Text).with(SHARD_ID),
    ],
};

static DESCRIBE_STREAM: Asked = Asked::of("DescribeStreamInput")
    .members(&[
        STREAM_ARN,
        Member::optional("Limit", Kind::Integer).with(&[Rule::AtLeast(1), Rule::AtMost(100)]),
        Member::optional("ExclusiveStartShardId", Kind::Text).with(SHARD_ID),
        Member::optional("ShardFilter", Kind::Structure(&SHARD_FILTER)),
    ])
    .then(&[Step::Judge(check_filter)]);

fn check_filter(_: Reader, root: Node<'_>) -> Result<(), Rejection> {
    let is_whole = |filter: Node<'_>| {
        ["Type", "ShardId"]
            .into_iter()
            .all(|name| filter.member(name).is_some())
    };
    if root.member("ShardFilter").is_none_or(is_whole) {
        Ok(())
    } else {
        Err(invalid(StreamError::ShardFilter))
    }
}

told! {
    answer DescribeStreamResponse in "StreamDescription" {
        .. summary,
        "StreamStatus" stream_status,
        "StreamViewType" stream_view_type,
        "CreationRequestDateTime" creation_request_date_time,
        "KeySchema" key_schema,
        "Shards" shards,
        "LastEvaluatedShardId" last_evaluated_shard_id,
    }
}

told! {
    part ShardDescription {
        "ShardId" shard_id,
        "SequenceNumberRange" sequence_number_range,
        "ParentShardId" parent_shard_id,
    }
}

told! {
    part SequenceNumberRange {
        "StartingSequenceNumber" starting_sequence_number,
        "EndingSequenceNumber" ending_sequence_number,
    }
}
