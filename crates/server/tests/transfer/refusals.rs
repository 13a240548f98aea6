//! Immediate refusals with the service's texts; tokens; and lists.

use std::fs;

use hashrange_server::{AccessKey, Options, Server};
use serde_json::{Value, json};

use super::world::{World, import_of, options, table};
use crate::client::{call, start};

#[tokio::test]
async fn an_export_needs_its_table_with_recovery_on() {
    let world = World::begin("needs").await;
    let created = world.ask("CreateTable", table("Music")).await;
    let arn = created["TableDescription"]["TableArn"]
        .as_str()
        .expect("a name")
        .to_owned();
    let export = |arn: &str| json!({"TableArn": arn, "S3Bucket": "music"});
    for (asked, refusal) in [
        (
            arn.clone(),
            "PointInTimeRecoveryUnavailableException: Point in time recovery is not enabled for table 'Music'"
                .to_owned(),
        ),
        (
            arn.replace("Music", "Missing"),
            format!(
                "TableNotFoundException: Table not found: {}",
                arn.replace("Music", "Missing")
            ),
        ),
        (
            arn.replace("us-east-1", "eu-west-1"),
            format!(
                "TableNotFoundException: Table not found: {}",
                arn.replace("us-east-1", "eu-west-1")
            ),
        ),
        (
            "Music".to_owned(),
            "ValidationException: One or more parameter values were invalid: tableArn is not a valid ARN".to_owned(),
        ),
        (
            format!("{arn}/index/Genre"),
            "ValidationException: Invalid Request: Table ARN is invalid.".to_owned(),
        ),
    ] {
        assert_eq!(world.refused("ExportTableToPointInTime", export(&asked)).await, refusal);
    }
    let other = world
        .refused(
            "ExportTableToPointInTime",
            export(&arn.replace("000000000000", "111111111111")),
        )
        .await;
    assert!(other.starts_with("AccessDeniedException: "), "{other}");
    world.end().await;
}

#[tokio::test]
async fn times_that_are_not_kept_are_refused() {
    let world = World::begin("times").await;
    let arn = world.table("Music").await;
    for time in [1_000_000_000.0, 10_000_000_000.0] {
        let refusal = world.refused(
            "ExportTableToPointInTime",
            json!({"TableArn": arn, "S3Bucket": "music", "ExportTime": time}),
        );
        assert_eq!(refusal.await, "InvalidExportTimeException: Export Time is invalid");
    }
    let period = |from: f64| {
        json!({"TableArn": arn, "S3Bucket": "music", "ExportType": "INCREMENTAL_EXPORT",
                                    "IncrementalExportSpecification": {"ExportFromTime": from}})
    };
    let early = world.refused("ExportTableToPointInTime", period(1_000_000_000.0)).await;
    assert_eq!(
        early,
        "InvalidExportTimeException: Incremental export period from time cannot be less than the table creation time : 2001-09-09T01:46:40Z"
    );
    world.end().await;
}

#[tokio::test]
async fn names_that_lead_elsewhere_and_formats_that_are_not_spoken_are_refused() {
    let world = World::begin("names").await;
    let arn = world.table("Music").await;
    // An empty prefix is refused (observed: export-fields).
    let export = json!({"TableArn": arn, "S3Bucket": "music", "S3Prefix": ""});
    let refusal = world.refused("ExportTableToPointInTime", export).await;
    assert!(refusal.contains("at 's3Prefix' failed"), "{refusal}");
    for prefix in ["../x", "/etc", "a/../../b", "a\\b"] {
        let export = json!({"TableArn": arn, "S3Bucket": "music", "S3Prefix": prefix});
        let refusal = world.refused("ExportTableToPointInTime", export).await;
        assert!(
            refusal.starts_with("ValidationException: Invalid Request: S3Prefix "),
            "{refusal}"
        );
        let refusal = world.refused("ImportTable", import_of("Other", prefix)).await;
        assert!(
            refusal.starts_with("ValidationException: Invalid Request: S3KeyPrefix "),
            "{refusal}"
        );
    }
    let bucket = world
        .refused(
            "ExportTableToPointInTime",
            json!({"TableArn": arn, "S3Bucket": "../music"}),
        )
        .await;
    assert!(
        bucket.starts_with("ValidationException: 1 validation error detected: Value '../music' at 's3Bucket'"),
        "{bucket}"
    );
    let ion = world.refused(
        "ExportTableToPointInTime",
        json!({"TableArn": arn, "S3Bucket": "music", "ExportFormat": "ION"}),
    );
    assert!(ion.await.contains("ION is not supported here"));
    let mut ion = import_of("Other", "");
    ion["InputFormat"] = json!("ION");
    assert!(
        world
            .refused("ImportTable", ion)
            .await
            .contains("ION is not supported here")
    );
    assert_eq!(fs::read_dir(world.object("")).expect("a folder").count(), 0);
    assert_eq!(world.ask("ListTables", json!({})).await["TableNames"], json!(["Music"]));
    world.end().await;
}

