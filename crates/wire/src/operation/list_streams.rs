//! ListStreams: lists the streams.

use super::body::{Asked, members};
use super::told::told;
use crate::constraint::{Kind, Member, NAME, Rule};
use crate::shape::StreamSummary;

members! {
    /// ListStreams.
    ListStreamsRequest = LIST_STREAMS {
        /// Lists only the streams of this table.
        "TableName" table_name: Option<String>,
        /// Maximum number of streams to return, up to 100.
        "Limit" limit: Option<u32>,
        /// The stream after which the list continues.
        "ExclusiveStartStreamArn" exclusive_start_stream_arn: Option<String>,
    }
}

/// Response to ListStreams.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ListStreamsResponse {
    /// The streams.
    pub streams: Vec<StreamSummary>,
    /// The last listed stream. Absent at the end.
    pub last_evaluated_stream_arn: Option<String>,
}

static LIST_STREAMS: Asked = Asked::of("ListStreamsInput").members(&[
    Member::optional("TableName", Kind::TableReference).with(NAME),
    Member::optional("Limit", Kind::Integer).with(&[Rule::AtLeast(1), Rule::AtMost(100)]),
    Member::optional("ExclusiveStartStreamArn", Kind::Text).with(&[Rule::MinLength(37), Rule::MaxLength(1024)]),
]);

told! {
    answer ListStreamsResponse {
        "Streams" streams,
        "LastEvaluatedStreamArn" last_evaluated_stream_arn,
    }
}

told! {
    part StreamSummary {
        "StreamArn" stream_arn,
        "TableName" table_name,
        "StreamLabel" stream_label,
    }
}
