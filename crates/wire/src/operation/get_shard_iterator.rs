//! GetShardIterator: hands out a place in a shard. Bounds are documented.

use super::answer::Answer;
use super::body::{Asked, members};
use crate::constraint::{Kind, Member, Rule, SHARD_ID, STREAM_ARN};
use crate::error::StreamError;
use crate::json::request::members::invalid;
use crate::json::{Node, Writer};
use crate::rejection::Rejection;
use crate::shape::ShardIteratorType;

members! {
    /// GetShardIterator.
    GetShardIteratorRequest = GET_SHARD_ITERATOR, settle {
        /// The stream's resource name.
        "StreamArn" stream_arn: String,
        /// The shard.
        "ShardId" shard_id: String,
        /// Where reading begins.
        "ShardIteratorType" shard_iterator_type: ShardIteratorType,
        /// The record it begins at or after.
        "SequenceNumber" sequence_number: Option<String>,
    }
}

/// Answer to GetShardIterator.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GetShardIteratorResponse {
    /// A place in a shard, good for 15 minutes.
    pub shard_iterator: String,
}

static GET_SHARD_ITERATOR: Asked = Asked::of("GetShardIteratorInput").members(&[
    STREAM_ARN,
    Member::required("ShardId", Kind::Text).with(SHARD_ID),
    Member::required("ShardIteratorType", Kind::Text).with(&[Rule::OneOf(ShardIteratorType::WORDS)]),
    Member::optional("SequenceNumber", Kind::Text).with(&[Rule::MinLength(21), Rule::MaxLength(40)]),
]);

/// A sequence number goes with the places beside a record, and with no other (observed, without the words).
fn settle(request: &mut GetShardIteratorRequest, _: Node<'_>) -> Result<(), Rejection> {
    let kind = request.shard_iterator_type;
    let beside = matches!(kind, ShardIteratorType::AtSequenceNumber | ShardIteratorType::AfterSequenceNumber);
    Err(invalid(match &request.sequence_number {
        None if beside => StreamError::SequenceNumberMissing(kind.as_str()),
        Some(_) if !beside => StreamError::SequenceNumberUnexpected(kind.as_str()),
        Some(digits) if !digits.bytes().all(|byte| byte.is_ascii_digit()) => StreamError::SequenceNumber,
        _ => return Ok(()),
    }))
}

impl Answer for GetShardIteratorResponse {
    fn write(&self, out: &mut Writer) {
        out.text_member("ShardIterator", &self.shard_iterator);
    }
}