#[tokio::test]
async fn an_export_to_no_bucket_fails_afterwards() {
    let world = World::begin("afterwards").await;
    let arn = world.table("Music").await;
    let export = world.export(json!({"TableArn": arn, "S3Bucket": "missing"})).await;
    assert_eq!(
        (&export["ExportStatus"], &export["FailureCode"]),
        (&json!("FAILED"), &json!("S3NoSuchBucket"))
    );
    let owner = json!({"TableArn": arn, "S3Bucket": "music", "S3BucketOwner": "111111111111"});
    assert_eq!(world.export(owner).await["FailureCode"], "S3AccessDenied");
    assert!(export["ExportManifest"].is_null() && !export["EndTime"].is_null());
    world.end().await;
}

#[tokio::test]
async fn one_token_is_one_export() {
    let world = World::begin("token").await;
    let arn = world.table("Music").await;
    let request = json!({"TableArn": arn, "S3Bucket": "music", "ClientToken": "once"});
    let first = world.export(request.clone()).await;
    let again = world.ask("ExportTableToPointInTime", request.clone()).await["ExportDescription"].clone();
    assert_eq!(again, first);
    let mut other = request;
    other["S3Prefix"] = json!("elsewhere");
    let conflict = world.refused("ExportTableToPointInTime", other).await;
    assert_eq!(
        conflict,
        "ExportConflictException: Export conflict: Duplicate request detected with conflicting parameters"
    );
    let without = json!({"TableArn": arn, "S3Bucket": "music"});
    assert_ne!(
        world.export(without.clone()).await["ExportArn"],
        world.export(without).await["ExportArn"]
    );
    world.end().await;
}

#[tokio::test]
async fn one_token_is_one_import_and_a_table_is_imported_once() {
    let world = World::begin("once").await;
    let request = import_of("Music", "");
    let first = world.import(request.clone()).await;
    let taken = "ResourceInUseException: Table already exists: Music";
    assert_eq!(world.refused("ImportTable", request.clone()).await, taken);
    let mut other = request.clone();
    other["TableCreationParameters"]["TableName"] = json!("Other");
    let conflict = "ImportConflictException: Import conflict: Duplicate request detected with conflicting parameters";
    assert_eq!(world.refused("ImportTable", other).await, conflict);
    world.ask("DeleteTable", json!({"TableName": "Music"})).await;
    let again = world.ask("ImportTable", request.clone()).await["ImportTableDescription"].clone();
    assert_eq!(again, first, "the table is gone, the token is not");
    let mut tokenless = request;
    tokenless.as_object_mut().expect("an object").remove("ClientToken");
    let refusal = world.refused("ImportTable", tokenless).await;
    assert!(refusal.contains("Value null at 'clientToken'"), "{refusal}");
    world.end().await;
}

#[tokio::test]
async fn lists_have_pages_newest_first() {
    let world = World::begin("lists").await;
    let (music, films) = (world.table("Music").await, world.table("Films").await);
    let mut begun = Vec::new();
    for number in 0..12 {
        let arn = if number % 4 == 0 { &films } else { &music };
        let export = world.export(json!({"TableArn": arn, "S3Bucket": "missing"})).await;
        begun.insert(0, export["ExportArn"].clone());
    }
    let names = |page: &Value| -> Vec<Value> {
        page["ExportSummaries"]
            .as_array()
            .expect("a list")
            .iter()
            .map(|summary| summary["ExportArn"].clone())
            .collect()
    };
    let first = world.ask("ListExports", json!({})).await;
    assert_eq!(first["ExportSummaries"][0]["ExportType"], "FULL_EXPORT");
    let second = world.ask("ListExports", json!({"NextToken": first["NextToken"]})).await;
    assert_eq!([names(&first), names(&second)].concat(), begun);
    assert!(second["NextToken"].is_null());
    let of_films = world
        .ask("ListExports", json!({"TableArn": films, "MaxResults": 25}))
        .await;
    assert_eq!(names(&of_films).len(), 3);
    world.ask("DeleteTable", json!({"TableName": "Films"})).await;
    assert_eq!(
        world.ask("ListExports", json!({"TableArn": films})).await,
        json!({"ExportSummaries": []})
    );
    let foreign = "0".repeat(112);
    let refusal = format!("ValidationException: Invalid Request: Provided nextToken is invalid: {foreign}");
    assert_eq!(
        world.refused("ListImports", json!({"NextToken": foreign})).await,
        refusal
    );
    world.end().await;
}

