//! This version opens the files of earlier versions: journals of servers and of workspaces, in every format.
//!
//! The files are under `tests/compat`, a folder per format, and never change. `cargo test -p hashrange-server --test
//! sockets compat -- --ignored` writes those of the current format, to be stored when the format changes. Must not
//! know formats.
#![allow(clippy::disallowed_methods, clippy::print_stdout, reason = "a test of files")]

mod content;

use std::fs;
use std::path::{Path, PathBuf};

use content::{ASKED, BESIDE, CHANGES, settings, sorted};
use hashrange_endpoint::{Impact, Keeps, Recorder, Replayed, Sending, Timeline, ignore_steps, replay, target_of};
use hashrange_engine::Budget;
use hashrange_journal::{Entry, Reader};
use hashrange_time::Duration;
use serde_json::Value;

use crate::client::call_at;
use crate::client::process::{Process, folder};

fn kept(format: &str, name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../tests/compat")
        .join(format)
        .join(name)
}

fn ask(timeline: &mut Timeline, operation: &str, body: &str) -> Value {
    let at = timeline.engine().now();
    let answer = timeline.dispatch(at, &target_of(operation), body.as_bytes()).answer;
    if answer.body.is_empty() {
        Value::Null
    } else {
        serde_json::from_str(&answer.body).expect("an answer is JSON")
    }
}

/// The responses of a service to all requests of the list, as text.
fn reported(mut ask: impl FnMut(&str, &str) -> Value) -> String {
    let lines = ASKED.map(|(operation, body)| format!("{operation} {body}\n{}\n", sorted(ask(operation, body))));
    lines.concat()
}

/// A journal as a server writes it, and the service that results from it.
fn server_journal() -> (Vec<u8>, Replayed) {
    let settings = settings();
    let (mut recorder, mut bytes) = Recorder::begin(&settings, Impact::Change);
    let mut service = replay(&bytes).expect("a beginning");
    service.engine.note_changes(true);
    for (operation, body) in CHANGES {
        let at = service.engine.now() + Duration::from_seconds(3);
        let target = target_of(operation);
        let answer = service
            .front(&mut ignore_steps)
            .dispatch(at, &target, body.as_bytes())
            .answer;
        println!("{operation}: {}", answer.body);
        bytes.extend(recorder.answered(at, &target, body.as_bytes(), &answer, &mut service.engine));
    }
    (bytes, service)
}

/// A workspace with every kind of record. It has another, abandoned future.
fn workspace() -> Timeline {
    let mut timeline = Timeline::begin(&settings());
    timeline.set_keeps(Keeps::Everything);
    for (operation, body) in CHANGES {
        timeline.advance(timeline.engine().now() + Duration::from_seconds(3), Budget::UNBOUNDED);
        ask(&mut timeline, operation, body);
    }
    let plan = content::plan(timeline.engine().now());
    timeline.begin_load(plan, 11);
    for _ in 0..20 {
        let until = timeline.engine().now() + Duration::from_millis(100);
        while let Sending::Sent(_) | Sending::OutOfBudget(_) = timeline.send_next(until, Budget { steps: 50 }) {}
    }
    timeline.end_load();
    timeline.change(&hashrange_endpoint::Settings {
        preset: "classroom".to_owned(),
        ..settings()
    });
    for (operation, body) in BESIDE {
        ask(&mut timeline, operation, body);
    }
    timeline.undo().expect("a way back");
    ask(
        &mut timeline,
        "PutItem",
        r#"{"TableName":"Plain","Item":{"Id":{"S":"instead"}}}"#,
    );
    timeline
}

#[test]
#[ignore = "writes the files of today's format"]
fn files_of_the_format_of_today() {
    let format = format!("journal-{}", hashrange_journal::FORMAT_VERSION);
    let (bytes, mut service) = server_journal();
    let now = service.engine.now();
    let answers = reported(|operation, body| {
        let answer = service
            .front(&mut ignore_steps)
            .dispatch(now, &target_of(operation), body.as_bytes())
            .answer;
        serde_json::from_str(&answer.body).expect("an answer is JSON")
    });
    fs::create_dir_all(kept(&format, "")).unwrap();
    fs::write(kept(&format, "server.hashrange"), bytes).unwrap();
    fs::write(kept(&format, "server.txt"), answers).unwrap();
    let mut timeline = workspace();
    fs::write(
        kept(&format, "workspace.hashrange"),
        timeline.journal().expect("all of it is here"),
    )
    .unwrap();
    fs::write(
        kept(&format, "workspace.txt"),
        reported(|operation, body| ask(&mut timeline, operation, body)),
    )
    .unwrap();
}

