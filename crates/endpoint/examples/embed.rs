//! The engine in a test: fifteen lines that create a table, write an item, and read it back.
//!
//! `cargo test -p hashrange-endpoint --example embed` runs it as a test, `cargo run` as a program.

use hashrange_endpoint::{Settings, Timeline};

const TABLE: &str = r#"{"TableName":"Orders","BillingMode":"PAY_PER_REQUEST",
    "AttributeDefinitions":[{"AttributeName":"id","AttributeType":"S"}],
    "KeySchema":[{"AttributeName":"id","KeyType":"HASH"}]}"#;

#[test]
fn an_order_is_read_back() {
    main();
}

fn main() {
    let settings = Settings::default();
    let mut service: Timeline = Timeline::begin(&settings);
    let mut send = |operation: &str, body: &str| {
        let target = format!("DynamoDB_20120810.{operation}");
        service.dispatch(settings.start, &target, body.as_bytes()).answer.body
    };
    send("CreateTable", TABLE);
    send(
        "PutItem",
        r#"{"TableName":"Orders","Item":{"id":{"S":"1"},"total":{"N":"9.5"}}}"#,
    );
    let read = send(
        "GetItem",
        r#"{"TableName":"Orders","Key":{"id":{"S":"1"}},"ConsistentRead":true}"#,
    );
    assert_eq!(read, r#"{"Item":{"id":{"S":"1"},"total":{"N":"9.5"}}}"#);
}
