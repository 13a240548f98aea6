//! Answers about streams.

use super::item::item;
use crate::json::objects::objects;
use crate::json::writer::Writer;
use crate::operation::member::Member as _;
use crate::shape::{
    DescribeStreamResponse, GetRecordsResponse, ListStreamsResponse, Record, ShardDescription, StreamSummary,
};

#[inline(never)]
pub(super) fn listed(out: &mut Writer, response: &ListStreamsResponse) {
    out.key("Streams");
    objects(out, &response.streams, summary);
    out.optional_text("LastEvaluatedStreamArn", response.last_evaluated_stream_arn.as_deref());
}

fn summary(out: &mut Writer, stream: &StreamSummary) {
    out.text_member("StreamArn", &stream.stream_arn);
    out.text_member("TableName", &stream.table_name);
    out.text_member("StreamLabel", &stream.stream_label);
}

#[inline(never)]
pub(super) fn described(out: &mut Writer, response: &DescribeStreamResponse) {
    out.key("StreamDescription");
    out.object(|out| {
        summary(out, &response.summary);
        out.text_member("StreamStatus", response.stream_status.as_str());
        out.text_member("StreamViewType", response.stream_view_type.as_str());
        out.decimal_member("CreationRequestDateTime", response.creation_request_date_time);
        response.key_schema.write(out, "KeySchema");
        out.key("Shards");
        objects(out, &response.shards, shard);
        out.optional_text("LastEvaluatedShardId", response.last_evaluated_shard_id.as_deref());
    });
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

#[inline(never)]
pub(super) fn records(out: &mut Writer, response: &GetRecordsResponse) {
    out.key("Records");
    objects(out, &response.records, record);
    out.optional_text("NextShardIterator", response.next_shard_iterator.as_deref());
}

fn record(out: &mut Writer, record: &Record) {
    out.text_member("eventID", &record.event_id);
    out.text_member("eventName", record.event_name.as_str());
    out.text_member("eventVersion", "1.1");
    out.text_member("eventSource", "aws:dynamodb");
    out.text_member("awsRegion", &record.aws_region);
    out.key("dynamodb");
    out.object(|out| {
        out.count_member("ApproximateCreationDateTime", record.approximate_creation_date_time);
        item(out, "Keys", Some(&record.keys));
        item(out, "NewImage", record.new_image.as_deref());
        item(out, "OldImage", record.old_image.as_deref());
        out.text_member("SequenceNumber", &record.sequence_number);
        out.count_member("SizeBytes", record.size_bytes);
        out.text_member("StreamViewType", record.stream_view_type.as_str());
    });
    if record.by_service {
        // Spelled as in the model of the service; functions are handed the same members in lower case (documented).
        out.key("userIdentity");
        out.object(|out| {
            out.text_member("PrincipalId", "dynamodb.amazonaws.com");
            out.text_member("Type", "Service");
        });
    }
}
