//! A server with a folder that replaces S3, and the requests of tests.

use std::fs;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use hashrange_server::{Options, Server};
use serde_json::{Value, json};

use crate::client::{call, start};

/// Number of checks of a running task before a test gives up.
const PATIENCE: usize = 200_000;

/// A server, its folder, and the bucket `music` in it.
pub(crate) struct World {
    pub(crate) server: Server,
    pub(crate) folder: PathBuf,
}

impl World {
    /// Starts a server in an empty folder.
    pub(crate) async fn begin(name: &str) -> Self {
        let folder = empty(name);
        fs::create_dir_all(folder.join("s3/music")).expect("a folder");
        let server = start(options(&folder)).await;
        Self { server, folder }
    }

    /// The file of an object in the bucket.
    pub(crate) fn object(&self, key: &str) -> PathBuf {
        self.folder.join("s3/music").join(key)
    }

    /// Puts an object into the bucket.
    pub(crate) fn put_object(&self, key: &str, bytes: impl AsRef<[u8]>) {
        let path = self.object(key);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, bytes).expect("a file");
    }

    /// Sends a request that must succeed.
    pub(crate) async fn ask(&self, operation: &str, body: Value) -> Value {
        let reply = call(&self.server, operation, &body).await;
        assert_eq!(reply.status, 200, "{operation} {body}: {}", reply.body);
        reply.json()
    }

    /// Sends a request that must be refused: returns the exception and its message.
    pub(crate) async fn refused(&self, operation: &str, body: Value) -> String {
        let reply = call(&self.server, operation, &body).await;
        assert_eq!(reply.status, 400, "{operation} {body}: {}", reply.body);
        let body = reply.json();
        let exception = body["__type"]
            .as_str()
            .and_then(|name| name.split('#').nth(1))
            .unwrap_or_default();
        format!("{exception}: {}", body["message"].as_str().unwrap_or_default())
    }

    /// Creates a table with recovery on.
    pub(crate) async fn table(&self, name: &str) -> String {
        let created = self.ask("CreateTable", table(name)).await;
        self.recover(name).await;
        created["TableDescription"]["TableArn"]
            .as_str()
            .expect("a name")
            .to_owned()
    }

    pub(crate) async fn recover(&self, name: &str) {
        let on = json!({"TableName": name, "PointInTimeRecoverySpecification": {"PointInTimeRecoveryEnabled": true}});
        self.ask("UpdateContinuousBackups", on).await;
    }

    pub(crate) async fn put(&self, table: &str, item: Value) {
        self.ask("PutItem", json!({"TableName": table, "Item": item})).await;
    }

    /// Every item of a table, by its key.
    pub(crate) async fn items(&self, table: &str) -> Vec<Value> {
        let page = self.ask("Scan", json!({"TableName": table})).await;
        assert!(page["LastEvaluatedKey"].is_null());
        sorted(page["Items"].as_array().expect("a list").clone())
    }

    /// Starts an export, and waits for its end.
    pub(crate) async fn export(&self, request: Value) -> Value {
        let begun = self.ask("ExportTableToPointInTime", request).await["ExportDescription"].clone();
        assert_eq!(begun["ExportStatus"], "IN_PROGRESS");
        assert!(begun["EndTime"].is_null() && begun["ItemCount"].is_null());
        self.exported(&begun["ExportArn"]).await
    }

    /// An export that has ended.
    pub(crate) async fn exported(&self, arn: &Value) -> Value {
        for _ in 0..PATIENCE {
            let reported = self.ask("DescribeExport", json!({"ExportArn": arn})).await["ExportDescription"].clone();
            if reported["ExportStatus"] != "IN_PROGRESS" {
                return reported;
            }
        }
        panic!("{arn} does not end");
    }

    /// Starts an import, and waits for its end.
    pub(crate) async fn import(&self, request: Value) -> Value {
        let begun = self.ask("ImportTable", request).await["ImportTableDescription"].clone();
        assert_eq!(
            (&begun["ImportStatus"], &begun["ImportedItemCount"]),
            (&json!("IN_PROGRESS"), &json!(0))
        );
        assert!(begun["EndTime"].is_null() && begun["ProcessedSizeBytes"].is_null());
        for _ in 0..PATIENCE {
            let arn = &begun["ImportArn"];
            let reported =
                self.ask("DescribeImport", json!({"ImportArn": arn})).await["ImportTableDescription"].clone();
            if reported["ImportStatus"] != "IN_PROGRESS" {
                return reported;
            }
        }
        panic!("the import does not end");
    }

    /// Ends the server, and starts it again with the same data.
    pub(crate) async fn again(self) -> Self {
        let Self { server, folder } = self;
        server.stop().await.expect("it ends well");
        Self {
            server: start(options(&folder)).await,
            folder,
        }
    }

    /// Ends the server permanently.
    pub(crate) async fn end(self) {
        self.server.stop().await.expect("it ends well");
        fs::remove_dir_all(self.folder).expect("it goes");
    }
}

pub(crate) fn options(folder: &Path) -> Options {
    Options {
        s3: Some(folder.join("s3")),
        data_dir: Some(folder.join("data")),
        ..Options::default()
    }
}

fn empty(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("transfer-{name}-{}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    folder
}

/// The definition of a table with a string and a number as its key.
pub(crate) fn table(name: &str) -> Value {
    json!({
        "TableName": name,
        "AttributeDefinitions": [
            {"AttributeName": "p", "AttributeType": "S"}, {"AttributeName": "c", "AttributeType": "N"},
        ],
        "KeySchema": [{"AttributeName": "p", "KeyType": "HASH"}, {"AttributeName": "c", "KeyType": "RANGE"}],
        "BillingMode": "PAY_PER_REQUEST",
    })
}

/// An import of DynamoDB JSON objects into such a table.
pub(crate) fn import_of(name: &str, prefix: &str) -> Value {
    json!({
        "ClientToken": name,
        "S3BucketSource": {"S3Bucket": "music", "S3KeyPrefix": prefix},
        "InputFormat": "DYNAMODB_JSON",
        "TableCreationParameters": table(name),
    })
}

pub(crate) fn sorted(mut items: Vec<Value>) -> Vec<Value> {
    items.sort_by_key(|item| (item["p"].to_string(), item["c"].to_string()));
    items
}

/// The lines of a compressed file.
pub(crate) fn lines(path: &Path) -> Vec<Value> {
    let mut text = String::new();
    let file = fs::File::open(path).expect("a file");
    flate2::read::MultiGzDecoder::new(file)
        .read_to_string(&mut text)
        .expect("gzip");
    text.lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect()
}

/// Waits at least a millisecond of the system's clock.
#[allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "a server's time is the system's"
)]
pub(crate) async fn some_time_passes() {
    let begun = std::time::Instant::now();
    while begun.elapsed().as_millis() < 3 {
        tokio::task::yield_now().await;
    }
}
