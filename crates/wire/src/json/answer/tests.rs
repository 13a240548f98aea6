//! Responses of other endpoints: with more members than ours, with fewer, and with other words.

use crate::{
    AnswerError, BatchWriteItemResponse, DescribeTableResponse, DescribeTimeToLiveResponse, GetItemResponse,
    ListTablesResponse, ListTagsOfResourceResponse, Operation, QueryResponse, Response, TableStatus,
    TagResourceResponse, decode_response, encode_response,
};

fn table(members: &str) -> Result<DescribeTableResponse, AnswerError> {
    DescribeTableResponse::decode(format!(r#"{{"Table":{{{members}}}}}"#).as_bytes())
}

#[test]
fn unknown_members_are_ignored_and_missing_ones_have_defaults() {
    let read = table(r#""TableName":"T","Replicas":[{}],"StreamSpecification":null,"ItemCount":1099511627777000"#);
    let read = read.expect("a table").table;
    assert_eq!(
        (read.table_name.as_str(), read.table_status, read.item_count),
        ("T", TableStatus::Active, 1_099_511_627_777_000)
    );
    assert_eq!(read.stream_specification, None);
    assert!(read.global_secondary_indexes.is_empty());
}

#[test]
fn an_unknown_word_in_an_optional_part_counts_as_absent() {
    let read = table(
        r#""SSEDescription":{"Status":"DISABLED"},"StreamSpecification":{"StreamEnabled":true,"StreamViewType":""},
        "LocalSecondaryIndexes":[{"IndexName":"I","Projection":{"ProjectionType":""}}]"#,
    );
    let read = read.expect("a table").table;
    assert_eq!(read.sse_description, None);
    assert!(
        read.stream_specification
            .is_some_and(|stream| stream.stream_view_type.is_none())
    );
    assert_eq!(
        read.local_secondary_indexes
            .first()
            .map(|index| index.projection.projection_type),
        Some(None)
    );
}

#[test]
fn an_error_names_the_member() {
    let words = |outcome: Result<DescribeTableResponse, AnswerError>| outcome.map_err(|error| error.to_string());
    assert_eq!(
        words(table(r#""TableStatus":"ARCHIVED""#)),
        Err("Table.TableStatus has an unknown value".to_owned())
    );
    assert_eq!(
        words(table(r#""KeySchema":[{"AttributeName":1}]"#)),
        Err("Table.KeySchema.0.AttributeName has an unknown value".to_owned())
    );
    assert_eq!(
        words(DescribeTableResponse::decode(b"{}")),
        Err("Table is missing".to_owned())
    );
    assert!(matches!(
        DescribeTableResponse::decode(b"<html>"),
        Err(AnswerError::NotJson(_))
    ));
    assert!(matches!(
        GetItemResponse::decode(br#"{"Item":{"a":{"N":"x"}}}"#),
        Err(AnswerError::Value(_))
    ));
    assert_eq!(
        ListTablesResponse::decode(b"[]"),
        Err(AnswerError::Missing("TableNames"))
    );
    assert_eq!(
        GetItemResponse::decode(b"[]"),
        Err(AnswerError::WrongKind(String::new()))
    );
}

#[test]
fn what_requests_refuse_is_read() {
    let tags = ListTagsOfResourceResponse::decode(br#"{"Tags":[{"Key":"aws:b","Value":"2"}],"NextToken":"x"}"#);
    let tags = tags.expect("tags");
    assert_eq!(tags.next_token.as_deref(), Some("x"));
    assert_eq!(tags.tags.first().map(|tag| tag.key.as_str()), Some("aws:b"));
    let written = BatchWriteItemResponse::decode(br#"{"UnprocessedItems":{}}"#);
    assert_eq!(written, Ok(BatchWriteItemResponse::default()));
}

#[test]
fn responses_are_read_as_they_were_written() {
    for (operation, body) in [
        (
            Operation::Query,
            r#"{"Items":[{"a":{"N":"1"}}],"Count":1,"ScannedCount":2,"LastEvaluatedKey":{"a":{"N":"1"}},"ConsumedCapacity":{"TableName":"T","CapacityUnits":0.5,"Table":{"CapacityUnits":0.0},"GlobalSecondaryIndexes":{"I":{"CapacityUnits":0.5}}}}"#,
        ),
        (
            Operation::TransactGetItems,
            r#"{"Responses":[{"Item":{"a":{"S":"x"}}},{}],"ConsumedCapacity":[{"TableName":"T","CapacityUnits":4.0,"ReadCapacityUnits":4.0}]}"#,
        ),
        (
            Operation::BatchWriteItem,
            r#"{"UnprocessedItems":{"T":[{"DeleteRequest":{"Key":{"a":{"S":"x"}}}}]},"ItemCollectionMetrics":{"T":[{"ItemCollectionKey":{"a":{"S":"x"}},"SizeEstimateRangeGB":[0.0,1.0]}]}}"#,
        ),
        (
            Operation::DescribeTimeToLive,
            r#"{"TimeToLiveDescription":{"TimeToLiveStatus":"ENABLED","AttributeName":"e"}}"#,
        ),
        (
            Operation::DescribeContinuousBackups,
            r#"{"ContinuousBackupsDescription":{"ContinuousBackupsStatus":"ENABLED","PointInTimeRecoveryDescription":{"PointInTimeRecoveryStatus":"DISABLED"}}}"#,
        ),
        (
            Operation::DescribeKinesisStreamingDestination,
            r#"{"TableName":"T","KinesisDataStreamDestinations":[]}"#,
        ),
        (Operation::TagResource, ""),
        (Operation::DeleteScalingPolicy, "{}"),
    ] {
        let read = decode_response(operation, body.as_bytes()).expect("a response");
        assert_eq!(encode_response(&read), body);
    }
    let read = decode_response(Operation::TagResource, b"");
    assert_eq!(read, Ok(Response::TagResource(TagResourceResponse)));
}

#[test]
fn a_response_of_another_operation_is_refused_where_a_member_is_needed() {
    assert!(QueryResponse::decode(b"{}").is_err());
    assert!(DescribeTimeToLiveResponse::decode(b"{}").is_err());
}
