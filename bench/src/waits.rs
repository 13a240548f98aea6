//! How long a client waits while another one asks for the most expensive work: GetItem over HTTP beside an index build, a
//! restore, an export, an import, a deletion and the most expensive filter, on a table of a million items.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use hashrange_server::{Options, Server};
use serde_json::{Value, json};
use tokio::sync::oneshot;

use crate::client::Client;
use crate::folder::Folder;
use crate::work::{filling, gets, table_body};

const ITEMS: usize = 1_000_000;
/// The longest wait that the design allows, and the longest of 99 in 100 requests.
const MOST: [Duration; 2] = [Duration::from_millis(100), Duration::from_millis(20)];
/// The least share of the rate of an idle server.
const LEAST_SHARE: f64 = 0.5;
/// The time between two looks at unfinished work.
const LOOK: Duration = Duration::from_millis(20);
/// How long the idle server is measured.
const IDLE: Duration = Duration::from_secs(3);
/// The terms of the dearest filter.
const TERMS: usize = 100;
const TABLE_ARN: &str = "arn:aws:dynamodb:us-east-1:000000000000:table/Bench";

/// What a client asks for beside the one that waits.
type Work = fn(&mut Asker);

/// Measures and prints all waits. Returns whether every wait is within its budget.
pub(crate) fn measure() -> bool {
    let folder = Folder::fresh();
    std::fs::create_dir_all(folder.path().join("music")).expect("a folder for exports");
    let (address, stop) = serve(Options {
        port: 0,
        s3: Some(folder.path()),
        ..Options::default()
    });
    let mut asker = Asker(Client::open(address));
    asker.fill();
    println!("GetItem of one client over HTTP beside other work on {ITEMS} items");
    println!(
        "{:<34} {:>9} {:>9} {:>7} {:>9} {:>9} {:>9}",
        "", "takes s", "per s", "share", "median ms", "p99 ms", "most ms"
    );
    let idle = Waits::beside(address, || thread::sleep(IDLE));
    idle.print("nothing", &idle);
    let works: [(&str, Work); 8] = [
        ("Scans with the dearest filter", Asker::scan_large),
        ("an index build", Asker::build_index),
        ("an index deletion", Asker::delete_index),
        ("a backup", Asker::back_up),
        ("a restore", Asker::restore),
        ("an export", Asker::export),
        ("an import", Asker::import),
        ("a table deletion", Asker::delete_imported),
    ];
    let mut kept = true;
    for (name, work) in works {
        kept &= Waits::beside(address, || work(&mut asker)).print(name, &idle);
    }
    drop(asker);
    stop();
    kept
}

/// Serves as the program does, in another thread. Returns the address, and what stops the server.
fn serve(options: Options) -> (SocketAddr, impl FnOnce()) {
    let (address, known) = mpsc::channel();
    let (stop, stopped) = oneshot::channel::<()>();
    let serving = thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .expect("a runtime");
        runtime.block_on(async {
            let server = Server::start(&options).await.expect("a server");
            address.send(server.address()).expect("someone who waits");
            stopped.await.expect("an end");
            server.stop().await.expect("an end in order");
        });
    });
    let stop = move || {
        stop.send(()).expect("a server that runs");
        serving.join().expect("a server that ended");
    };
    (known.recv().expect("an address"), stop)
}

/// The waits of one client, in ascending order, and how long it asked.
struct Waits {
    each: Vec<Duration>,
    took: Duration,
}

impl Waits {
    /// The waits of a client while something else runs.
    fn beside(address: SocketAddr, other: impl FnOnce()) -> Self {
        let is_over = AtomicBool::new(false);
        let begun = Instant::now();
        let mut each = thread::scope(|scope| {
            let asking = scope.spawn(|| ask(address, &is_over));
            other();
            is_over.store(true, Ordering::Relaxed);
            asking.join().expect("a client that ended")
        });
        let took = begun.elapsed();
        each.sort();
        Self { each, took }
    }

    fn rate(&self) -> f64 {
        self.each.len() as f64 / self.took.as_secs_f64()
    }

