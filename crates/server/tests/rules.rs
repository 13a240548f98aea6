//! A folder that a build with some rules wrote and one with others opens: what was acknowledged is there, and what differs is
//! told once.

#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "a test may fail")]
#![allow(clippy::disallowed_methods, reason = "a test of files")]

mod client;
#[path = "client/process.rs"]
mod process;

use std::fs;
use std::path::Path;

use client::call;
use hashrange_endpoint::change_rules;
use hashrange_server::{Options, Server};
use process::folder;
use serde_json::{Value, json};

fn options(folder: &Path) -> Options {
    Options { port: 0, data_dir: Some(folder.to_owned()), ..Options::default() }
}

async fn ask(server: &Server, operation: &str, body: &Value) -> Value {
    let reply = call(server, operation, body).await;
    assert_eq!(reply.status, 200, "{operation}: {}", reply.body);
    reply.json()
}

fn table(name: &str) -> Value {
    json!({"TableName": name, "BillingMode": "PAY_PER_REQUEST",
        "AttributeDefinitions": [{"AttributeName": "Id", "AttributeType": "S"}],
        "KeySchema": [{"AttributeName": "Id", "KeyType": "HASH"}]})
}

async fn write(server: &Server) {
    for name in ["Kept", "OldKept"] {
        ask(server, "CreateTable", &table(name)).await;
        for (id, more) in [("plain", "N"), ("odd", "Odd"), ("goes", "N")] {
            let item = json!({"Id": {"S": id}, more: {"N": "1.250"}, "Text": {"S": "ñ".repeat(200)}});
            ask(server, "PutItem", &json!({"TableName": name, "Item": item})).await;
        }
        ask(server, "DeleteItem", &json!({"TableName": name, "Key": {"Id": {"S": "goes"}}})).await;
        let update = json!({"TableName": name, "Key": {"Id": {"S": "plain"}}, "UpdateExpression": "SET Told = :v",
            "ExpressionAttributeValues": {":v": {"S": "then"}}});
        ask(server, "UpdateItem", &update).await;
    }
}

async fn items(server: &Server) -> Vec<String> {
    let mut all = Vec::new();
    for name in ["Kept", "OldKept"] {
        all.push(ask(server, "Scan", &json!({"TableName": name})).await.to_string());
    }
    all
}

/// What a crash leaves: all files as they are while the server runs.
fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap().map(Result::unwrap).filter(|entry| entry.file_name() != "lock") {
        fs::copy(entry.path(), to.join(entry.file_name())).unwrap();
    }
}

fn has_checkpoint(folder: &Path) -> bool {
    let names = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name());
    names.into_iter().any(|name| name.to_string_lossy().starts_with("checkpoint-0"))
}

/// The rules are those of a thread, so one test has all of it.
#[tokio::test]
async fn a_folder_of_other_rules_holds_what_was_acknowledged() {
    let (written, crashed) = (folder("rules-written"), folder("rules-crashed"));
    let server = Server::start(&options(&written)).await.expect("it starts");
    write(&server).await;
    let was = items(&server).await;
    assert!(was[0].contains(r#""Told":{"S":"then"}"#) && was[1].contains(r#""Odd":{"N":"1.25"}"#), "{was:?}");
    copy(&written, &crashed);
    server.stop().await.expect("the disk is well");

    change_rules(true);
    let server = Server::start(&options(&crashed)).await.expect("nothing stops");
    let report = server.report().expect("it is told").to_owned();
    assert!(report.contains("7 records of another version of the program come to something else"), "{report}");
    assert!(report.contains("record 2, CreateTable") || report.contains("record 8, CreateTable"), "{report}");
    assert!(report.contains("by the rules of this version it would be refused"), "{report}");
    assert_eq!(items(&server).await, was);
    // Told once, even where the server is killed: a checkpoint was written.
    for _ in 0..200 {
        if has_checkpoint(&crashed) {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    let killed = folder("rules-killed");
    copy(&crashed, &killed);
    server.stop().await.expect("the disk is well");
    for folder in [&crashed, &killed] {
        let server = Server::start(&options(folder)).await.expect("nothing stops");
        assert_eq!((server.report(), items(&server).await), (None, was.clone()));
        server.stop().await.expect("the disk is well");
    }

    // The folder that was left in peace has a checkpoint, and nothing to tell.
    let server = Server::start(&options(&written)).await.expect("it starts");
    assert_eq!((server.report(), items(&server).await), (None, was.clone()));
    let odd = json!({"TableName": "Kept", "Item": {"Id": {"S": "more"}, "Odd": {"N": "1"}}});
    assert_eq!(call(&server, "PutItem", &odd).await.status, 400, "the rules are others");
    server.stop().await.expect("the disk is well");
    change_rules(false);
}
