//! Items that cannot be imported: they are counted, listed by object and line, and do not exclude other items.

use std::fs;

use serde_json::{Value, json};

use super::world::{World, import_of};

const GOOD: &str = r#"{"Item":{"p":{"S":"good"},"c":{"N":"NUMBER"}}}"#;

fn good(number: usize) -> String {
    GOOD.replace("NUMBER", &number.to_string())
}

/// The list of an import's faults: key, line and message.
fn log(world: &World, import: &Value) -> Vec<(String, u64, String)> {
    let number = import["ImportArn"]
        .as_str()
        .and_then(|arn| arn.rsplit('/').next())
        .expect("a number");
    let path = world
        .folder
        .join(format!("s3/.cloudwatch/aws-dynamodb/imports/{number}.log"));
    let text = fs::read_to_string(path).expect("a list");
    text.lines()
        .map(|line| {
            let line: Value = serde_json::from_str(line).expect("JSON");
            assert_eq!(
                (&line["importArn"], &line["itemS3Pointer"]["bucket"]),
                (&import["ImportArn"], &json!("music"))
            );
            let place = &line["itemS3Pointer"];
            let words = line["errorMessages"][0].as_str().expect("words").to_owned();
            (
                place["key"].as_str().expect("a key").to_owned(),
                place["line"].as_u64().expect("a number"),
                words,
            )
        })
        .collect()
}

fn failed(import: &Value, imported: u64, errors: u64) {
    assert_eq!(
        (&import["ImportStatus"], &import["FailureCode"]),
        (&json!("FAILED"), &json!("ItemValidationError"))
    );
    assert!(
        import["FailureMessage"]
            .as_str()
            .is_some_and(|text| text.starts_with("Some of the items failed"))
    );
    let counts = (
        &import["ImportedItemCount"],
        &import["ErrorCount"],
        &import["ProcessedItemCount"],
    );
    assert_eq!(counts, (&json!(imported), &json!(errors), &json!(imported + errors)));
    assert_eq!(
        import["CloudWatchLogGroupArn"],
        "arn:aws:logs:us-east-1:000000000000:log-group:/aws-dynamodb/imports:*"
    );
}

#[tokio::test]
async fn an_item_that_the_table_refuses_keeps_no_other_out() {
    let world = World::begin("refused-items").await;
    let mut lines: Vec<String> = (0..60).map(good).collect();
    lines[10] = r#"{"Item":{"c":{"N":"1"}}}"#.to_owned();
    lines[20] = r#"{"Item":{"p":{"S":"x"},"c":{"S":"1"}}}"#.to_owned();
    lines[59] = r#"{"Item":{"p":{"S":"x"}}}"#.to_owned();
    world.put_object("data", lines.join("\n"));
    let import = world.import(import_of("Music", "data")).await;
    failed(&import, 57, 3);
    assert_eq!(world.items("Music").await.len(), 57);
    let log = log(&world, &import);
    let places: Vec<_> = log.iter().map(|(key, line, _)| (key.as_str(), *line)).collect();
    assert_eq!(places, [("data", 11), ("data", 21), ("data", 60)]);
    assert!(log[0].2.contains("Missing the key p in the item"), "{log:?}");
    world.end().await;
}