    /// The wait that this many of a hundred requests do not exceed.
    fn of_hundred(&self, part: usize) -> Duration {
        let place = (self.each.len() * part / 100).min(self.each.len().saturating_sub(1));
        self.each.get(place).copied().unwrap_or(Duration::MAX)
    }

    /// Prints one line. Returns whether it is within its budget.
    fn print(&self, name: &str, idle: &Self) -> bool {
        let share = self.rate() / idle.rate();
        let (most, most_of_99) = (self.of_hundred(100), self.of_hundred(99));
        let is_kept = most <= MOST[0] && most_of_99 <= MOST[1] && share >= LEAST_SHARE;
        let millis = |wait: Duration| wait.as_secs_f64() * 1_000.0;
        println!(
            "{name:<34} {:>9.2} {:>9.0} {share:>7.2} {:>9.2} {:>9.2} {:>9.2}{}",
            self.took.as_secs_f64(),
            self.rate(),
            millis(self.of_hundred(50)),
            millis(most_of_99),
            millis(most),
            if is_kept { "" } else { "  missed" },
        );
        is_kept
    }
}

/// Asks for one item after the other. Returns how long each took.
fn ask(address: SocketAddr, is_over: &AtomicBool) -> Vec<Duration> {
    let mut client = Client::open(address);
    let mut waits = Vec::new();
    for body in gets(10_000, ITEMS as u64).iter().cycle() {
        let begun = Instant::now();
        client.send("GetItem", body);
        waits.push(begun.elapsed());
        if is_over.load(Ordering::Relaxed) {
            break;
        }
    }
    waits
}

/// The client that asks for much.
struct Asker(Client);

impl Asker {
    fn fill(&mut self) {
        self.0.send("CreateTable", &table_body(false));
        for body in filling(ITEMS) {
            self.0.send("BatchWriteItem", &body);
        }
        self.send(
            "CreateTable",
            &json!({
                "TableName": "Large", "BillingMode": "PAY_PER_REQUEST",
                "AttributeDefinitions": [{"AttributeName": "id", "AttributeType": "N"}],
                "KeySchema": [{"AttributeName": "id", "KeyType": "HASH"}],
            }),
        );
        for id in 0..2 {
            let item = json!({"id": {"N": id.to_string()}, "bytes": {"B": "A".repeat(4 * 130_000)}});
            self.send("PutItem", &json!({"TableName": "Large", "Item": item}));
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

    /// Zeros that never contain zeros with another end.
    fn scan_large(&mut self) {
        let filter: Vec<String> = (0..TERMS)
            .map(|term| format!("contains(bytes, :v{})", term % 10))
            .collect();
        let values: serde_json::Map<String, Value> = (0..10)
            .map(|term| {
                (
                    format!(":v{term}"),
                    json!({"B": format!("{}AAAB", "A".repeat(26_000 + 4 * term))}),
                )
            })
            .collect();
        let body =
            json!({"TableName": "Large", "FilterExpression": filter.join(" OR "), "ExpressionAttributeValues": values});
        self.send("Scan", &body);
    }

    fn build_index(&mut self) {
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

    fn delete_index(&mut self) {
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

    fn back_up(&mut self) {
        self.send("CreateBackup", &json!({"TableName": "Bench", "BackupName": "all"}));
    }

    fn restore(&mut self) {
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

    fn delete_imported(&mut self) {
        self.send("DeleteTable", &json!({"TableName": "Imported"}));
        thread::sleep(LOOK);
    }

    fn export(&mut self) {
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

    fn import(&mut self) {
        let exports = self.send("ListExports", &json!({}));
        let arn = exports
            .pointer("/ExportSummaries/0/ExportArn")
            .and_then(Value::as_str)
            .expect("an export");
        let number = arn.rsplit('/').next().unwrap_or_default();
        let started = self.send("ImportTable", &json!({
            "ClientToken": "one",
            "S3BucketSource": {"S3Bucket": "music", "S3KeyPrefix": format!("AWSDynamoDB/{number}/data")},
            "InputFormat": "DYNAMODB_JSON", "InputCompressionType": "GZIP",
            "TableCreationParameters": {
                "TableName": "Imported", "BillingMode": "PAY_PER_REQUEST",
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
}
