//! The command `violations` against a server in its own process: AWS's example (documented: violation-detector), and
//! the resulting state.
#![allow(clippy::disallowed_methods, reason = "a test of files")]

use std::fs;
use std::io::Write as _;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use crate::client::call_at;
use crate::client::process::{Process, folder};

const HEAD: &str = "Table Hash Key,GSI Hash Key Value,GSI Hash Key Violation Type,GSI Hash Key Violation Description,\
                    GSI Hash Key Update Value(FOR USER),Delete Blank Attributes When Updating?(Y/N)";

async fn ask(address: SocketAddr, operation: &str, body: Value) -> Value {
    let reply = call_at(address, operation, &body).await.expect("an answer comes");
    assert_eq!(reply.status, 200, "{operation}: {}", reply.body);
    reply.json()
}

async fn count(address: SocketAddr, index: Option<&str>) -> Value {
    let mut request = json!({ "TableName": "ProductCatalog", "Select": "COUNT" });
    if let Some(index) = index {
        request["IndexName"] = index.into();
    }
    ask(address, "Scan", request).await["Count"].clone()
}

/// Eight products with a price, one with a word instead, and then an index of prices.
async fn catalogue(address: SocketAddr, prices: &[(u32, Value)]) {
    let table = json!({
        "TableName": "ProductCatalog", "BillingMode": "PAY_PER_REQUEST",
        "AttributeDefinitions": [{ "AttributeName": "Id", "AttributeType": "N" }],
        "KeySchema": [{ "AttributeName": "Id", "KeyType": "HASH" }],
    });
    ask(address, "CreateTable", table).await;
    for (id, price) in prices {
        let item = json!({ "Id": { "N": id.to_string() }, "Price": price });
        ask(
            address,
            "PutItem",
            json!({ "TableName": "ProductCatalog", "Item": item }),
        )
        .await;
    }
    let index = json!({
        "TableName": "ProductCatalog", "AttributeDefinitions": [{ "AttributeName": "Price", "AttributeType": "N" }],
        "GlobalSecondaryIndexUpdates": [{ "Create": { "IndexName": "PriceIndex", "Projection": { "ProjectionType": "ALL" },
            "KeySchema": [{ "AttributeName": "Price", "KeyType": "HASH" }] } }],
    });
    ask(address, "UpdateTable", index).await;
}

fn priced(id: u32) -> (u32, Value) {
    (id, json!({ "N": id.to_string() }))
}

/// A folder with a configuration file, and the command in it.
struct Detector {
    folder: PathBuf,
    address: SocketAddr,
}

impl Detector {
    fn new(name: &str, address: SocketAddr, further: &str) -> Self {
        let folder = folder(name);
        fs::create_dir_all(&folder).expect("a folder can be made");
        let text = format!(
            "# the documented example\ntableName = ProductCatalog\ngsiHashKeyName = Price\ngsiHashKeyType = N\n\
             recordDetails = true\nrecordGsiValueInViolationRecord = true\ndetectionOutputPath = ./found.csv\n\
             correctionInputPath = ./found.csv\nreadWriteIOPSPercent = 40\n{further}"
        );
        fs::write(folder.join("config.txt"), text).expect("a file can be written");
        Self { folder, address }
    }

