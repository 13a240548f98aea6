//! A server's data on disk survives every kind of end, and the server overwrites nothing that it cannot read.
#![allow(clippy::disallowed_methods, clippy::print_stdout, reason = "a test of files")]

use std::collections::BTreeSet;
use std::fs::{self, OpenOptions};
use std::io::Write as _;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::{Arc, Mutex};

use hashrange_endpoint::{Impact, Recorder, Settings};
use hashrange_time::Timestamp;
use serde_json::{Value, json};

use crate::client::process::{Process, folder};
use crate::client::{call_at, session_table, until};

/// Concurrent writers.
const WRITERS: usize = 16;
/// How many more writes each round acknowledges than the round before, until the server is killed.
const WRITES: usize = 500;

fn text(path: &Path) -> &str {
    path.to_str().expect("a path of letters")
}

async fn ask(address: SocketAddr, operation: &str, body: Value) -> Value {
    let reply = call_at(address, operation, &body).await.expect("an answer comes");
    assert_eq!(reply.status, 200, "{operation}: {}", reply.body);
    reply.json()
}

async fn put(address: SocketAddr, id: &str) -> bool {
    let item = json!({"id": {"S": id}, "text": {"S": "ñ 🦀".repeat(40)}});
    let reply = call_at(address, "PutItem", &json!({"TableName": "SessionData", "Item": item})).await;
    reply.is_some_and(|reply| reply.status == 200)
}

/// The ids of all items.
async fn ids(address: SocketAddr) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut request = json!({"TableName": "SessionData"});
    loop {
        let page = ask(address, "Scan", request.clone()).await;
        let items = page["Items"].as_array().expect("a list");
        found.extend(
            items
                .iter()
                .map(|item| item["id"]["S"].as_str().expect("a text").to_owned()),
        );
        if page["LastEvaluatedKey"].is_null() {
            return found;
        }
        request["ExclusiveStartKey"] = page["LastEvaluatedKey"].clone();
    }
}

#[tokio::test]
async fn a_killed_server_loses_nothing_it_has_acknowledged() {
    let folder = folder("killed");
    let acknowledged = Arc::new(Mutex::new(BTreeSet::new()));
    for round in 0..4 {
        let server = Process::start(&["--data-dir", text(&folder)]);
        let address = server.address;
        if round == 0 {
            ask(address, "CreateTable", session_table()).await;
        }
        let writers: Vec<_> = (0..WRITERS)
            .map(|writer| {
                let acknowledged = Arc::clone(&acknowledged);
                tokio::spawn(async move {
                    for number in 0.. {
                        let id = format!("{round}-{writer}-{number}");
                        if !put(address, &id).await {
                            return;
                        }
                        acknowledged.lock().unwrap().insert(id);
                    }
                })
            })
            .collect();
        let enough = acknowledged.lock().unwrap().len() + WRITES * (round + 1);
        until(async || acknowledged.lock().unwrap().len() >= enough).await;
        let complaint = server.kill();
        for writer in writers {
            writer.await.expect("a writer stops when the server does");
        }
        let acknowledged = acknowledged.lock().unwrap().clone();
        println!("round {round}: {} acknowledged. {complaint}", acknowledged.len());
        let again = Process::start(&["--data-dir", text(&folder)]);
        let kept = ids(again.address).await;
        let lost: Vec<&String> = acknowledged.difference(&kept).collect();
        assert_eq!(lost, Vec::<&String>::new(), "round {round}");
        assert!(acknowledged.len() >= enough, "something was written at all");
    }
}

#[tokio::test]
async fn a_server_that_is_asked_to_end_ends_well_and_comes_back() {
    let folder = folder("asked");
    let arguments = [
        "--data-dir",
        text(&folder),
        "--physics",
        "classroom",
        "--region",
        "eu-west-1",
        "--seed",
        "7",
    ];
    let server = Process::start(&arguments);
    ask(server.address, "CreateTable", session_table()).await;
    let (status, complaint) = server.terminate();
    assert!(status.success(), "{status}: {complaint}");

    // Without options the table is unchanged; it became active before the end of the server or does so now.
    let server = Process::start(&arguments[..2]);
    let name = json!({"TableName": "SessionData"});
    until(async || {
        let table = ask(server.address, "DescribeTable", name.clone()).await;
        assert_eq!(
            table["Table"]["TableArn"],
            "arn:aws:dynamodb:eu-west-1:000000000000:table/SessionData"
        );
        table["Table"]["TableStatus"] == "ACTIVE"
    })
    .await;
    assert!(put(server.address, "a").await);
    assert_eq!(server.kill(), "");
    let server = Process::start(&arguments);
    assert_eq!(ids(server.address).await, BTreeSet::from(["a".to_owned()]));
    drop(server);

    for (option, value, found) in [
        ("--physics", "aws", "classroom"),
        ("--region", "us-east-1", "eu-west-1"),
        ("--seed", "8", "7"),
    ] {
        let complaint = Process::try_start(&["--data-dir", text(&folder), option, value])
            .err()
            .expect("refused");
        assert!(
            complaint.contains(&format!("{option} {value} was requested")),
            "{complaint}"
        );
        assert!(complaint.contains(&format!("{option} {found}")), "{complaint}");
    }
}

