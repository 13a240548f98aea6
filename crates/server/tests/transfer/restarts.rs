//! What survives the end of a server: descriptions, lists, tokens; and what was under way has failed.

use std::fs;

use serde_json::{Value, json};

use super::client::call_at;
use super::process::Process;
use super::world::{World, import_of};

/// Takes the end of everything out of the file, as if the server had been killed before.
fn cut(world: &World) {
    let path = world.folder.join("data/transfers.json");
    let mut paper: Value = serde_json::from_slice(&fs::read(&path).expect("a file")).expect("JSON");
    for kind in ["exports", "imports"] {
        for entry in paper[kind].as_array_mut().expect("a list") {
            entry["ended"] = Value::Null;
        }
    }
    fs::write(path, paper.to_string()).expect("a file");
}

#[tokio::test]
async fn descriptions_survive_a_restart() {
    let world = World::begin("survive").await;
    let arn = world.table("Music").await;
    let request = json!({"TableArn": arn, "S3Bucket": "music", "ClientToken": "once"});
    let export = world.export(request.clone()).await;
    world.put_object("x", "nonsense");
    let import = world.import(import_of("Copy", "x")).await;
    assert_eq!(import["ErrorCount"], 1);
    let lists = (world.ask("ListExports", json!({})).await, world.ask("ListImports", json!({})).await);

    let world = world.again().await;
    assert_eq!(world.exported(&export["ExportArn"]).await, export);
    let told = world.ask("DescribeImport", json!({"ImportArn": import["ImportArn"]})).await;
    assert_eq!(told["ImportTableDescription"], import);
    assert_eq!((world.ask("ListExports", json!({})).await, world.ask("ListImports", json!({})).await), lists);
    let again = world.ask("ExportTableToPointInTime", request).await;
    assert_eq!(again["ExportDescription"], export, "its token is good still");
    world.end().await;
}

#[tokio::test]
async fn what_was_under_way_has_failed_after_a_restart() {
    let world = World::begin("cut").await;
    let arn = world.table("Music").await;
    let export = world.export(json!({"TableArn": arn, "S3Bucket": "music"})).await;
    let import = world.import(import_of("Copy", "")).await;
    let World { server, folder } = world;
    server.stop().await.expect("it ends well");
    let world = World { server: super::client::start(hashrange_server::Options::default()).await, folder };
    cut(&world);
    let world = world.again().await;
    let told = world.exported(&export["ExportArn"]).await;
    assert_eq!((&told["ExportStatus"], &told["FailureCode"]), (&json!("FAILED"), &json!("ServerEnded")));
    assert!(told["FailureMessage"].as_str().is_some_and(|text| text.contains("before the export was complete")));
    let told = world.ask("DescribeImport", json!({"ImportArn": import["ImportArn"]})).await;
    let told = &told["ImportTableDescription"];
    assert_eq!((&told["ImportStatus"], &told["FailureCode"]), (&json!("FAILED"), &json!("ServerEnded")));
    assert!(told["FailureMessage"].as_str().is_some_and(|text| text.contains("delete it and import again")));
    world.end().await;
}

#[tokio::test]
async fn a_server_that_ends_ends_what_is_under_way() {
    let world = World::begin("ends").await;
    let lines: String = (0..20_000)
        .map(|number| format!("{{\"Item\":{{\"p\":{{\"S\":\"a\"}},\"c\":{{\"N\":\"{number}\"}}}}}}\n"))
        .collect();
    world.put_object("x", lines);
    let begun = world.ask("ImportTable", import_of("Music", "x")).await["ImportTableDescription"].clone();
    // Others are answered meanwhile.
    assert_eq!(world.ask("ListTables", json!({})).await["TableNames"], json!(["Music"]));
    let world = world.again().await;
    let told = world.ask("DescribeImport", json!({"ImportArn": begun["ImportArn"]})).await;
    let told = &told["ImportTableDescription"];
    assert_ne!(told["ImportStatus"], "IN_PROGRESS");
    let imported = told["ImportedItemCount"].as_u64().expect("a number");
    let count = world.ask("Scan", json!({"TableName": "Music", "Select": "COUNT"})).await["Count"].as_u64();
    assert!(count >= Some(imported) || imported == 20_000, "{told} {count:?}");
    world.end().await;
}

#[tokio::test]
async fn an_import_ends_with_its_table() {
    let world = World::begin("gone").await;
    let lines: String = (0..20_000)
        .map(|number| format!("{{\"Item\":{{\"p\":{{\"S\":\"a\"}},\"c\":{{\"N\":\"{number}\"}}}}}}\n"))
        .collect();
    world.put_object("x", lines);
    let begun = world.ask("ImportTable", import_of("Music", "x")).await["ImportTableDescription"].clone();
    world.ask("DeleteTable", json!({"TableName": "Music"})).await;
    loop {
        let told = world.ask("DescribeImport", json!({"ImportArn": begun["ImportArn"]})).await;
        match told["ImportTableDescription"]["ImportStatus"].as_str() {
            Some("IN_PROGRESS") => {}
            // The import may have been quicker.
            Some(status) => break assert!(matches!(status, "CANCELLED" | "COMPLETED"), "{told}"),
            None => panic!("{told}"),
        }
    }
    world.end().await;
}

#[tokio::test]
async fn a_killed_server_tells_of_the_import_it_was_at() {
    let world = World::begin("killed").await;
    let folder = world.folder.join("of-process");
    fs::create_dir_all(folder.join("s3/music")).expect("a folder");
    let lines: String = (0..50_000)
        .map(|number| format!("{{\"Item\":{{\"p\":{{\"S\":\"a\"}},\"c\":{{\"N\":\"{number}\"}}}}}}\n"))
        .collect();
    fs::write(folder.join("s3/music/x"), lines).expect("a file");
    let (s3, data) = (folder.join("s3"), folder.join("data"));
    let arguments = ["--s3", s3.to_str().expect("text"), "--data-dir", data.to_str().expect("text")];

    let server = Process::start(&arguments);
    let begun = call_at(server.address, "ImportTable", &import_of("Music", "x")).await.expect("an answer").json();
    server.kill();
    let server = Process::start(&arguments);
    let arn = json!({"ImportArn": begun["ImportTableDescription"]["ImportArn"]});
    let told = call_at(server.address, "DescribeImport", &arn).await.expect("an answer").json();
    let told = &told["ImportTableDescription"];
    // It may have been quicker than the kill.
    let failed = (&told["ImportStatus"], &told["FailureCode"]) == (&json!("FAILED"), &json!("ServerEnded"));
    assert!(failed || told["ImportStatus"] == "COMPLETED", "{told}");
    drop(server);
    world.end().await;
}
