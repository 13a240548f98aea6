//! The command `copy` over sockets and files: killed and resumed, cancelled, signed, refused.
#![allow(clippy::disallowed_methods, reason = "a test of files and processes")]

use std::fs;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

use serde_json::{Value, json};

use crate::client::call_at;
use crate::client::process::{Process, folder};

/// The ends of a copy, and its options.
struct Copying {
    folder: PathBuf,
    arguments: Vec<String>,
    variables: Vec<(&'static str, String)>,
}

impl Copying {
    fn new(name: &str, arguments: &[&str]) -> Self {
        let folder = folder(name);
        fs::create_dir_all(&folder).unwrap();
        Self {
            folder,
            arguments: arguments.iter().map(ToString::to_string).collect(),
            variables: Vec::new(),
        }
    }

    fn command(&self) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_hashrange-server"));
        command
            .arg("copy")
            .args(&self.arguments)
            .current_dir(&self.folder)
            .env_clear();
        command
            .env("HOME", &self.folder)
            .envs(self.variables.iter().map(|(name, value)| (name, value)));
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    fn run(&self) -> Output {
        self.command().output().expect("the program is there")
    }

    /// Runs it to its end, and returns its output.
    fn output(&self) -> String {
        let output = self.run();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    }

    /// Runs it, and returns its exit code and error output.
    fn complains(&self) -> (Option<i32>, String) {
        let output = self.run();
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    }

    /// The files of states in the folder.
    fn states(&self) -> Vec<PathBuf> {
        let paths = fs::read_dir(&self.folder).unwrap().map(|entry| entry.unwrap().path());
        paths
            .filter(|path| path.extension().is_some_and(|end| end == "json"))
            .collect()
    }

    /// Number of items that the state reports as written.
    fn written(&self) -> u64 {
        let Some(path) = self.states().pop() else { return 0 };
        let Ok(text) = fs::read_to_string(path) else { return 0 };
        let Ok(state) = serde_json::from_str::<Value>(&text) else {
            return 0;
        };
        let tables = state["tables"].as_array().cloned().unwrap_or_default();
        let walks = tables
            .iter()
            .flat_map(|table| table["copied"].as_array().cloned().unwrap_or_default());
        walks.map(|walk| walk["items"].as_u64().unwrap_or_default()).sum()
    }