#[tokio::test]
async fn an_accelerator_comes_back_with_what_it_held() {
    let folder = folder("accelerated");
    let arguments = ["--data-dir", text(&folder), "--dax=3600,3600"];
    let read = json!({"TableName": "SessionData", "Key": {"id": {"S": "a"}}, "ReturnConsumedCapacity": "TOTAL"});
    let units = |answer: &Value| answer["ConsumedCapacity"]["CapacityUnits"].as_f64();
    let server = Process::start(&arguments);
    ask(server.address, "CreateTable", session_table()).await;
    assert_eq!(units(&ask(server.address, "GetItem", read.clone()).await), Some(0.5));
    // Bypasses the accelerator, which still caches that no such item exists.
    let statement = json!({"Statement": "INSERT INTO SessionData VALUE {'id': 'a'}"});
    ask(server.address, "ExecuteStatement", statement).await;
    assert_eq!(server.kill(), "");
    let server = Process::start(&arguments[..2]);
    let answer = ask(server.address, "GetItem", read).await;
    assert_eq!(
        (units(&answer), &answer["Item"]),
        (Some(0.0), &Value::Null),
        "the read before was in the journal"
    );
    drop(server);
    let complaint = Process::try_start(&["--data-dir", text(&folder), "--dax"])
        .err()
        .expect("refused");
    assert!(
        complaint.contains("--dax 300,300 was requested") && complaint.contains("--dax 3600,3600"),
        "{complaint}"
    );
}

#[tokio::test]
async fn two_servers_do_not_share_a_folder() {
    let folder = folder("shared");
    let server = Process::start(&["--data-dir", text(&folder)]);
    let complaint = Process::try_start(&["--data-dir", text(&folder)])
        .err()
        .expect("refused");
    assert!(complaint.contains("another server uses"), "{complaint}");
    // Removing the lock file does not help: the folder itself is locked.
    #[cfg(unix)]
    {
        fs::remove_file(folder.join("lock")).unwrap();
        let complaint = Process::try_start(&["--data-dir", text(&folder)])
            .err()
            .expect("refused");
        assert!(complaint.contains("another server uses"), "{complaint}");
    }
    server.kill();
    Process::start(&["--data-dir", text(&folder)]);
}

#[cfg(unix)]
#[tokio::test]
async fn a_server_notices_that_its_folder_was_replaced() {
    let folder = folder("replaced");
    let server = Process::start(&["--data-dir", text(&folder)]);
    ask(server.address, "CreateTable", session_table()).await;
    assert!(put(server.address, "a").await);
    fs::rename(&folder, folder.with_extension("old")).unwrap();
    let other = Process::start(&["--data-dir", text(&folder)]);
    ask(other.address, "CreateTable", session_table()).await;
    assert!(put(other.address, "b").await);
    let before = fs::read(folder.join("journal.hashrange")).unwrap();
    assert!(!put(server.address, "c").await, "it would not be found again");
    let complaint = server.ended();
    assert!(
        complaint.contains("was removed or replaced while it was in use"),
        "{complaint}"
    );
    assert_eq!(fs::read(folder.join("journal.hashrange")).unwrap(), before);
    assert_eq!(ids(other.address).await, named("b"));
    drop(other);
    let server = Process::start(&["--data-dir", text(&folder)]);
    assert_eq!(ids(server.address).await, named("b"));
    let old = Process::start(&["--data-dir", text(&folder.with_extension("old"))]);
    assert!(ids(old.address).await.is_superset(&named("a")));
}

#[tokio::test]
async fn a_journal_that_ends_early_is_noticed() {
    let (folder, journal) = filled("ends-early").await;
    let path = folder.join("journal.hashrange");
    // The writes of one request end where the next begin, so each cut is between two records.
    let (_, mut reader) = hashrange_journal::Reader::new(&journal).unwrap();
    while reader.position() < journal.len() {
        fs::write(&path, &journal[..reader.position()]).unwrap();
        let complaint = Process::try_start(&["--data-dir", text(&folder)])
            .err()
            .expect("refused");
        assert!(
            complaint.contains("missing at the end, although acknowledged")
                && complaint.contains("Nothing was changed"),
            "{complaint}"
        );
        reader.next().unwrap().unwrap();
    }
}

/// A folder with a table and items a to e, and the bytes of its journal.
async fn filled(name: &str) -> (std::path::PathBuf, Vec<u8>) {
    let folder = folder(name);
    let server = Process::start(&["--data-dir", text(&folder)]);
    ask(server.address, "CreateTable", session_table()).await;
    for id in ["a", "b", "c", "d", "e"] {
        assert!(put(server.address, id).await);
    }
    server.kill();
    let journal = fs::read(folder.join("journal.hashrange")).expect("it is there");
    (folder, journal)
}

