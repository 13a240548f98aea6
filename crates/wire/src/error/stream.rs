//! Requests about streams that contradict themselves. No text is observed but those of missing streams and shards, which
//! are `resource`'s; these are models.

/// A request about a stream that cannot be.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StreamError {
    /// A resource name that is no stream's.
    #[error("Invalid StreamArn")]
    Arn,
    /// An iterator that was never given out.
    #[error("Invalid ShardIterator")]
    Iterator,
    /// A sequence number of other than digits, or one the shard cannot hold.
    #[error("Invalid SequenceNumber")]
    SequenceNumber,
    /// A place beside a record, without the record.
    #[error("One or more parameter values were invalid: SequenceNumber is required for ShardIteratorType {0}")]
    SequenceNumberMissing(&'static str),
    /// A record, for a place that is not beside one.
    #[error(
        "One or more parameter values were invalid: SequenceNumber must not be specified for ShardIteratorType {0}"
    )]
    SequenceNumberUnexpected(&'static str),
    /// A filter without one of its two members.
    #[error("One or more parameter values were invalid: ShardFilter requires both Type and ShardId")]
    ShardFilter,
}
