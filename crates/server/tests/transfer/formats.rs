//! The formats that imports read: compressed in every way, with and without line ends, and rows of text.

use std::io::Write as _;

use serde_json::{Value, json};

use super::world::{World, import_of};

fn items(numbers: std::ops::Range<usize>) -> String {
    numbers
        .map(|number| format!("{{\"Item\":{{\"p\":{{\"S\":\"a\"}},\"c\":{{\"N\":\"{number}\"}}}}}}\n"))
        .collect()
}

fn gzipped(text: &str) -> Vec<u8> {
    let mut compressed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    compressed.write_all(text.as_bytes()).expect("memory");
    compressed.finish().expect("memory")
}

fn zstandard(text: &str) -> Vec<u8> {
    ruzstd::encoding::compress_to_vec(text.as_bytes(), ruzstd::encoding::CompressionLevel::Fastest)
}

fn counts(import: &Value) -> Value {
    json!([
        import["ImportStatus"],
        import["ImportedItemCount"],
        import["ErrorCount"],
        import["ProcessedSizeBytes"]
    ])
}

#[tokio::test]
async fn objects_are_decompressed_as_the_request_says() {
    let world = World::begin("decompressed").await;
    let (first, second) = (items(0..40), items(40..90));
    let bytes = first.len() + second.len();
    for (name, compression, compress) in [
        (
            "Plain",
            "NONE",
            (|text: &str| text.as_bytes().to_vec()) as fn(&str) -> Vec<u8>,
        ),
        ("Gzip", "GZIP", gzipped),
        ("Zstd", "ZSTD", zstandard),
    ] {
        // Two frames in one object, and an empty object.
        world.put_object(&format!("{name}/1"), [compress(&first), compress(&second)].concat());
        world.put_object(&format!("{name}/2"), b"");
        let mut request = import_of(name, &format!("{name}/"));
        request["InputCompressionType"] = json!(compression);
        let import = world.import(request).await;
        assert_eq!(counts(&import), json!(["COMPLETED", 90, 0, bytes]), "{import}");
        assert_eq!(world.items(name).await.len(), 90);
    }
    world.end().await;
}

#[tokio::test]
async fn items_need_no_line_each_and_the_last_of_a_key_is_kept() {
    let world = World::begin("keys").await;
    let item = |value: &str| format!(r#"{{"Item":{{"p":{{"S":"a"}},"c":{{"N":"1"}},"v":{{"S":"{value}"}}}}}}"#);
    world.put_object("x", format!("{}{}\n\n  \n{}", item("1"), item("2"), item("3")));
    let import = world.import(import_of("Music", "")).await;
    assert_eq!(import["ImportedItemCount"], 3, "{import}");
    assert_eq!(
        world.items("Music").await,
        [json!({"p": {"S": "a"}, "c": {"N": "1"}, "v": {"S": "3"}})]
    );
    world.end().await;
}

#[tokio::test]
async fn a_prefix_is_the_beginning_of_keys_and_may_be_of_none() {
    let world = World::begin("prefix").await;
    for (place, key) in ["data/1", "data2/1", "data.bak", "other"].into_iter().enumerate() {
        world.put_object(key, items(place..place + 1));
    }
    assert_eq!(counts(&world.import(import_of("Three", "data")).await)[1], 3);
    assert_eq!(counts(&world.import(import_of("One", "data/1")).await)[1], 1);
    let none = world.import(import_of("None", "nothing/")).await;
    assert_eq!(counts(&none), json!(["COMPLETED", 0, 0, 0]));
    assert_eq!(world.items("None").await, [Value::Null; 0]);
    world.end().await;
}

#[tokio::test]
async fn rows_of_text_become_items() {
    let world = World::begin("rows").await;
    world.put_object("csv/1", "p,c,Year,Note\na,1,1999,\"x, \"\"y\"\"\"\nb,2,,z\n");
    let mut request = import_of("Rows", "csv/");
    request["InputFormat"] = json!("CSV");
    let import = world.import(request.clone()).await;
    assert_eq!(counts(&import)[0], "COMPLETED", "{import}");
    assert!(import["InputFormatOptions"].is_null());
    let expected = [
        json!({"p": {"S": "a"}, "c": {"N": "1"}, "Year": {"S": "1999"}, "Note": {"S": "x, \"y\""}}),
        json!({"p": {"S": "b"}, "c": {"N": "2"}, "Note": {"S": "z"}}),
    ];
    assert_eq!(world.items("Rows").await, expected);

    world.put_object("tsv/1", "a\t1\nb\t2\n");
    request["S3BucketSource"]["S3KeyPrefix"] = json!("tsv/");
    request["InputFormatOptions"] = json!({"Csv": {"Delimiter": "\t", "HeaderList": ["p", "c"]}});
    request["TableCreationParameters"]["TableName"] = json!("Tabs");
    request["ClientToken"] = json!("tabs");
    let import = world.import(request.clone()).await;
    assert_eq!(
        (counts(&import)[1].as_u64(), &import["InputFormatOptions"]),
        (Some(2), &request["InputFormatOptions"])
    );
    assert_eq!(world.items("Tabs").await[1], json!({"p": {"S": "b"}, "c": {"N": "2"}}));
    world.end().await;
}

#[tokio::test]
async fn an_imported_table_is_made_as_any_other() {
    let world = World::begin("made").await;
    world.put_object("x", items(0..30));
    let mut request = import_of("Music", "");
    request["TableCreationParameters"]["GlobalSecondaryIndexes"] = json!([{
        "IndexName": "ByNumber", "KeySchema": [{"AttributeName": "c", "KeyType": "HASH"}],
        "Projection": {"ProjectionType": "KEYS_ONLY"},
    }]);
    let import = world.import(request.clone()).await;
    assert_eq!(counts(&import)[0], "COMPLETED", "{import}");
    assert_eq!(import["TableCreationParameters"], request["TableCreationParameters"]);
    let query = json!({"TableName": "Music", "IndexName": "ByNumber", "KeyConditionExpression": "c = :c",
                       "ExpressionAttributeValues": {":c": {"N": "7"}}});
    assert_eq!(world.ask("Query", query).await["Count"], 1);
    world.end().await;
}