#[tokio::test]
async fn what_is_no_item_ends_the_reading_of_its_object() {
    let world = World::begin("no-items").await;
    for (number, (name, line)) in [
        ("json", r#"{"Item":"#),
        ("member", r#"{"NotAnItem":{"p":{"S":"x"},"c":{"N":"1"}}}"#),
        ("type", r#"{"Item":{"p":{"S":"x"},"c":{"X":"1"}}}"#),
    ]
    .into_iter()
    .enumerate()
    {
        world.put_object(
            &format!("data/{name}"),
            format!("{}\n{line}\n{}\n", good(number), good(99)),
        );
    }
    world.put_object("data/packed", [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 1]);
    world.put_object("data/whole", format!("{}\n", good(50)));
    let import = world.import(import_of("Music", "data/")).await;
    failed(&import, 4, 4);
    let places: Vec<_> = log(&world, &import)
        .into_iter()
        .map(|(key, line, _)| (key, line))
        .collect();
    let place = |name: &str, line: u64| (format!("data/{name}"), line);
    assert_eq!(
        places,
        [
            place("json", 2),
            place("member", 2),
            place("packed", 1),
            place("type", 2)
        ]
    );
    assert_eq!(world.items("Music").await.len(), 4);
    world.end().await;
}

#[tokio::test]
async fn an_object_that_does_not_decompress_is_one_error() {
    let world = World::begin("decompress").await;
    world.put_object("data", good(1));
    for compression in ["GZIP", "ZSTD"] {
        let mut request = import_of(compression, "data");
        request["InputCompressionType"] = json!(compression);
        failed(&world.import(request).await, 0, 1);
        assert!(world.items(compression).await.is_empty());
    }
    world.end().await;
}

#[tokio::test]
async fn rows_at_fault_are_reported_by_line() {
    let world = World::begin("bad-rows").await;
    world.put_object("data", "p,c\na,1\nb,two\nc\nd,4\n");
    let mut request = import_of("Music", "data");
    request["InputFormat"] = json!("CSV");
    let import = world.import(request).await;
    failed(&import, 2, 2);
    let log = log(&world, &import);
    assert_eq!(log[0], ("data".to_owned(), 3, "c: \"two\" is not a number".to_owned()));
    assert_eq!(log[1].1, 4);
    world.end().await;
}

#[tokio::test]
async fn without_its_bucket_there_is_no_table() {
    let world = World::begin("no-bucket").await;
    let mut request = import_of("Music", "");
    request["S3BucketSource"]["S3Bucket"] = json!("missing");
    let import = world.import(request.clone()).await;
    assert_eq!(
        (&import["ImportStatus"], &import["FailureCode"]),
        (&json!("FAILED"), &json!("S3NoSuchBucket"))
    );
    assert!(
        import["FailureMessage"]
            .as_str()
            .is_some_and(|text| text.contains("bucket does not exist"))
    );
    assert!(import["ProcessedSizeBytes"].is_null());
    assert_eq!(world.ask("ListTables", json!({})).await["TableNames"], json!([]));
    request["ClientToken"] = json!("other");
    request["TableCreationParameters"]["BillingMode"] = json!("PROVISIONED");
    let refusal = world.refused("ImportTable", request).await;
    assert!(refusal.starts_with("ValidationException: One or more parameter values were invalid: ReadCapacityUnits"));
    world.end().await;
}

#[cfg(unix)]
#[tokio::test]
async fn nothing_outside_the_folder_is_read_or_written() {
    let world = World::begin("outside").await;
    let arn = world.table("Secret").await;
    fs::write(world.folder.join("secret.json"), good(1)).expect("a file");
    std::os::unix::fs::symlink(world.folder.join("secret.json"), world.object("link.json")).expect("a link");
    std::os::unix::fs::symlink(&world.folder, world.object("up")).expect("a link");
    for prefix in ["link", "up/"] {
        let import = world.import(import_of(&format!("Music{}", prefix.len()), prefix)).await;
        assert_eq!(
            (&import["FailureCode"], &import["ImportedItemCount"]),
            (&json!("S3AccessDenied"), &json!(0)),
            "{import}"
        );
    }
    let export = world
        .export(json!({"TableArn": arn, "S3Bucket": "music", "S3Prefix": "up"}))
        .await;
    assert_eq!(
        (&export["ExportStatus"], &export["FailureCode"]),
        (&json!("FAILED"), &json!("S3AccessDenied"))
    );
    assert!(!world.folder.join("AWSDynamoDB").exists());
    world.end().await;
}
