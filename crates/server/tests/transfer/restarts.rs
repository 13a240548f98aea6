//! What survives the end of a server: descriptions, lists, tokens. Running exports and imports fail.

use std::fs;

use serde_json::{Value, json};

use super::world::{World, import_of};
use crate::client::call_at;
use crate::client::process::Process;

/// Removes the results from the file, as if the server had been killed before.
fn cut(world: &World) {
    let path = world.folder.join("data/transfers.json");
    let mut transfers: Value = serde_json::from_slice(&fs::read(&path).expect("a file")).expect("JSON");
    for kind in ["exports", "imports"] {
        for entry in transfers[kind].as_array_mut().expect("a list") {
            entry["ended"] = Value::Null;
        }
    }
    fs::write(path, transfers.to_string()).expect("a file");
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
    let lists = (
        world.ask("ListExports", json!({})).await,
        world.ask("ListImports", json!({})).await,
    );

    let world = world.again().await;
    assert_eq!(world.exported(&export["ExportArn"]).await, export);
    let reported = world
        .ask("DescribeImport", json!({"ImportArn": import["ImportArn"]}))
        .await;
    assert_eq!(reported["ImportTableDescription"], import);
    assert_eq!(
        (
            world.ask("ListExports", json!({})).await,
            world.ask("ListImports", json!({})).await
        ),
        lists
    );
    let again = world.ask("ExportTableToPointInTime", request).await;
    assert_eq!(again["ExportDescription"], export, "its token is good still");
    world.end().await;
}

#[tokio::test]
async fn exports_and_imports_that_were_running_have_failed_after_a_restart() {
    let world = World::begin("cut").await;
    let arn = world.table("Music").await;
    let export = world.export(json!({"TableArn": arn, "S3Bucket": "music"})).await;
    let import = world.import(import_of("Copy", "")).await;
    let World { server, folder } = world;
    server.stop().await.expect("it ends well");
    let world = World {
        server: crate::client::start(hashrange_server::Options::default()).await,
        folder,
    };
    cut(&world);
    let world = world.again().await;
    let reported = world.exported(&export["ExportArn"]).await;
    assert_eq!(
        (&reported["ExportStatus"], &reported["FailureCode"]),
        (&json!("FAILED"), &json!("ServerEnded"))
    );
    assert!(
        reported["FailureMessage"]
            .as_str()
            .is_some_and(|text| text.contains("before the export was complete"))
    );
    let reported = world
        .ask("DescribeImport", json!({"ImportArn": import["ImportArn"]}))
        .await;
    let reported = &reported["ImportTableDescription"];
    assert_eq!(
        (&reported["ImportStatus"], &reported["FailureCode"]),
        (&json!("FAILED"), &json!("ServerEnded"))
    );
    assert!(
        reported["FailureMessage"]
            .as_str()
            .is_some_and(|text| text.contains("delete it and import again"))
    );
    world.end().await;
}

#[tokio::test]
async fn a_server_that_stops_ends_running_exports_and_imports() {
    let world = World::begin("ends").await;
    let lines: String = (0..20_000)
        .map(|number| format!("{{\"Item\":{{\"p\":{{\"S\":\"a\"}},\"c\":{{\"N\":\"{number}\"}}}}}}\n"))
        .collect();
    world.put_object("x", lines);
    let begun = world.ask("ImportTable", import_of("Music", "x")).await["ImportTableDescription"].clone();
    // Other requests are handled meanwhile.
    assert_eq!(world.ask("ListTables", json!({})).await["TableNames"], json!(["Music"]));
    let world = world.again().await;
    let reported = world
        .ask("DescribeImport", json!({"ImportArn": begun["ImportArn"]}))
        .await;
    let reported = &reported["ImportTableDescription"];
    assert_ne!(reported["ImportStatus"], "IN_PROGRESS");
    let imported = reported["ImportedItemCount"].as_u64().expect("a number");
    let count = world
        .ask("Scan", json!({"TableName": "Music", "Select": "COUNT"}))
        .await["Count"]
        .as_u64();
    assert!(count >= Some(imported) || imported == 20_000, "{reported} {count:?}");
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
        let reported = world
            .ask("DescribeImport", json!({"ImportArn": begun["ImportArn"]}))
            .await;
        match reported["ImportTableDescription"]["ImportStatus"].as_str() {
            Some("IN_PROGRESS") => {}
            // The import may have been faster than the request.
            Some(status) => break assert!(matches!(status, "CANCELLED" | "COMPLETED"), "{reported}"),
            None => panic!("{reported}"),
        }
    }
    world.end().await;
}

#[tokio::test]
async fn a_killed_server_reports_of_the_import_it_was_at() {
    let world = World::begin("killed").await;
    let folder = world.folder.join("of-process");
    fs::create_dir_all(folder.join("s3/music")).expect("a folder");
    let lines: String = (0..50_000)
        .map(|number| format!("{{\"Item\":{{\"p\":{{\"S\":\"a\"}},\"c\":{{\"N\":\"{number}\"}}}}}}\n"))
        .collect();
    fs::write(folder.join("s3/music/x"), lines).expect("a file");
    let (s3, data) = (folder.join("s3"), folder.join("data"));
    let arguments = [
        "--s3",
        s3.to_str().expect("text"),
        "--data-dir",
        data.to_str().expect("text"),
    ];

    let server = Process::start(&arguments);
    let begun = call_at(server.address, "ImportTable", &import_of("Music", "x"))
        .await
        .expect("an answer")
        .json();
    server.kill();
    let server = Process::start(&arguments);
    let arn = json!({"ImportArn": begun["ImportTableDescription"]["ImportArn"]});
    let reported = call_at(server.address, "DescribeImport", &arn)
        .await
        .expect("an answer")
        .json();
    let reported = &reported["ImportTableDescription"];
    // The import may have been faster than the kill.
    let failed = (&reported["ImportStatus"], &reported["FailureCode"]) == (&json!("FAILED"), &json!("ServerEnded"));
    assert!(failed || reported["ImportStatus"] == "COMPLETED", "{reported}");
    drop(server);
    world.end().await;
}
