//! Invalid requests about streams. The texts are models. The module `resource` owns the texts for missing streams and
//! shards (observed: resource-messages).

/// An invalid request about a stream.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StreamError {
    /// An ARN that is not a stream's.
    #[error("Invalid StreamArn")]
    Arn,
    /// A shard iterator that the service never returned.
    #[error("Invalid ShardIterator")]
    Iterator,
    /// A sequence number with other characters than digits, or outside the shard's possible range.
    #[error("Invalid SequenceNumber")]
    SequenceNumber,
    /// A ShardIteratorType that requires a sequence number, without one.
    #[error("One or more parameter values were invalid: SequenceNumber is required for ShardIteratorType {0}")]
    SequenceNumberMissing(&'static str),
    /// A sequence number with a ShardIteratorType that does not use one.
    #[error(
        "One or more parameter values were invalid: SequenceNumber must not be specified for ShardIteratorType {0}"
    )]
    SequenceNumberUnexpected(&'static str),
    /// `AT_TIMESTAMP` without a time.
    #[error("One or more parameter values were invalid: Timestamp is required for ShardIteratorType AT_TIMESTAMP")]
    TimestampMissing,
    /// A time with a ShardIteratorType that does not use one.
    #[error("One or more parameter values were invalid: Timestamp must not be specified for ShardIteratorType {0}")]
    TimestampUnexpected(&'static str),
    /// A time in the future.
    #[error("One or more parameter values were invalid: Timestamp must not be in the future")]
    TimestampAhead,
    /// A filter without one of its two members.
    #[error("One or more parameter values were invalid: ShardFilter requires both Type and ShardId")]
    ShardFilter,
}
