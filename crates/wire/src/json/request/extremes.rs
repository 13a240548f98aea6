//! Bodies that few clients send: a repeated member, deep nesting, numbers beyond 32 bits.

use super::*;
use crate::shape::{BatchWriteItemRequest, ScanRequest, SearchVectorsRequest};

fn refused(operation: Operation, body: &str) -> String {
    decode(operation, body.as_bytes()).expect_err(body).to_string()
}

#[test]
fn the_last_of_a_member_that_stands_twice_counts() {
    let (one, none) = (r#"{"abc":[{"PutRequest":{"Item":{"p":{"S":"a"}}}}]}"#, "{}");
    let other = r#"{"def":[{"DeleteRequest":{"Key":{"p":{"S":"a"}}}}]}"#;
    let batch = |first: &str, second: &str| format!(r#"{{"RequestItems":{first},"RequestItems":{second}}}"#);
    let tables = |body: String| match decode(Operation::BatchWriteItem, body.as_bytes()) {
        Ok(Request::BatchWriteItem(BatchWriteItemRequest { request_items, .. })) => {
            request_items.keys().cloned().collect()
        }
        outcome => vec![format!("{outcome:?}")],
    };
    assert_eq!(tables(batch(one, other)), ["def"]);
    assert_eq!(tables(batch(none, one)), ["abc"]);
    assert_eq!(tables(batch(one, "null")), ["abc"], "null is no member");
    let text = refused(Operation::BatchWriteItem, &batch(one, none));
    assert_eq!(text, "The requestItems parameter is required for BatchWriteItem");
    let text = refused(Operation::BatchWriteItem, &batch(one, r#"{"abc":[]}"#));
    assert!(
        text.starts_with("1 validation error detected: Value '{abc=[]}' at 'requestItems'"),
        "{text}"
    );
}

#[test]
fn what_a_later_member_replaces_only_has_to_be_of_its_kind() {
    let scan = |first: &str, second: &str| format!(r#"{{"TableName":"abc",{first},{second}}}"#);
    let body = scan(r#""Select":"SOME""#, r#""Select":"COUNT""#);
    assert!(decode(Operation::Scan, body.as_bytes()).is_ok());
    let text = refused(Operation::Scan, &scan(r#""Limit":"1""#, r#""Limit":1"#));
    assert_eq!(text, "STRING_VALUE cannot be converted to Integer");
    let get = r#"{"Get":{"TableName":"abc","Key":{"p":{"S":"a"}}}}"#;
    let body = format!(r#"{{"TransactItems":[{{"Get":{{}}}}],"TransactItems":[{get}]}}"#);
    assert!(decode(Operation::TransactGetItems, body.as_bytes()).is_ok());
    let put = r#"{"Put":{"TableName":"abc","Item":{"p":{"S":"a"}}}}"#;
    let body = format!(r#"{{"TransactItems":[{{}}],"TransactItems":[{put}]}}"#);
    assert!(decode(Operation::TransactWriteItems, body.as_bytes()).is_ok());
}

#[test]
fn no_depth_leaves_a_search_to_other_code() {
    let deep = format!("{}{{\"S\":\"a\"}}{}", "{\"L\":[".repeat(70), "]}".repeat(70));
    let body = format!(
        r#"{{"TableName":"abc","IndexName":"abc","SearchVector":[{{"N":"1"}}],"TopK":1,"SearchConditionExpression":"a = :a","ExpressionAttributeValues":{{":a":{deep}}}}}"#
    );
    let text = refused(Operation::SearchVectors, &body);
    assert!(
        text.starts_with("Nesting Levels have exceeded supported limits"),
        "{text}"
    );
}

#[test]
fn a_count_has_32_bits() {
    let text = "NUMBER_VALUE cannot be converted to Integer";
    for body in [
        r#"{"TableName":"abc","Limit":3000000000}"#,
        r#"{"TableName":"abc","Limit":30000000000}"#,
    ] {
        assert_eq!(refused(Operation::Scan, body), text);
    }
    assert!(decode(Operation::Scan, br#"{"TableName":"abc","Limit":2147483647}"#).is_ok());
    let scan = ScanRequest {
        table_name: "abc".into(),
        limit: Some(3_000_000_000),
        ..ScanRequest::default()
    };
    assert_eq!(
        check(&scan.into()).map_err(|rejection| rejection.to_string()),
        Err(text.to_owned())
    );
    let search = SearchVectorsRequest {
        table_name: "abc".into(),
        index_name: "abc".into(),
        search_vector: vec![hashrange_values::AttributeValue::N(1.into())],
        top_k: 3_000_000_000,
        ..SearchVectorsRequest::default()
    };
    let text = "invalid type: integer `3000000000`, expected i32 at line 1 column";
    let outcome = check(&search.into()).map_err(|rejection| rejection.to_string());
    assert!(
        outcome.as_ref().is_err_and(|said| said.starts_with(text)),
        "{outcome:?}"
    );
}
