//! ListStreams: lists the streams.

use super::answer::Answer;
use super::body::{Asked, members};
use crate::constraint::{Kind, Member, NAME, Rule};
use crate::json::{Writer, objects};
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

impl Answer for ListStreamsResponse {
    fn write(&self, out: &mut Writer) {
        out.key("Streams");
        objects(out, &self.streams, summary);
        out.optional_text("LastEvaluatedStreamArn", self.last_evaluated_stream_arn.as_deref());
    }
}

pub(super) fn summary(out: &mut Writer, stream: &StreamSummary) {
    out.text_member("StreamArn", &stream.stream_arn);
    out.text_member("TableName", &stream.table_name);
    out.text_member("StreamLabel", &stream.stream_label);
}
