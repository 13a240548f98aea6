//! The command `salvage`: what verifies in a damaged folder comes out, the rest is listed, and the folder stays as it is.
#![allow(clippy::disallowed_methods, reason = "a test of files and processes")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use hashrange_endpoint::{ignore_steps, replay, target_of};
use hashrange_journal::{Reader, read_file};
use serde_json::{Value, json};

use crate::client::process::{Process, folder};
use crate::client::{call_at, session_table, until};

fn text(path: &Path) -> &str {
    path.to_str().expect("a path of letters")
}

async fn put(server: &Process, id: &str) {
    let item = json!({"TableName": "SessionData", "Item": {"id": {"S": id}, "text": {"S": "ñ".repeat(40)}}});
    let reply = call_at(server.address, "PutItem", &item)
        .await
        .expect("an answer comes");
    assert_eq!(reply.status, 200, "{}", reply.body);
}

/// A folder with a table and items a to e in its journal. The server was killed.
async fn filled(name: &str, arguments: &[&str]) -> PathBuf {
    let folder = folder(name);
    let server = Process::start(&[&["--data-dir", text(&folder)], arguments].concat());
    call_at(server.address, "CreateTable", &session_table())
        .await
        .expect("an answer comes");
    until(async || {
        let table = call_at(server.address, "DescribeTable", &json!({"TableName": "SessionData"})).await;
        table.expect("an answer comes").json()["Table"]["TableStatus"] == "ACTIVE"
    })
    .await;
    for id in ["a", "b", "c", "d", "e"] {
        put(&server, id).await;
    }
    server.kill();
    folder
}

fn salvage(folder: &Path, to: &Path) -> Output {
    Command::new(env!("CARGO_BIN_EXE_hashrange-server"))
        .args(["salvage", text(folder), "--to", text(to)])
        .output()
        .expect("the program is there")
}

fn files(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let paths = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    paths.map(|path| (path.clone(), fs::read(&path).unwrap())).collect()
}