fn named(ids: &str) -> BTreeSet<String> {
    ids.chars().map(String::from).collect()
}

#[tokio::test]
async fn an_end_that_was_never_whole_is_cut_off_and_reported() {
    let (folder, journal) = filled("torn").await;
    let path = folder.join("journal.hashrange");
    // A record that was partly written when the machine lost power. The number of the last record did not reach the
    // disk either.
    fs::remove_file(folder.join("acknowledged.hashrange")).unwrap();
    fs::write(&path, &journal[..journal.len() - 7]).unwrap();
    let server = Process::start(&["--data-dir", text(&folder)]);
    assert_eq!(ids(server.address).await, named("abcd"));
    assert!(put(server.address, "f").await);
    let complaint = server.kill();
    assert!(
        complaint.contains("the journal's last record is incomplete at byte"),
        "{complaint}"
    );
    let aside: Vec<_> = fs::read_dir(&folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| text(path).contains("cut-off-at-"))
        .collect();
    assert_eq!(aside.len(), 1);
    let cut = fs::read(&aside[0]).unwrap();
    assert!(journal[..journal.len() - 7].ends_with(&cut) && !cut.is_empty());
    // Afterwards nothing is missing, and there is nothing to report.
    let server = Process::start(&["--data-dir", text(&folder)]);
    assert_eq!(ids(server.address).await, named("abcdf"));
    assert_eq!(server.kill(), "");
    // Some file systems leave zeros at the end.
    OpenOptions::new()
        .append(true)
        .open(&path)
        .unwrap()
        .write_all(&[0; 4_096])
        .unwrap();
    let server = Process::start(&["--data-dir", text(&folder)]);
    assert_eq!(ids(server.address).await, named("abcdf"));
}

#[tokio::test]
async fn damage_is_refused_and_left_as_it_is() {
    let (folder, journal) = filled("damaged").await;
    let path = folder.join("journal.hashrange");
    let middle = journal.len() / 2;
    for (what, change) in [
        (
            "the journal is damaged at byte",
            Box::new(|bytes: &mut Vec<u8>| bytes[middle] ^= 1) as Box<dyn Fn(&mut Vec<u8>)>,
        ),
        ("header does not match its checksum", Box::new(|bytes| bytes[8] ^= 1)),
        ("are not a Hashrange journal", Box::new(|bytes| bytes[0] = b'x')),
        ("ends inside its header", Box::new(Vec::clear)),
    ] {
        let mut damaged = journal.clone();
        change(&mut damaged);
        fs::write(&path, &damaged).unwrap();
        let complaint = Process::try_start(&["--data-dir", text(&folder)])
            .err()
            .expect("refused");
        assert!(
            complaint.contains(what) && complaint.contains("journal.hashrange"),
            "{complaint}"
        );
        assert!(complaint.contains("Nothing was changed"), "{complaint}");
        assert_eq!(fs::read(&path).unwrap(), damaged, "{what}");
        let names: BTreeSet<_> = fs::read_dir(&folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name())
            .collect();
        assert_eq!(
            names.len(),
            3,
            "the journal, the last record's number and the lock: {names:?}"
        );
    }
    fs::write(&path, &journal).unwrap();
    let server = Process::start(&["--data-dir", text(&folder)]);
    assert_eq!(ids(server.address).await, named("abcde"));
}

#[tokio::test]
async fn a_folder_that_cannot_be_one_is_reported() {
    let folder = folder("file");
    fs::write(&folder, b"a file").unwrap();
    let complaint = Process::try_start(&["--data-dir", text(&folder)])
        .err()
        .expect("refused");
    assert!(complaint.contains(text(&folder)), "{complaint}");
    fs::remove_file(&folder).unwrap();
}

#[tokio::test]
async fn time_goes_on_in_data_from_a_clock_that_was_ahead() {
    let folder = folder("ahead");
    fs::create_dir_all(&folder).unwrap();
    let settings = Settings {
        start: Timestamp::parse("2200-01-01T00:00:00Z").unwrap(),
        ..Settings::of_preset("classroom").unwrap()
    };
    let (mut recorder, mut journal) = Recorder::begin(&settings, Impact::Change);
    journal.extend(recorder.flush());
    fs::write(folder.join("journal.hashrange"), journal).unwrap();
    let server = Process::start(&["--data-dir", text(&folder)]);
    ask(server.address, "CreateTable", session_table()).await;
    until(async || {
        let table = ask(server.address, "DescribeTable", json!({"TableName": "SessionData"})).await;
        table["Table"]["TableStatus"] == "ACTIVE"
    })
    .await;
    let report = server.kill();
    assert!(report.contains("ahead of the system clock"), "{report}");
}
