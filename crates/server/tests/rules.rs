//! A folder written by a build with some rules and opened by one with others: acknowledged data exists, and differences
//! are reported once.
#![allow(clippy::disallowed_methods, reason = "a test of files")]

use std::ffi::OsString;
use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use hashrange_endpoint::change_rules;
use hashrange_server::{Options, Server};
use serde_json::{Value, json};

use crate::client::process::folder;
use crate::client::{call, until};

fn options(folder: &Path) -> Options {
    Options {
        port: 0,
        data_dir: Some(folder.to_owned()),
        ..Options::default()
    }
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
        ask(
            server,
            "DeleteItem",
            &json!({"TableName": name, "Key": {"Id": {"S": "goes"}}}),
        )
        .await;
        let update = json!({"TableName": name, "Key": {"Id": {"S": "plain"}}, "UpdateExpression": "SET Note = :v",
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

/// The state after a crash: all files at one time while the server runs. The server renames a finished checkpoint in the
/// background, so the files are read until they are the same twice.
fn copy(from: &Path, to: &Path) {
    let files = loop {
        if let (Some(once), Some(again)) = (files_of(from), files_of(from))
            && once == again
        {
            break again;
        }
    };
    fs::create_dir_all(to).unwrap();
    for (name, bytes) in files {
        fs::write(to.join(name), bytes).unwrap();
    }
}

/// The files of a folder, without the lock. `None` if one of them was renamed or deleted meanwhile.
fn files_of(folder: &Path) -> Option<Vec<(OsString, Vec<u8>)>> {
    let names = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name());
    let mut files = Vec::new();
    for name in names.filter(|name| name != "lock") {
        match fs::read(folder.join(&name)) {
            Ok(bytes) => files.push((name, bytes)),
            Err(error) => {
                assert_eq!(error.kind(), ErrorKind::NotFound, "{error}");
                return None;
            }
        }
    }
    files.sort();
    Some(files)
}

fn has_checkpoint(folder: &Path) -> bool {
    let names = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name());
    names
        .into_iter()
        .any(|name| name.to_string_lossy().starts_with("checkpoint-0"))
}

/// The rules belong to a thread, so one test covers everything.
#[tokio::test]
async fn a_folder_of_other_rules_holds_what_was_acknowledged() {
    let (written, crashed) = (folder("rules-written"), folder("rules-crashed"));
    let server = Server::start(&options(&written)).await.expect("it starts");
    write(&server).await;
    let was = items(&server).await;
    assert!(
        was[0].contains(r#""Note":{"S":"then"}"#) && was[1].contains(r#""Odd":{"N":"1.25"}"#),
        "{was:?}"
    );
    copy(&written, &crashed);
    server.stop().await.expect("the disk is well");

    change_rules(true);
    let server = Server::start(&options(&crashed)).await.expect("nothing stops");
    let report = server.report().expect("it is reported").to_owned();
    assert!(
        report.contains("7 records from another version of the program have different results"),
        "{report}"
    );
    assert!(
        report.contains("record 2, CreateTable") || report.contains("record 8, CreateTable"),
        "{report}"
    );
    assert!(
        report.contains("by the rules of this version it would be refused"),
        "{report}"
    );
    assert_eq!(items(&server).await, was);
    // Reported once, even if the server is killed: a checkpoint was written.
    until(async || has_checkpoint(&crashed)).await;
    let killed = folder("rules-killed");
    copy(&crashed, &killed);
    server.stop().await.expect("the disk is well");
    for folder in [&crashed, &killed] {
        let server = Server::start(&options(folder)).await.expect("nothing stops");
        assert_eq!((server.report(), items(&server).await), (None, was.clone()));
        server.stop().await.expect("the disk is well");
    }

    // The untouched folder has a checkpoint, and nothing to report.
    let server = Server::start(&options(&written)).await.expect("it starts");
    assert_eq!((server.report(), items(&server).await), (None, was.clone()));
    let odd = json!({"TableName": "Kept", "Item": {"Id": {"S": "more"}, "Odd": {"N": "1"}}});
    assert_eq!(call(&server, "PutItem", &odd).await.status, 400, "the rules are others");
    server.stop().await.expect("the disk is well");
    change_rules(false);
}
