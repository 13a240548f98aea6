//! A panic in the engine, when the state is half changed. The server ends with an error and sends no response. After a
//! restart, all acknowledged data exists, and no data of the failed request.
#![allow(clippy::disallowed_methods, reason = "a test of files")]

use hashrange_engine::Fault;
use hashrange_server::{Options, Server};
use serde_json::{Value, json};

use crate::client::call;
use crate::client::process::folder;

fn table() -> Value {
    json!({"TableName": "Orders", "BillingMode": "PAY_PER_REQUEST",
        "AttributeDefinitions": [{"AttributeName": "Id", "AttributeType": "S"}, {"AttributeName": "g", "AttributeType": "S"}],
        "KeySchema": [{"AttributeName": "Id", "KeyType": "HASH"}],
        "StreamSpecification": {"StreamEnabled": true, "StreamViewType": "NEW_AND_OLD_IMAGES"},
        "GlobalSecondaryIndexes": [{"IndexName": "ByG", "KeySchema": [{"AttributeName": "g", "KeyType": "HASH"}],
            "Projection": {"ProjectionType": "ALL"}}]})
}

fn put(id: &str) -> Value {
    json!({"TableName": "Orders", "Item": {"Id": {"S": id}, "g": {"S": "one"}}})
}

async fn ask(server: &Server, operation: &str, body: &Value) -> Value {
    let reply = call(server, operation, body).await;
    assert_eq!(reply.status, 200, "{operation}: {}", reply.body);
    reply.json()
}

/// The ids of a Scan of the table or of its index.
async fn ids(server: &Server, index: Option<&str>) -> Vec<String> {
    let mut body = json!({"TableName": "Orders"});
    if let Some(index) = index {
        body["IndexName"] = json!(index);
    }
    let answer = ask(server, "Scan", &body).await;
    let mut ids: Vec<_> = answer["Items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|item| item["Id"]["S"].as_str().unwrap().to_owned())
        .collect();
    ids.sort_unstable();
    ids
}

/// Faults affect the complete process, so one test causes them one after another.
#[tokio::test]
async fn nothing_is_answered_from_an_engine_that_panicked() {
    let transaction = json!({"TransactItems": [{"Put": put("half")}, {"Put": put("other")}]});
    let index = json!({"TableName": "Orders",
        "AttributeDefinitions": [{"AttributeName": "Id", "AttributeType": "S"}, {"AttributeName": "h", "AttributeType": "S"}],
        "GlobalSecondaryIndexUpdates": [{"Create": {"IndexName": "ByH",
            "KeySchema": [{"AttributeName": "h", "KeyType": "HASH"}], "Projection": {"ProjectionType": "ALL"}}}]});
    let batch = json!({"RequestItems": {"Orders": [{"PutRequest": {"Item": put("half")["Item"]}},
        {"PutRequest": {"Item": put("other")["Item"]}}]}});
    for (name, fault, passes, operation, body) in [
        ("put", Fault::Write, 0, "PutItem", put("half")),
        ("transaction", Fault::Write, 1, "TransactWriteItems", transaction),
        ("batch", Fault::Write, 1, "BatchWriteItem", batch),
        ("backfill", Fault::Backfill, 0, "UpdateTable", index),
    ] {
        let folder = folder(&format!("fault-{name}"));
        let options = Options {
            port: 0,
            data_dir: Some(folder),
            ..Options::default()
        };
        let server = Server::start(&options).await.expect("it starts");
        ask(&server, "CreateTable", &table()).await;
        for id in ["a", "b"] {
            ask(&server, "PutItem", &put(id)).await;
        }
        fault.arm(passes);
        assert_eq!(call(&server, operation, &body).await.status, 500, "{name}");
        for (operation, body) in [
            ("Scan", json!({"TableName": "Orders"})),
            ("PutItem", put("c")),
            ("ListTables", json!({})),
        ] {
            assert_eq!(call(&server, operation, &body).await.status, 500, "{name}: {operation}");
        }
        assert!(
            server.failure().await.to_string().contains("because of a bug"),
            "{name}"
        );
        server.stop().await.expect("the disk is well");

        let server = Server::start(&options).await.expect("it starts again");
        assert_eq!(ids(&server, None).await, ["a", "b"], "{name}");
        assert_eq!(ids(&server, Some("ByG")).await, ["a", "b"], "{name}");
        let described = ask(&server, "DescribeTable", &json!({"TableName": "Orders"})).await;
        assert_eq!(
            described["Table"]["GlobalSecondaryIndexes"].as_array().unwrap().len(),
            1,
            "{name}"
        );
        ask(&server, "PutItem", &put("c")).await;
        server.stop().await.expect("the disk is well");
    }
}
