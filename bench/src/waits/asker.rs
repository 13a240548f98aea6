//! The work that a client asks for while another one waits.
//!
//! Must not know how waits are measured.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::ops::Range;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use serde_json::{Value, json};

use crate::client::Client;
use crate::work::{filling, table_body};

/// The time between two looks at unfinished work.
const LOOK: Duration = Duration::from_millis(20);
/// How long short work is repeated.
const SPAN: Duration = Duration::from_secs(1);
/// The terms of the dearest expression.
const TERMS: usize = 100;
const TABLE_ARN: &str = "arn:aws:dynamodb:us-east-1:000000000000:table/Bench";
/// The items that expire at once.
const SESSIONS: usize = 300_000;
/// The splits that the throughput limits of an account allow.
const MOST_SPLITS: usize = 35;
/// The server writes a checkpoint when the journal has this share of the last one.
const CHECKPOINT_SHARE: u64 = 4;
/// The bytes of an item that fills the journal, and what is left for the measurement.
const WRITTEN: usize = 390_000;
const SPARE: u64 = 4_000_000;

/// Attributes by name, as DynamoDB JSON.
type Attributes = serde_json::Map<String, Value>;

/// The client that asks for much.
pub(super) struct Asker(pub(super) Client);

impl Asker {
    /// Fills the table that everything is about, and the smaller ones of single lines.
    pub(super) fn fill(&mut self, items: usize) {
        self.0.send("CreateTable", &table_body(false));
        for body in filling(items) {
            self.0.send("BatchWriteItem", &body);
        }
        let large = json!({"B": "A".repeat(4 * 130_000)});
        self.numbered("Large", 0..2, &[("bytes".to_owned(), large)].into_iter().collect());
        let past = SystemTime::now().duration_since(UNIX_EPOCH).expect("a clock").as_secs() - 60;
        let until = json!({"N": past.to_string()});
        self.numbered(
            "Sessions",
            0..SESSIONS,
            &[("until".to_owned(), until)].into_iter().collect(),
        );
    }

    /// Creates a table of items with numbers as keys and these attributes.
    fn numbered(&mut self, table: &str, numbers: Range<usize>, attributes: &Attributes) {
        self.send(
            "CreateTable",
            &json!({
                "TableName": table, "BillingMode": "PAY_PER_REQUEST",
                "AttributeDefinitions": [{"AttributeName": "id", "AttributeType": "N"}],
                "KeySchema": [{"AttributeName": "id", "KeyType": "HASH"}],
            }),
        );
        for first in numbers.clone().step_by(25) {
            let item = |number: usize| {
                let mut item = attributes.clone();
                item.insert("id".to_owned(), json!({"N": number.to_string()}));
                json!({"PutRequest": {"Item": item}})
            };
            let puts: Vec<Value> = (first..numbers.end.min(first + 25)).map(item).collect();
            self.send("BatchWriteItem", &json!({"RequestItems": {table: puts}}));
        }
    }

    fn send(&mut self, operation: &str, body: &Value) -> Value {
        serde_json::from_str(&self.0.send(operation, &body.to_string())).expect("JSON")
    }

    /// Asks until the answer's member at `path` no longer has this value.
    fn wait(&mut self, operation: &str, body: &Value, path: &str, unfinished: &str) {
        while self
            .send(operation, body)
            .pointer(path)
            .is_some_and(|value| value == unfinished)
        {
            thread::sleep(LOOK);
        }
    }

    /// Repeats something until it has taken long enough to say something about waits.
    fn repeat(&mut self, one: impl Fn(&mut Self, usize)) {
        let begun = Instant::now();
        for number in 0.. {
            one(self, number);
            if begun.elapsed() >= SPAN {
                break;
            }
        }
    }

    pub(super) fn scan_large(&mut self) {
        let (filter, values) = dearest();
        let body = json!({"TableName": "Large", "FilterExpression": filter, "ExpressionAttributeValues": values});
        self.repeat(|asker, _| {
            asker.send("Scan", &body);
        });
    }

