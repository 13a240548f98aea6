//! GetShardIterator: returns a position in a shard. Bounds are documented: streams-api.

use super::body::{Asked, members};
use super::told::told;
use crate::constraint::{Kind, Member, Rule, SHARD_ID, STREAM_ARN};
use crate::error::StreamError;
use crate::json::Node;
use crate::json::request::members::invalid;
use crate::rejection::Rejection;
use crate::shape::ShardIteratorType;

members! {
    /// GetShardIterator.
    GetShardIteratorRequest = GET_SHARD_ITERATOR, settle {
        /// The stream's ARN.
        "StreamArn" stream_arn: String,
        /// The shard.
        "ShardId" shard_id: String,
        /// The position at which reading begins.
        "ShardIteratorType" shard_iterator_type: ShardIteratorType,
        /// The sequence number of the record at or after which reading begins.
        "SequenceNumber" sequence_number: Option<String>,
        /// The time of the first record to read, in epoch seconds. It has a precision of milliseconds.
        "Timestamp" timestamp: Option<f64>,
    }
}

/// Response to GetShardIterator.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GetShardIteratorResponse {
    /// A position in a shard, valid for 15 minutes.
    pub shard_iterator: String,
}

static GET_SHARD_ITERATOR: Asked = Asked::of("GetShardIteratorInput").members(&[
    STREAM_ARN,
    Member::required("ShardId", Kind::Text).with(SHARD_ID),
    Member::required("ShardIteratorType", Kind::Text).with(&[Rule::OneOf(ShardIteratorType::WORDS)]),
    Member::optional("SequenceNumber", Kind::Text).with(&[Rule::MinLength(21), Rule::MaxLength(40)]),
    Member::optional("Timestamp", Kind::Decimal),
]);

/// Requires a sequence number for the types at or after a record, and refuses it for the other types
/// (observed: stream-iterators-seen, without the texts). The same holds for a time (inferred: stream-iterator-times).
fn settle(request: &mut GetShardIteratorRequest, _: Node<'_>) -> Result<(), Rejection> {
    let kind = request.shard_iterator_type;
    let beside = matches!(
        kind,
        ShardIteratorType::AtSequenceNumber | ShardIteratorType::AfterSequenceNumber
    );
    let at_time = kind == ShardIteratorType::AtTimestamp;
    Err(invalid(match &request.sequence_number {
        _ if at_time && request.timestamp.is_none() => StreamError::TimestampMissing,
        _ if !at_time && request.timestamp.is_some() => StreamError::TimestampUnexpected(kind.as_str()),
        None if beside => StreamError::SequenceNumberMissing(kind.as_str()),
        Some(_) if !beside => StreamError::SequenceNumberUnexpected(kind.as_str()),
        Some(digits) if !digits.bytes().all(|byte| byte.is_ascii_digit()) => StreamError::SequenceNumber,
        _ => return Ok(()),
    }))
}

told! {
    answer GetShardIteratorResponse ["ShardIterator"] {
        "ShardIterator" shard_iterator,
    }
}