    /// Starts it, and waits until this number of items is written.
    fn until(&self, items: u64) -> Child {
        let mut child = self.command().spawn().expect("the program is there");
        while self.written() < items {
            assert!(
                child.try_wait().unwrap().is_none(),
                "it ended before {items} items were written"
            );
            std::thread::yield_now();
        }
        child
    }
}

async fn ask(address: SocketAddr, operation: &str, body: Value) -> Value {
    let reply = call_at(address, operation, &body).await.expect("an answer comes");
    assert_eq!(reply.status, 200, "{operation}: {}", reply.body);
    if reply.body.is_empty() {
        Value::Null
    } else {
        reply.json()
    }
}

/// A server with a table of this many items of 8 KB, and with other features of tables.
async fn forum(items: usize, arguments: &[&str]) -> Process {
    let server = Process::start(arguments);
    ask(
        server.address,
        "CreateTable",
        json!({
            "TableName": "Thread",
            "AttributeDefinitions": [
                { "AttributeName": "Forum", "AttributeType": "S" }, { "AttributeName": "Subject", "AttributeType": "N" },
                { "AttributeName": "Last", "AttributeType": "S" },
            ],
            "KeySchema": [
                { "AttributeName": "Forum", "KeyType": "HASH" }, { "AttributeName": "Subject", "KeyType": "RANGE" },
            ],
            "LocalSecondaryIndexes": [{
                "IndexName": "ByLast",
                "KeySchema": [
                    { "AttributeName": "Forum", "KeyType": "HASH" }, { "AttributeName": "Last", "KeyType": "RANGE" },
                ],
                "Projection": { "ProjectionType": "KEYS_ONLY" },
            }],
            "GlobalSecondaryIndexes": [{
                "IndexName": "Newest",
                "KeySchema": [{ "AttributeName": "Last", "KeyType": "HASH" }],
                "Projection": { "ProjectionType": "ALL" },
            }],
            "BillingMode": "PAY_PER_REQUEST",
            "StreamSpecification": { "StreamEnabled": true, "StreamViewType": "KEYS_ONLY" },
            "Tags": [{ "Key": "team", "Value": "a" }],
        }),
    )
    .await;
    let on = json!({ "Enabled": true, "AttributeName": "Expires" });
    ask(
        server.address,
        "UpdateTimeToLive",
        json!({ "TableName": "Thread", "TimeToLiveSpecification": on }),
    )
    .await;
    let numbers: Vec<usize> = (0..items).collect();
    for batch in numbers.chunks(25) {
        let puts: Vec<Value> = batch
            .iter()
            .map(|number| json!({ "PutRequest": { "Item": thread(*number) } }))
            .collect();
        ask(
            server.address,
            "BatchWriteItem",
            json!({ "RequestItems": { "Thread": puts } }),
        )
        .await;
    }
    server
}

fn thread(number: usize) -> Value {
    json!({
        "Forum": { "S": format!("f{}", number % 50) }, "Subject": { "N": format!("{number}.5") },
        "Last": { "S": format!("l{}", number % 7) }, "Body": { "S": "x".repeat(8_000) },
        "Set": { "NS": ["3", "1"] }, "Deep": { "M": { "a": { "L": [{ "NULL": true }, { "B": "AAE=" }] } } },
    })
}

/// The complete content of the table, in an order that depends on the content only.
async fn content(address: SocketAddr) -> Vec<String> {
    let mut items = Vec::new();
    let mut request = json!({ "TableName": "Thread", "ConsistentRead": true });
    loop {
        let mut page = ask(address, "Scan", request.clone()).await;
        items.extend(page["Items"].as_array().unwrap().iter().map(Value::to_string));
        match page["LastEvaluatedKey"].take() {
            Value::Null => break,
            key => request["ExclusiveStartKey"] = key,
        }
    }
    items.sort();
    items
}

async fn assert_same(one: SocketAddr, other: SocketAddr) {
    let (one_content, other_content) = (content(one).await, content(other).await);
    assert_eq!(one_content.len(), other_content.len());
    for (own, others) in one_content.iter().zip(&other_content) {
        assert_eq!(own, others);
    }
    let described =
        async |address| ask(address, "DescribeTable", json!({ "TableName": "Thread" })).await["Table"].take();
    let (one_table, other_table) = (described(one).await, described(other).await);
    for member in ["KeySchema", "BillingModeSummary", "StreamSpecification"] {
        let without_time = |table: &Value| {
            let mut member = table[member].clone();
            if let Some(members) = member.as_object_mut() {
                members.remove("LastUpdateToPayPerRequestDateTime");
            }
            member
        };
        assert_eq!(without_time(&one_table), without_time(&other_table), "{member}");
    }
    for index in ["LocalSecondaryIndexes", "GlobalSecondaryIndexes"] {
        assert_eq!(one_table[index][0]["KeySchema"], other_table[index][0]["KeySchema"]);
        assert_eq!(one_table[index][0]["Projection"], other_table[index][0]["Projection"]);
    }
    let ttl = async |address| ask(address, "DescribeTimeToLive", json!({ "TableName": "Thread" })).await;
    assert_eq!(ttl(one).await, ttl(other).await);
    let arn = one_table["TableArn"].clone();
    let tags = async |address| ask(address, "ListTagsOfResource", json!({ "ResourceArn": arn })).await;
    assert_eq!(tags(one).await, tags(other).await);
}

fn url(server: &Process) -> String {
    format!("http://{}", server.address)
}

fn text(path: &Path) -> &str {
    path.to_str().expect("it is text")
}

#[tokio::test]
async fn a_copy_that_is_killed_three_times_loses_and_doubles_nothing() {
    let (source, target) = (forum(1_000, &[]).await, Process::start(&[]));
    let (from, to) = (url(&source), url(&target));
    let copying = Copying::new(
        "copy-killed",
        &["--from", &from, "--to", &to, "--workers", "2", "--write-units", "6000"],
    );
    for items in [100, 300, 600] {
        let mut child = copying.until(items);
        child.kill().unwrap();
        child.wait().unwrap();
    }
    let reported = copying.output();
    assert!(
        reported.starts_with("Thread: 1000 items copied and compared, digest "),
        "{reported}"
    );
    assert!(
        reported.ends_with("Copied 1 table.\n") && !reported.contains("not copied"),
        "{reported}"
    );
    assert!(copying.states().is_empty(), "the state is of no more use");
    assert_same(source.address, target.address).await;
}

#[tokio::test]
async fn a_cancelled_copy_keeps_its_state() {
    let (source, target) = (forum(400, &[]).await, Process::start(&[]));
    let (from, to) = (url(&source), url(&target));
    let copying = Copying::new(
        "copy-cancelled",
        &[
            "--from",
            &from,
            "--to",
            &to,
            "--workers",
            "1",
            "--write-units",
            "2000",
            "--state",
            "mine.json",
        ],
    );
    let child = copying.until(100);
    let asked = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status()
        .unwrap();
    assert!(asked.success());
    let output = child.wait_with_output().unwrap();
    let complaint = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(130), "{complaint}");
    assert!(
        complaint.contains("cancelled; the same command resumes from mine.json"),
        "{complaint}"
    );
    assert!(copying.output().contains("400 items copied"));
    assert_same(source.address, target.address).await;

    fs::write(
        copying.folder.join("mine.json"),
        r#"{"version":1,"from":"a","to":"b","lanes":1,"tables":[]}"#,
    )
    .unwrap();
    let (code, complaint) = copying.complains();
    assert!(
        code == Some(1) && complaint.contains("it belongs to the copy from a to b"),
        "{complaint}"
    );
}