/// The ids of the items in a workspace's file.
fn ids(file: &Path) -> BTreeSet<String> {
    let workspace = read_file(&fs::read(file).unwrap()).expect("a workspace");
    let mut service = replay(&workspace.journal).expect("its journal");
    let at = service.engine.now();
    let answer = service
        .front(&mut ignore_steps)
        .dispatch(at, &target_of("Scan"), br#"{"TableName":"SessionData"}"#)
        .answer;
    let answer: Value = serde_json::from_str(&answer.body).unwrap();
    let items = answer["Items"].as_array().expect("a list");
    items
        .iter()
        .map(|item| item["id"]["S"].as_str().unwrap().to_owned())
        .collect()
}

fn named(ids: &str) -> BTreeSet<String> {
    ids.chars().map(String::from).collect()
}

fn target(name: &str) -> PathBuf {
    let folder = folder(name);
    fs::create_dir_all(&folder).unwrap();
    folder.join("salvaged.hashrange")
}

#[tokio::test]
async fn a_good_folder_comes_out_whole() {
    let (folder, to) = (filled("salvage-good", &[]).await, target("salvage-good-to"));
    let before = files(&folder);
    let output = salvage(&folder, &to);
    let printed = String::from_utf8(output.stdout).unwrap();
    assert_eq!(
        output.status.code(),
        Some(0),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    assert!(
        printed.starts_with("Everything verifies.\nSessionData: 5 items copied"),
        "{printed}"
    );
    assert_eq!(ids(&to), named("abcde"));
    assert!(files(&folder) == before, "the folder is as it was");
    assert_eq!(files(to.parent().unwrap()).len(), 1, "nothing else was left behind");
    // The target replaces nothing, and is not in the folder. A server in the folder is waited for.
    let refused = |to: &Path| {
        let output = salvage(&folder, to);
        assert_eq!(output.status.code(), Some(1));
        String::from_utf8(output.stderr).unwrap()
    };
    assert!(refused(&to).contains("choose the name of a new file"));
    assert!(refused(&folder.join("inside")).contains("is inside the folder"));
    let _server = Process::start(&["--data-dir", text(&folder)]);
    assert!(refused(&to.with_file_name("other")).contains("another server uses"));
}

#[tokio::test]
async fn what_verifies_around_damage_comes_out_and_the_rest_is_listed() {
    // The order of events is real, so a table that is made again is not ACTIVE at once.
    let folder = filled("salvage-damaged", &["--physics", "classroom"]).await;
    let journal = folder.join("journal.hashrange");
    let good = fs::read(&journal).unwrap();
    let (_, mut reader) = Reader::new(&good).unwrap();
    let mut starts = Vec::new();
    while reader.position() < good.len() {
        starts.push(reader.position());
        reader.next().unwrap().unwrap();
    }
    // Record 1 is the settings, 2 the table, 3 to 7 the items.
    for (number, left) in [(1, "abcde"), (3, "bcde"), (5, "abde"), (7, "abcd")] {
        let to = target(&format!("salvage-damaged-to-{number}"));
        let mut damaged = good.clone();
        damaged[starts[number - 1] + 20] ^= 1;
        fs::write(&journal, &damaged).unwrap();
        let refusal = Process::try_start(&["--data-dir", text(&folder)])
            .err()
            .expect("refused");
        assert!(refusal.contains("hashrange-server salvage"), "{refusal}");
        let before = files(&folder);
        let output = salvage(&folder, &to);
        let printed = String::from_utf8(output.stdout).unwrap();
        assert_eq!(
            output.status.code(),
            Some(3),
            "{}",
            String::from_utf8_lossy(&output.stderr)
        );
        assert!(
            printed.contains(&format!("bytes from byte {}", starts[number - 1]))
                && printed.contains(&format!("record {number} is missing")),
            "{printed}"
        );
        assert_eq!(ids(&to), named(left), "{printed}");
        assert!(files(&folder) == before, "the folder is as it was");
    }
}

#[tokio::test]
async fn the_earlier_checkpoint_is_enough() {
    let folder = filled("salvage-checkpoints", &[]).await;
    for id in ["f", "g"] {
        let server = Process::start(&["--data-dir", text(&folder)]);
        put(&server, id).await;
        server.terminate();
    }
    let names = files(&folder);
    let mut checkpoints = names.keys().filter(|path| text(path).contains("checkpoint-"));
    let (earlier, newest) = (checkpoints.next().unwrap(), checkpoints.next().unwrap());
    let damage = |path: &Path| {
        let mut bytes = fs::read(path).unwrap();
        let middle = bytes.len() / 2;
        bytes[middle] ^= 1;
        fs::write(path, &bytes).unwrap();
    };
    damage(newest);
    let to = target("salvage-checkpoints-to");
    let output = salvage(&folder, &to);
    let printed = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(3));
    assert!(printed.contains("the checkpoint is damaged"), "{printed}");
    assert_eq!(
        ids(&to),
        named("abcdefg"),
        "everything is in the earlier one and the journals"
    );
    // `copy` reads the folder too.
    let copy = to.with_file_name("copied.hashrange");
    let output = Command::new(env!("CARGO_BIN_EXE_hashrange-server"))
        .args(["copy", "--from", text(&folder), "--to", text(&copy)])
        .current_dir(to.parent().unwrap())
        .output()
        .expect("the program is there");
    let reported = String::from_utf8(output.stderr).unwrap();
    assert!(
        reported.contains("the checkpoint is damaged. It is not needed"),
        "{reported}"
    );
    assert_eq!(ids(&copy), named("abcdefg"));
    damage(earlier);
    let refusal = Process::try_start(&["--data-dir", text(&folder)])
        .err()
        .expect("refused");
    assert!(refusal.contains("hashrange-server salvage"), "{refusal}");
}

#[tokio::test]
async fn a_table_that_is_still_being_created_comes_out() {
    let (folder, to) = (folder("salvage-creating"), target("salvage-creating-to"));
    let server = Process::start(&["--data-dir", text(&folder), "--physics", "aws"]);
    let reply = call_at(server.address, "CreateTable", &session_table())
        .await
        .expect("an answer comes");
    assert_eq!(reply.json()["TableDescription"]["TableStatus"], "CREATING");
    server.kill();
    let output = salvage(&folder, &to);
    assert_eq!(
        output.status.code(),
        Some(0),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    assert_eq!(ids(&to), named(""));
}
