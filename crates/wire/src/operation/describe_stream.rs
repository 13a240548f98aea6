//! DescribeStream: returns the description of a stream, and its shards. Bounds are documented: streams-api.

use super::answer::Answer;
use super::body::{Asked, members};
use super::list_streams::summary;
use super::member::Member as _;
use super::step::Step;
use crate::constraint::{Kind, Member, Rule, SHARD_ID, STREAM_ARN, Structure};
use crate::error::StreamError;
use crate::json::request::members::invalid;
use crate::json::{Node, Writer, objects};
use crate::reader::Reader;
use crate::rejection::Rejection;
use crate::shape::{KeySchemaElement, ShardDescription, ShardFilterType, StreamStatus, StreamSummary, StreamViewType};

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
#[derive(Clone, Debug, PartialEq)]
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

impl Answer for DescribeStreamResponse {
    fn write(&self, out: &mut Writer) {
        out.key("StreamDescription");
        out.object(|out| {
            summary(out, &self.summary);
            out.text_member("StreamStatus", self.stream_status.as_str());
            out.text_member("StreamViewType", self.stream_view_type.as_str());
            out.decimal_member("CreationRequestDateTime", self.creation_request_date_time);
            self.key_schema.write(out, "KeySchema");
            out.key("Shards");
            objects(out, &self.shards, shard);
            out.optional_text("LastEvaluatedShardId", self.last_evaluated_shard_id.as_deref());
        });
    }
}

fn shard(out: &mut Writer, shard: &ShardDescription) {
    out.text_member("ShardId", &shard.shard_id);
    out.key("SequenceNumberRange");
    out.object(|out| {
        out.text_member("StartingSequenceNumber", &shard.starting_sequence_number);
        out.optional_text("EndingSequenceNumber", shard.ending_sequence_number.as_deref());
    });
    out.optional_text("ParentShardId", shard.parent_shard_id.as_deref());
}
