//! Requests about streams, from their members and back.

use super::members::needed;
use super::members::{count, fields, invalid, string, word};
use crate::error::StreamError;
use crate::json::tape::Node;
use crate::json::writer::Writer;
use crate::rejection::Rejection;
use crate::shape::{DescribeStreamRequest, GetShardIteratorRequest, ShardFilter, ShardFilterType, ShardIteratorType};

#[inline(never)]
pub(super) fn describe_stream(root: Node<'_>) -> Result<DescribeStreamRequest, Rejection> {
    let mut request =
        DescribeStreamRequest { stream_arn: string(needed(root, "StreamArn")?)?, ..DescribeStreamRequest::default() };
    for (name, node) in fields(root) {
        match name {
            "Limit" => request.limit = Some(count(node)?),
            "ExclusiveStartShardId" => request.exclusive_start_shard_id = Some(string(node)?),
            "ShardFilter" => request.shard_filter = Some(shard_filter(node)?),
            _ => {}
        }
    }
    Ok(request)
}

fn shard_filter(node: Node<'_>) -> Result<ShardFilter, Rejection> {
    match (node.member("Type"), node.member("ShardId")) {
        (Some(kind), Some(shard)) => {
            Ok(ShardFilter { kind: word(kind, ShardFilterType::from_wire)?, shard_id: string(shard)? })
        }
        _ => Err(invalid(StreamError::ShardFilter)),
    }
}

/// A sequence number goes with the places beside a record, and with no other (observed, without the words).
#[inline(never)]
pub(super) fn get_shard_iterator(root: Node<'_>) -> Result<GetShardIteratorRequest, Rejection> {
    let kind = word(needed(root, "ShardIteratorType")?, ShardIteratorType::from_wire)?;
    let sequence_number = root.member("SequenceNumber").map(string).transpose()?;
    let beside = matches!(kind, ShardIteratorType::AtSequenceNumber | ShardIteratorType::AfterSequenceNumber);
    match &sequence_number {
        None if beside => return Err(invalid(StreamError::SequenceNumberMissing(kind.as_str()))),
        Some(_) if !beside => return Err(invalid(StreamError::SequenceNumberUnexpected(kind.as_str()))),
        Some(digits) if !digits.bytes().all(|byte| byte.is_ascii_digit()) => {
            return Err(invalid(StreamError::SequenceNumber));
        }
        _ => {}
    }
    Ok(GetShardIteratorRequest {
        stream_arn: string(needed(root, "StreamArn")?)?,
        shard_id: string(needed(root, "ShardId")?)?,
        shard_iterator_type: kind,
        sequence_number,
    })
}

#[inline(never)]
pub(super) fn write_describe_stream(out: &mut Writer, request: &DescribeStreamRequest) {
    out.text_member("StreamArn", &request.stream_arn);
    limit(out, request.limit);
    out.optional_text("ExclusiveStartShardId", request.exclusive_start_shard_id.as_deref());
    if let Some(filter) = &request.shard_filter {
        out.key("ShardFilter");
        out.inline_object(|out| {
            out.text_member("Type", filter.kind.as_str());
            out.text_member("ShardId", &filter.shard_id);
        });
    }
}

#[inline(never)]
pub(super) fn write_get_shard_iterator(out: &mut Writer, request: &GetShardIteratorRequest) {
    out.text_member("StreamArn", &request.stream_arn);
    out.text_member("ShardId", &request.shard_id);
    out.text_member("ShardIteratorType", request.shard_iterator_type.as_str());
    out.optional_text("SequenceNumber", request.sequence_number.as_deref());
}

fn limit(out: &mut Writer, limit: Option<u32>) {
    if let Some(limit) = limit {
        out.count_member("Limit", u64::from(limit));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::{check, decode, encode_request, encode_request_pretty};
    use crate::request::Request;
    use crate::shape::{GetRecordsRequest, ListStreamsRequest};

    const ARN: &str = "arn:aws:dynamodb:us-east-1:000000000000:table/Music/stream/2015-03-15T17:24:31.220";
    const SHARD: &str = "shardId-00000001446500994480-a69421f6";

    #[test]
    fn requests_survive_being_written_and_read() {
        let list = ListStreamsRequest {
            table_name: Some("Music".to_owned()),
            limit: Some(5),
            exclusive_start_stream_arn: Some(ARN.to_owned()),
        };
        let shard_filter = Some(ShardFilter { kind: ShardFilterType::ChildShards, shard_id: SHARD.to_owned() });
        let describe = DescribeStreamRequest {
            stream_arn: ARN.to_owned(),
            limit: Some(100),
            exclusive_start_shard_id: Some(SHARD.to_owned()),
            shard_filter,
        };
        let iterator = GetShardIteratorRequest {
            stream_arn: ARN.to_owned(),
            shard_id: SHARD.to_owned(),
            shard_iterator_type: ShardIteratorType::AfterSequenceNumber,
            sequence_number: Some("100000000000000499659".to_owned()),
        };
        let latest = GetShardIteratorRequest {
            shard_iterator_type: ShardIteratorType::Latest,
            sequence_number: None,
            ..iterator.clone()
        };
        let records = GetRecordsRequest { shard_iterator: format!("{ARN}|1|00"), limit: Some(1000) };
        let requests: [Request; 6] = [
            list.into(),
            ListStreamsRequest::default().into(),
            describe.into(),
            iterator.into(),
            latest.into(),
            records.into(),
        ];
        for request in requests {
            for text in [encode_request(&request), encode_request_pretty(&request)] {
                assert_eq!(decode(request.operation(), text.as_bytes()).as_ref(), Ok(&request), "{text}");
            }
            assert_eq!(check(&request), Ok(()));
        }
    }
}