    pub(super) fn write_large(&mut self) {
        let (condition, values) = dearest();
        let check = |id: &str| {
            json!({"ConditionCheck": {
                "TableName": "Large", "Key": {"id": {"N": id}},
                "ConditionExpression": format!("NOT ({condition})"), "ExpressionAttributeValues": values,
            }})
        };
        let body = json!({"TransactItems": [check("0"), check("1")]});
        self.repeat(|asker, _| {
            asker.send("TransactWriteItems", &body);
        });
    }

    /// More throughput needs more partitions, one for each thousand write units.
    pub(super) fn split(&mut self) {
        self.repeat(|asker, number| {
            let warm = json!({"ReadUnitsPerSecond": 12_000, "WriteUnitsPerSecond": 1_000 * (number + 5)});
            if number < MOST_SPLITS {
                asker.send("UpdateTable", &json!({"TableName": "Bench", "WarmThroughput": warm}));
            } else {
                thread::sleep(LOOK);
            }
        });
    }

    pub(super) fn build_index(&mut self) {
        self.send(
            "UpdateTable",
            &json!({
                "TableName": "Bench",
                "AttributeDefinitions": [{"AttributeName": "gk", "AttributeType": "S"}],
                "GlobalSecondaryIndexUpdates": [{"Create": {
                    "IndexName": "ByGk", "KeySchema": [{"AttributeName": "gk", "KeyType": "HASH"}],
                    "Projection": {"ProjectionType": "ALL"},
                }}],
            }),
        );
        self.wait(
            "DescribeTable",
            &json!({"TableName": "Bench"}),
            "/Table/GlobalSecondaryIndexes/0/IndexStatus",
            "CREATING",
        );
    }

    pub(super) fn delete_index(&mut self) {
        let update = json!({"TableName": "Bench", "GlobalSecondaryIndexUpdates": [{"Delete": {"IndexName": "ByGk"}}]});
        self.send("UpdateTable", &update);
        self.wait(
            "DescribeTable",
            &json!({"TableName": "Bench"}),
            "/Table/GlobalSecondaryIndexes/0/IndexStatus",
            "DELETING",
        );
        self.build_index();
    }

    /// Backs up again and again, with pauses: a client without them takes half of the server like any other.
    pub(super) fn back_up(&mut self) {
        self.repeat(|asker, _| {
            let made = asker.send("CreateBackup", &json!({"TableName": "Bench", "BackupName": "all"}));
            asker.send(
                "DeleteBackup",
                &json!({"BackupArn": made.pointer("/BackupDetails/BackupArn")}),
            );
            thread::sleep(LOOK);
        });
        self.send("CreateBackup", &json!({"TableName": "Bench", "BackupName": "all"}));
    }

    pub(super) fn restore(&mut self) {
        let list = self.send("ListBackups", &json!({}));
        let arn = list.pointer("/BackupSummaries/0/BackupArn").expect("a backup");
        self.send(
            "RestoreTableFromBackup",
            &json!({"TargetTableName": "Restored", "BackupArn": arn}),
        );
        self.wait(
            "DescribeTable",
            &json!({"TableName": "Restored"}),
            "/Table/TableStatus",
            "CREATING",
        );
    }

    pub(super) fn delete_imported(&mut self) {
        self.send("DeleteTable", &json!({"TableName": "Imported"}));
        thread::sleep(LOOK);
    }

    pub(super) fn export(&mut self) {
        self.send(
            "UpdateContinuousBackups",
            &json!({
                "TableName": "Bench", "PointInTimeRecoverySpecification": {"PointInTimeRecoveryEnabled": true},
            }),
        );
        let started = self.send(
            "ExportTableToPointInTime",
            &json!({"TableArn": TABLE_ARN, "S3Bucket": "music"}),
        );
        let arn = started.pointer("/ExportDescription/ExportArn").expect("an export");
        self.wait(
            "DescribeExport",
            &json!({"ExportArn": arn}),
            "/ExportDescription/ExportStatus",
            "IN_PROGRESS",
        );
    }

    pub(super) fn import(&mut self) {
        let exports = self.send("ListExports", &json!({}));
        let arn = exports
            .pointer("/ExportSummaries/0/ExportArn")
            .and_then(Value::as_str)
            .expect("an export");
        self.import_as("Imported", arn.rsplit('/').next().unwrap_or_default());
    }

