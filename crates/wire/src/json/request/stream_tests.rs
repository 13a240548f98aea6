//! Round trips of requests about streams.

use super::*;
use crate::shape::*;

const ARN: &str = "arn:aws:dynamodb:us-east-1:000000000000:table/Music/stream/2015-03-15T17:24:31.220";
const SHARD: &str = "shardId-00000001446500994480-a69421f6";

#[test]
fn requests_survive_being_written_and_read() {
    let list = ListStreamsRequest {
        table_name: Some("Music".to_owned()),
        limit: Some(5),
        exclusive_start_stream_arn: Some(ARN.to_owned()),
    };
    let shard_filter = Some(ShardFilter {
        kind: ShardFilterType::ChildShards,
        shard_id: SHARD.to_owned(),
    });
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
        timestamp: None,
    };
    let at_time = GetShardIteratorRequest {
        shard_iterator_type: ShardIteratorType::AtTimestamp,
        sequence_number: None,
        timestamp: Some(1_791_316_726.48),
        ..iterator.clone()
    };
    let latest = GetShardIteratorRequest {
        shard_iterator_type: ShardIteratorType::Latest,
        sequence_number: None,
        ..iterator.clone()
    };
    let records = GetRecordsRequest {
        shard_iterator: format!("{ARN}|1|00"),
        limit: Some(1000),
    };
    let requests: [Request; 7] = [
        list.into(),
        ListStreamsRequest::default().into(),
        describe.into(),
        iterator.into(),
        latest.into(),
        at_time.into(),
        records.into(),
    ];
    for request in requests {
        for text in [encode_request(&request), encode_request_pretty(&request)] {
            assert_eq!(
                decode(request.operation(), text.as_bytes()).as_ref(),
                Ok(&request),
                "{text}"
            );
        }
        assert_eq!(check(&request), Ok(()));
    }
}