#[tokio::test]
async fn a_copy_goes_to_a_file_and_back() {
    let source = forum(300, &[]).await;
    let from = url(&source);
    let slow = [
        "--from",
        &from,
        "--to",
        "forum.hashrange",
        "--workers",
        "1",
        "--write-units",
        "6000",
    ];
    let copying = Copying::new("copy-file", &slow);
    let mut child = copying.until(100);
    child.kill().unwrap();
    child.wait().unwrap();
    let file = copying.folder.join("forum.hashrange");
    assert!(!file.exists() && copying.folder.join("forum.hashrange.part").exists());
    assert!(copying.output().contains("300 items copied"));
    assert!(file.exists() && !copying.folder.join("forum.hashrange.part").exists());
    let workspace = hashrange_journal::read_file(&fs::read(&file).unwrap()).expect("a workspace");
    assert_eq!(workspace.name.as_deref(), Some("forum"));

    let target = Process::start(&[]);
    let to = url(&target);
    let back = Copying {
        arguments: ["--from", "forum.hashrange", "--to", &to].map(str::to_owned).into(),
        ..copying
    };
    assert!(back.output().contains("300 items copied"));
    assert_same(source.address, target.address).await;

    // Copies to the file again, which already has the table.
    let again = Copying {
        arguments: ["--from", &to, "--to", "forum.hashrange"].map(str::to_owned).into(),
        ..back
    };
    assert!(again.output().contains("300 items copied"));
}

#[tokio::test]
async fn a_data_directory_is_a_source_when_no_server_uses_it() {
    let data = folder("copy-data");
    let source = forum(60, &["--data-dir", text(&data)]).await;
    let target = Process::start(&[]);
    let to = url(&target);
    let copying = Copying::new("copy-data-from", &["--from", text(&data), "--to", &to]);
    let (code, complaint) = copying.complains();
    assert!(
        code == Some(1) && complaint.contains("another server uses"),
        "{complaint}"
    );
    let expected = content(source.address).await;
    source.terminate();
    assert!(copying.output().contains("60 items copied"));
    assert_eq!(content(target.address).await, expected);

    let copying = Copying::new("copy-data-to", &["--from", &to, "--to", text(&data)]);
    let (code, complaint) = copying.complains();
    assert!(
        code == Some(1) && complaint.contains("start a server with --data-dir"),
        "{complaint}"
    );
}

#[tokio::test]
async fn requests_are_signed_for_who_insists() {
    let (source, target) = (
        forum(30, &[]).await,
        Process::start(&["--require-signature", "AK:secret"]),
    );
    let (from, to) = (url(&source), url(&target));
    let mut copying = Copying::new("copy-signed", &["--from", &from, "--to", &to]);
    let (code, complaint) = copying.complains();
    assert!(
        code == Some(1) && complaint.contains("the target refuses DescribeTable for table Thread: "),
        "{complaint}"
    );
    copying.variables = vec![
        ("AWS_ACCESS_KEY_ID", "AK".to_owned()),
        ("AWS_SECRET_ACCESS_KEY", "secret".to_owned()),
        ("AWS_REGION", "us-east-1".to_owned()),
    ];
    assert!(copying.output().contains("30 items copied"));

    fs::create_dir(copying.folder.join(".aws")).unwrap();
    let keys = "[mine]\naws_access_key_id = AK\naws_secret_access_key = secret\n";
    fs::write(copying.folder.join(".aws/credentials"), keys).unwrap();
    copying.variables.clear();
    copying
        .arguments
        .extend(["--to-profile", "mine", "--to-region", "us-east-1"].map(str::to_owned));
    assert!(copying.output().contains("30 items copied"));
}

#[tokio::test]
async fn what_cannot_be_done_is_said() {
    let target = Process::start(&[]);
    let to = url(&target);
    for (arguments, code, part) in [
        (vec!["--to", "a"], 2, "--from is missing"),
        (
            vec!["--from", "a", "--to", "b", "--workers", "0"],
            2,
            "--workers must be 1 to 64",
        ),
        (vec!["--from", "missing.hashrange", "--to", &to], 1, "missing.hashrange"),
        (vec!["--from", "ftp://a", "--to", &to], 1, "ftp://a"),
        (
            vec!["--from", "http://a/b", "--to", &to],
            1,
            "is not the URL of an endpoint",
        ),
        (
            vec!["--from", "http://db.example.test", "--to", &to],
            1,
            "no credentials for http://db.example.test",
        ),
        (
            vec!["--from", &to, "--to", &to, "--table", "Nothing"],
            1,
            "the source refuses DescribeTable for table Nothing",
        ),
    ] {
        let (found, complaint) = Copying::new("copy-wrong", &arguments).complains();
        assert_eq!(found, Some(code), "{complaint}");
        assert!(complaint.contains(part), "{complaint}");
    }
    let help = Copying::new("copy-help", &["--help"]).output();
    assert!(help.starts_with("Usage: hashrange-server copy"), "{help}");
}