#[tokio::test]
#[ignore = "writes the files of today's format"]
async fn a_checkpoint_of_the_version_of_today() {
    let kept = kept(&format!("checkpoint-{}", hashrange_endpoint::CHECKPOINT_VERSION), "");
    let folder = folder("compat-checkpoint");
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("journal.hashrange"), server_journal().0).unwrap();
    Process::start(&["--data-dir", folder.to_str().unwrap()]).terminate();
    let server = Process::start(&["--data-dir", folder.to_str().unwrap()]);
    // A record after the checkpoint.
    let after = serde_json::from_str(BESIDE[0].1).unwrap();
    call_at(server.address, BESIDE[0].0, &after)
        .await
        .expect("an answer comes");
    let answers = description_by(&server).await;
    server.kill();
    fs::create_dir_all(&kept).unwrap();
    fs::write(kept.join("server.txt"), answers).unwrap();
    for entry in fs::read_dir(&folder)
        .unwrap()
        .map(Result::unwrap)
        .filter(|entry| entry.file_name() != "lock")
    {
        fs::copy(entry.path(), kept.join(entry.file_name())).unwrap();
    }
}

/// The stored checkpoints, by version.
const CHECKPOINTS: [&str; 1] = ["checkpoint-1"];

#[tokio::test]
async fn a_server_opens_the_checkpoint_of_every_version() {
    for version in CHECKPOINTS {
        let folder = folder(&format!("compat-{version}"));
        fs::create_dir_all(&folder).unwrap();
        for entry in fs::read_dir(kept(version, "")).unwrap().map(Result::unwrap) {
            fs::copy(entry.path(), folder.join(entry.file_name())).unwrap();
        }
        let server = Process::start(&["--data-dir", folder.to_str().unwrap()]);
        assert_eq!(
            description_by(&server).await,
            fs::read_to_string(kept(version, "server.txt")).unwrap(),
            "{version}"
        );
        let (status, complaint) = server.terminate();
        assert!(status.success() && complaint.is_empty(), "{complaint}");
    }
}

/// The responses of a server to all requests of the list, as text.
async fn description_by(server: &Process) -> String {
    let mut found = String::new();
    for (operation, body) in ASKED {
        let asked = serde_json::from_str(body).unwrap();
        let reply = call_at(server.address, operation, &asked)
            .await
            .expect("an answer comes");
        found += &format!("{operation} {body}\n{}\n", sorted(reply.json()));
    }
    found
}

/// The stored journals, by format.
const FORMATS: [&str; 1] = ["journal-1"];

#[tokio::test]
async fn a_server_opens_the_folder_of_every_earlier_format() {
    for format in FORMATS {
        let folder = folder(&format!("compat-{format}"));
        fs::create_dir_all(&folder).unwrap();
        fs::copy(kept(format, "server.hashrange"), folder.join("journal.hashrange")).unwrap();
        // Once from the stored files, and once from the files of the current server.
        for _ in 0..2 {
            let server = Process::start(&["--data-dir", folder.to_str().unwrap()]);
            let found = description_by(&server).await;
            assert_eq!(
                found,
                fs::read_to_string(kept(format, "server.txt")).unwrap(),
                "{format}"
            );
            let (status, complaint) = server.terminate();
            assert!(status.success() && complaint.is_empty(), "{complaint}");
        }
    }
}

#[test]
fn a_workspace_of_every_earlier_format_comes_back() {
    for format in FORMATS {
        let bytes = fs::read(kept(format, "workspace.hashrange")).unwrap();
        let mut timeline = Timeline::<()>::read(&bytes).expect("a journal");
        assert!(timeline.torn().is_none());
        let found = reported(|operation, body| ask(&mut timeline, operation, body));
        assert_eq!(
            found,
            fs::read_to_string(kept(format, "workspace.txt")).unwrap(),
            "{format}"
        );
    }
}

#[test]
fn the_workspaces_that_are_kept_have_every_kind_of_record() {
    for format in FORMATS {
        let bytes = fs::read(kept(format, "workspace.hashrange")).unwrap();
        let (_, reader) = Reader::new(&bytes).expect("a journal");
        let mut kinds: Vec<usize> = reader.map(|record| kind(&record.expect("a record").entry)).collect();
        kinds.sort_unstable();
        kinds.dedup();
        assert_eq!(kinds, [1, 2, 3, 4, 5, 6, 7, 8], "{format}");
    }
}

fn kind(entry: &Entry) -> usize {
    match entry {
        Entry::Request { .. } => 1,
        Entry::Advance { .. } => 2,
        Entry::Settings { .. } => 3,
        Entry::Return { .. } => 4,
        Entry::Refused { .. } => 5,
        Entry::Load { .. } => 6,
        Entry::Sent { .. } => 7,
        Entry::LoadEnd => 8,
        Entry::StepBegin => 9,
        Entry::StepEnd => 10,
    }
}