    /// Imports what another server has exported to this folder.
    pub(super) fn import_exported(&mut self, s3: &Path) {
        let exports = std::fs::read_dir(s3.join("music/AWSDynamoDB")).expect("an export");
        let mut names = exports.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
        let number = names
            .find(|name| !name.starts_with('_'))
            .expect("the number of an export");
        self.import_as("Bench", &number);
    }

    fn import_as(&mut self, table: &str, export: &str) {
        let started = self.send("ImportTable", &json!({
            "ClientToken": "one",
            "S3BucketSource": {"S3Bucket": "music", "S3KeyPrefix": format!("AWSDynamoDB/{export}/data")},
            "InputFormat": "DYNAMODB_JSON", "InputCompressionType": "GZIP",
            "TableCreationParameters": {
                "TableName": table, "BillingMode": "PAY_PER_REQUEST",
                "AttributeDefinitions": [{"AttributeName": "pk", "AttributeType": "S"}, {"AttributeName": "sk", "AttributeType": "S"}],
                "KeySchema": [{"AttributeName": "pk", "KeyType": "HASH"}, {"AttributeName": "sk", "KeyType": "RANGE"}],
            },
        }));
        let arn = started.pointer("/ImportTableDescription/ImportArn").expect("an import");
        self.wait(
            "DescribeImport",
            &json!({"ImportArn": arn}),
            "/ImportTableDescription/ImportStatus",
            "IN_PROGRESS",
        );
    }

    /// Enables TTL on a table of expired items, and waits until all are deleted.
    pub(super) fn expire(&mut self) {
        let setting = json!({"AttributeName": "until", "Enabled": true});
        self.send(
            "UpdateTimeToLive",
            &json!({"TableName": "Sessions", "TimeToLiveSpecification": setting}),
        );
        let count = json!({"TableName": "Sessions", "Select": "COUNT", "Limit": 1});
        while self.send("Scan", &count).get("Count") != Some(&json!(0)) {
            thread::sleep(LOOK);
        }
    }

    /// Writes until little is missing for the next checkpoint.
    pub(super) fn almost_fill_journal(&mut self, data: &Path) {
        self.numbered("Large", 0..0, &Attributes::new());
        let before = checkpoints(data);
        let largest = before.values().copied().max().unwrap_or_default();
        let wanted = (largest / CHECKPOINT_SHARE).saturating_sub(SPARE);
        for _ in 0..wanted / WRITTEN as u64 {
            if checkpoints(data) != before {
                break;
            }
            self.put_written();
        }
        // A checkpoint that has begun is not the one to measure.
        thread::sleep(SPAN);
    }

    /// Writes until the next checkpoint is complete.
    pub(super) fn checkpoint(&mut self, data: &Path) {
        let before = checkpoints(data);
        while checkpoints(data) == before {
            self.put_written();
            thread::sleep(LOOK);
        }
    }

    fn put_written(&mut self) {
        let item = json!({"id": {"N": "1"}, "bytes": {"S": "x".repeat(WRITTEN)}});
        self.send("PutItem", &json!({"TableName": "Large", "Item": item}));
    }
}

/// The checkpoints in a data directory, with their bytes.
fn checkpoints(data: &Path) -> BTreeMap<OsString, u64> {
    let entries = std::fs::read_dir(data)
        .expect("a data directory")
        .filter_map(Result::ok);
    entries
        .filter(|entry| {
            let name = entry.file_name();
            name.to_string_lossy().starts_with("checkpoint-")
        })
        .map(|entry| (entry.file_name(), entry.metadata().map_or(0, |metadata| metadata.len())))
        .collect()
}

/// An expression of a hundred terms about zeros that never contain zeros with another end, and its values.
fn dearest() -> (String, Attributes) {
    let terms: Vec<String> = (0..TERMS)
        .map(|term| format!("contains(bytes, :v{})", term % 10))
        .collect();
    let value = |term: usize| {
        let bytes = format!("{}AAAB", "A".repeat(26_000 + 4 * term));
        (format!(":v{term}"), json!({"B": bytes}))
    };
    (terms.join(" OR "), (0..10).map(value).collect())
}