    /// Its output, with these answers to its questions.
    fn run(&self, arguments: &[&str], answers: &str) -> (bool, String, String) {
        let url = format!("http://{}", self.address);
        let mut child = Command::new(env!("CARGO_BIN_EXE_hashrange-server"))
            .args(["violations", "--configFilePath", "config.txt", "--endpoint", &url])
            .args(arguments)
            .current_dir(&self.folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program is there");
        // A command without questions can already have ended.
        let _ = child.stdin.take().expect("it is piped").write_all(answers.as_bytes());
        let output = child.wait_with_output().expect("it ends");
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("it is text");
        (output.status.success(), text(output.stdout), text(output.stderr))
    }

    /// The same, for a command that must succeed.
    fn output(&self, arguments: &[&str], answers: &str) -> String {
        let (success, reported, complaint) = self.run(arguments, answers);
        assert!(success && complaint.is_empty(), "{reported}{complaint}");
        reported
    }

    fn file(&self, name: &str) -> String {
        fs::read_to_string(self.folder.join(name)).expect("it was written")
    }

    fn has(&self, name: &str) -> bool {
        Path::new(&self.folder).join(name).exists()
    }
}

// mng-038: run the tool after backfilling to find and fix key violations.
#[tokio::test]
async fn mng_038_the_documented_example() {
    let server = Process::start(&[]);
    let mut prices: Vec<(u32, Value)> = [101, 102, 103, 201, 202, 203, 204, 205].map(priced).to_vec();
    prices.push((999, json!({ "S": "Hello" })));
    catalogue(server.address, &prices).await;
    assert_eq!(
        (
            count(server.address, None).await,
            count(server.address, Some("PriceIndex")).await
        ),
        (9.into(), 8.into())
    );

    let detector = Detector::new("violations-documented", server.address, "");
    assert_eq!(
        detector.output(&["--detect", "keep"], ""),
        "Violation detection started: sequential scan, Table name: ProductCatalog, GSI hash Key: Price\n\
         Progress: Items scanned in total: 9,\tItems scanned by this thread: 9,\tViolations found by this thread: 1,\t\
         Violations deleted by this thread: 0\n\
         Violation detection finished: Records scanned: 9, Violations found: 1, Violations deleted: 0, see results at: \
         ./found.csv\n"
    );
    let row = "999,\"{\"\"S\"\":\"\"Hello\"\"}\",Type Violation,Expected: N Found: S,,";
    assert_eq!(detector.file("found.csv"), format!("{HEAD}\n{row}\n"));

    assert!(
        detector
            .output(&["--correct", "delete"], "n\n")
            .ends_with("Not confirmed, nothing was done.\n")
    );
    assert_eq!(count(server.address, None).await, 9);
    let reported = detector.output(&["--correct", "delete"], "y\n");
    assert!(
        reported.starts_with("Are you sure to delete all violations on the table? y/n\n"),
        "{reported}"
    );
    assert!(
        reported.ends_with("Violation correction from file finished: Total Violations deleted: 1\n"),
        "{reported}"
    );
    assert_eq!(
        (
            count(server.address, None).await,
            count(server.address, Some("PriceIndex")).await
        ),
        (8.into(), 8.into())
    );
}

#[tokio::test]
async fn values_filled_in_are_written() {
    let server = Process::start(&[]);
    let words = ["a", "b", "c", "d", "e"].map(|word| json!({ "S": word }));
    let prices: Vec<(u32, Value)> = (1..).zip(words).collect();
    catalogue(server.address, &prices).await;
    let detector = Detector::new("violations-update", server.address, "numOfSegments = 3\n");
    let reported = detector.output(&["-t", "keep"], "");
    assert!(
        reported.contains("parallel scan") && reported.contains("Records scanned: 5, Violations found: 5"),
        "{reported}"
    );

    // One gets a price, one loses its attribute, one stays, one gets an invalid value, and one has changed meanwhile.
    let found = detector.file("found.csv");
    let filled: Vec<String> = found
        .lines()
        .map(|line| match line.split(',').next() {
            Some("1" | "5") => format!("{}9.50,", line.strip_suffix(',').unwrap()),
            Some("2") => format!("{line}Y"),
            Some("4") => format!("{}cheap,", line.strip_suffix(',').unwrap()),
            _ => line.to_owned(),
        })
        .collect();
    fs::write(detector.folder.join("found.csv"), filled.join("\n")).unwrap();
    ask(
        server.address,
        "DeleteItem",
        json!({ "TableName": "ProductCatalog", "Key": { "Id": { "N": "5" } } }),
    )
    .await;
    let reported = detector.output(&["-c", "update"], "y\n");
    assert!(
        reported.starts_with("Do you want to use conditional update? y/n\n"),
        "{reported}"
    );
    let counts = "Total Requests With Updates: 4, Successful Requests: 2, Conditional Update Failures: 1, Errors: 1\n";
    assert!(reported.ends_with(counts), "{reported}");

    let items = ask(server.address, "Scan", json!({ "TableName": "ProductCatalog" })).await;
    let mut prices: Vec<String> = items["Items"]
        .as_array()
        .unwrap()
        .iter()
        .map(Value::to_string)
        .collect();
    prices.sort();
    assert_eq!(
        prices,
        [
            r#"{"Id":{"N":"1"},"Price":{"N":"9.5"}}"#,
            r#"{"Id":{"N":"2"}}"#,
            r#"{"Id":{"N":"3"},"Price":{"S":"c"}}"#,
            r#"{"Id":{"N":"4"},"Price":{"S":"d"}}"#,
        ]
    );
    assert_eq!(count(server.address, Some("PriceIndex")).await, 1);
    let failed = detector.file("violation_update_errors.csv");
    assert_eq!(
        failed.lines().next(),
        Some(format!("{HEAD},Error While Updating Value").as_str())
    );
    assert_eq!(failed.lines().count(), 3);
    assert!(
        failed.contains("ConditionalCheckFailedException: The conditional request failed"),
        "{failed}"
    );
    assert!(failed.contains("ValidationException: "), "{failed}");
}

#[tokio::test]
async fn detecting_can_delete_and_stop_early() {
    let server = Process::start(&[]);
    let mut prices: Vec<(u32, Value)> = (1..=60).map(|id| (id, json!({ "BOOL": true }))).collect();
    prices.extend((61..=70).map(priced));
    catalogue(server.address, &prices).await;
    let few = Detector::new("violations-few", server.address, "numOfViolations = 7\n");
    assert!(
        few.output(&["-t", "keep"], "")
            .contains("Violations found: 7, Violations deleted: 0")
    );
    assert_eq!(few.file("found.csv").lines().count(), 8);
    let reported = few.output(&["-t", "delete"], "no\n");
    assert!(reported.ends_with("Not confirmed, nothing was done.\n"), "{reported}");

    let all = Detector::new(
        "violations-all",
        server.address,
        "recordDetails = false\nrecordGsiValueInViolationRecord = false\n",
    );
    let reported = all.output(&["-t", "delete"], "y\n");
    let end = "Violation detection finished: Records scanned: 70, Violations found: 60, Violations deleted: 60\n";
    assert!(reported.ends_with(end) && !all.has("found.csv"), "{reported}");
    assert_eq!(count(server.address, None).await, 10);
}

#[tokio::test]
async fn what_cannot_be_done_is_said() {
    let server = Process::start(&["--require-signature", "id:secret"]);
    let detector = Detector::new("violations-refused", server.address, "");
    let (success, _, complaint) = detector.run(&["-t", "keep"], "");
    assert!(
        !success && complaint.contains("DescribeTable: MissingAuthenticationTokenException: "),
        "{complaint}"
    );

    let signed = Detector::new("violations-signed", server.address, "awsCredentialsFile = key.txt\n");
    fs::write(signed.folder.join("key.txt"), "accessKey = id\nsecretKey = secret\n").unwrap();
    let (success, _, complaint) = signed.run(&["-t", "keep"], "");
    let missing =
        "DescribeTable: ResourceNotFoundException: Requested resource not found: Table: ProductCatalog not found";
    assert!(!success && complaint.contains(missing), "{complaint}");
    let (success, _, complaint) = signed.run(&["-c", "delete"], "");
    assert!(!success && complaint.contains("./found.csv"), "{complaint}");
    let (success, _, complaint) = signed.run(&[], "");
    assert!(
        !success && complaint.contains("Neither --detect nor --correct is given."),
        "{complaint}"
    );
    drop(server);
    let (success, _, complaint) = signed.run(&["-t", "keep"], "");
    assert!(
        !success && complaint.contains("no response from 127.0.0.1:"),
        "{complaint}"
    );

    let output = Command::new(env!("CARGO_BIN_EXE_hashrange-server"))
        .arg("violations")
        .output()
        .unwrap();
    let complaint = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(
        complaint.contains("Config file path not provided. Exiting...\nUsage: "),
        "{complaint}"
    );
}