#[tokio::test]
async fn what_is_not_there_is_not_found() {
    let world = World::begin("not-found").await;
    let home = "arn:aws:dynamodb:us-east-1:000000000000:table/Music";
    let arn = format!("{home}/export/01658528578619-0badf00d");
    let refusal = format!("ExportNotFoundException: Export not found: Export not found: {arn}");
    assert_eq!(
        world.refused("DescribeExport", json!({"ExportArn": arn})).await,
        refusal
    );
    let arn = format!("{home}/import/01658528578619-0badf00d");
    assert!(
        world
            .refused("DescribeImport", json!({"ImportArn": arn}))
            .await
            .starts_with("ImportNotFoundException: ")
    );
    let refusal = world.refused("DescribeExport", json!({"ExportArn": arn})).await;
    assert_eq!(refusal, "ValidationException: Invalid Export ARN");
    world.end().await;
}

#[tokio::test]
async fn without_a_folder_there_are_no_exports_and_imports() {
    let world = World::begin("without").await;
    let server = start(Options {
        s3: None,
        data_dir: None,
        ..options(&world.folder)
    })
    .await;
    for operation in ["ExportTableToPointInTime", "ImportTable"] {
        let reply = call(&server, operation, &json!({})).await;
        assert_eq!(
            reply.json()["__type"],
            "com.amazon.coral.service#UnknownOperationException"
        );
    }
    assert_eq!(
        call(&server, "ListExports", &json!({})).await.json(),
        json!({"ExportSummaries": []})
    );
    assert_eq!(
        call(&server, "ListImports", &json!({})).await.json(),
        json!({"ImportSummaryList": []})
    );
    server.stop().await.expect("it ends well");
    let missing = Options {
        port: 0,
        s3: Some(world.folder.join("missing")),
        data_dir: None,
        ..options(&world.folder)
    };
    let refusal = Server::start(&missing).await.err().expect("no folder");
    assert!(refusal.to_string().starts_with("--s3 "), "{refusal}");
    world.end().await;
}

#[tokio::test]
async fn nobody_exports_or_imports_without_the_key_that_is_asked_for() {
    let world = World::begin("unsigned").await;
    let key = AccessKey::from_pair("id:secret");
    let strict = Options {
        require_signature: key,
        data_dir: None,
        ..options(&world.folder)
    };
    let server = start(strict).await;
    for (operation, body) in [("ImportTable", import_of("Music", "")), ("ListExports", json!({}))] {
        let reply = call(&server, operation, &body).await;
        assert_eq!(
            reply.json()["__type"],
            "com.amazon.coral.service#MissingAuthenticationTokenException"
        );
    }
    server.stop().await.expect("it ends well");
    world.end().await;
}

#[tokio::test]
async fn what_is_kept_of_requests_has_bounds() {
    let world = World::begin("bounds").await;
    let mut request = import_of("Music", "");
    request["ClientToken"] = json!("t".repeat(2_000_000));
    let refusal = world.refused("ImportTable", request).await;
    assert!(
        refusal.starts_with("ValidationException: Invalid Request: the limit of such a request is"),
        "{refusal}"
    );
    assert_eq!(
        world.ask("ListImports", json!({})).await,
        json!({"ImportSummaryList": []})
    );
    world.end().await;
}

#[tokio::test]
async fn many_exports_wait_for_each_other_and_all_end() {
    let world = World::begin("many").await;
    let arn = world.table("Music").await;
    let mut begun = Vec::new();
    for number in 0..20 {
        let request = json!({"TableArn": arn, "S3Bucket": "music", "S3Prefix": number.to_string()});
        begun.push(world.ask("ExportTableToPointInTime", request).await["ExportDescription"]["ExportArn"].clone());
    }
    for arn in begun {
        assert_eq!(world.exported(&arn).await["ExportStatus"], "COMPLETED");
    }
    world.end().await;
}
