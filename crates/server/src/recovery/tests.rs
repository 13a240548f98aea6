//! Recovery from folders that are whole, damaged, incomplete, or on a full disk.

use std::sync::Arc;

use hashrange_endpoint::{CHECKPOINT_VERSION, Recorder, Settings, ignore_steps};

use super::*;
use crate::acknowledged::ACKNOWLEDGED;
use crate::compact::clear;
use crate::data_dir::{Data, open_on};
use crate::data_files::{UNBEGUN, UNFINISHED};
use crate::disk::put_whole;
use crate::disk::simulated::Simulated;
use crate::group_commit::Journal;

fn settings() -> Settings {
    Settings::of_preset("instant").expect("a preset")
}

fn opened(disk: &Simulated) -> Result<Data, DataDirError> {
    open_on(Arc::new(disk.clone()), settings)
}

/// Sends a request, and stores its record.
fn send(data: &mut Data, operation: &str, body: &str) -> String {
    let target = format!("DynamoDB_20120810.{operation}");
    let at = data.service.engine.now();
    let answer = data
        .service
        .front(&mut ignore_steps)
        .dispatch(at, &target, body.as_bytes())
        .answer;
    let record = data
        .recorder
        .answered(at, &target, body.as_bytes(), &answer, &mut data.service.engine);
    if !record.is_empty() {
        data.journal.add(record, data.recorder.last_sequence()).expect("room");
    }
    answer.body
}

fn put(data: &mut Data, id: &str) {
    let body = format!(r#"{{"TableName":"Kept","Item":{{"id":{{"S":"{id}"}}}}}}"#);
    assert_eq!(send(data, "PutItem", &body), "{}");
}

fn count(data: &mut Data) -> String {
    send(data, "Scan", r#"{"TableName":"Kept","Select":"COUNT"}"#)
}

/// Switches to another journal and writes a checkpoint, as a server does; the replaced files stay.
fn checkpoint(disk: &Simulated, data: &mut Data) -> u64 {
    let mut copy = data.service.clone();
    copy.last_sequence = data.recorder.last_sequence();
    let (record, next) = (copy.last_sequence, data_files::journal(copy.last_sequence + 1));
    put_whole(disk, UNBEGUN, &next, &Recorder::header(&settings())).expect("room");
    data.journal = Journal::open(Arc::new(disk.clone()), &next).expect("it is there");
    checkpoint::write(disk, copy).expect("room");
    record
}

/// A folder with three items: one was written before each of two checkpoints, and one after them.
fn folder() -> (Simulated, [u64; 2]) {
    let disk = Simulated::default();
    let mut data = opened(&disk).expect("a folder");
    let table = r#"{"TableName":"Kept","BillingMode":"PAY_PER_REQUEST",
        "AttributeDefinitions":[{"AttributeName":"id","AttributeType":"S"}],
        "KeySchema":[{"AttributeName":"id","KeyType":"HASH"}]}"#;
    send(&mut data, "CreateTable", table);
    put(&mut data, "a");
    let first = checkpoint(&disk, &mut data);
    put(&mut data, "b");
    let second = checkpoint(&disk, &mut data);
    put(&mut data, "c");
    (disk, [first, second])
}

fn change(disk: &Simulated, record: u64, change: impl FnOnce(&mut Vec<u8>)) {
    let name = data_files::checkpoint(record);
    let mut bytes = whole(disk, &name).expect("it is there");
    change(&mut bytes);
    put_whole(disk, UNBEGUN, &name, &bytes).expect("room");
}

const THREE: &str = r#"{"Count":3,"ScannedCount":3}"#;

#[test]
fn the_one_before_is_used_where_the_newest_is_damaged() {
    let (disk, [first, second]) = folder();
    assert_eq!(count(&mut opened(&disk).expect("a folder")), THREE);
    change(&disk, second, |bytes| bytes.truncate(bytes.len() - 9));
    let mut data = opened(&disk).expect("the one before and its journals");
    assert_eq!(count(&mut data), THREE);
    assert!(
        data.report
            .expect("it is reported")
            .contains("the checkpoint is damaged. It is not needed")
    );
    change(&disk, first, |bytes| bytes.truncate(3));
    assert_eq!(count(&mut opened(&disk).expect("the journals alone")), THREE);
}

#[test]
fn what_cannot_be_brought_back_whole_is_refused_and_left_alone() {
    let (disk, [first, second]) = folder();
    clear(&disk, second).expect("files are there");
    change(&disk, first, |bytes| bytes.truncate(3));
    assert_eq!(
        count(&mut opened(&disk).expect("the checkpoint and its journal")),
        THREE
    );
    let mut names = disk.names().expect("names");
    let places = [20, 30, 60];
    for place in places {
        change(&disk, second, |bytes| {
            bytes.iter_mut().skip(place).take(1).for_each(|byte| *byte ^= 1);
        });
        let refusal = opened(&disk).err().expect("refused").to_string();
        assert!(refusal.contains("Nothing was changed"), "{refusal}");
        assert_eq!(disk.names().expect("names"), names);
        change(&disk, second, |bytes| {
            bytes.iter_mut().skip(place).take(1).for_each(|byte| *byte ^= 1);
        });
    }
    // A deleted journal is noticed too.
    names.retain(|name| [data_files::FIRST_JOURNAL, ACKNOWLEDGED].contains(&name.as_str()));
    for name in disk.names().expect("names") {
        if !names.contains(&name) {
            disk.remove(&name).expect("it is there");
        }
    }
    let refusal = opened(&disk).err().expect("refused").to_string();
    assert!(refusal.contains("record 1 was not read yet"), "{refusal}");
    assert_eq!(disk.names().expect("names"), names);
}

#[test]
fn a_checkpoint_of_a_later_version_says_so() {
    let (disk, [first, second]) = folder();
    clear(&disk, second).expect("files are there");
    change(&disk, first, |bytes| bytes.truncate(3));
    change(&disk, second, |bytes| {
        let mut head: Vec<u8> = bytes.drain(..21).take(17).collect();
        head.splice(5..9, 7_u32.to_le_bytes());
        head.extend(crc32fast::hash(&head).to_le_bytes());
        bytes.splice(..0, head);
    });
    let refusal = opened(&disk).err().expect("refused").to_string();
    assert!(
        refusal.contains(&format!(
            "format version 7; this program reads versions up to {CHECKPOINT_VERSION}"
        )),
        "{refusal}"
    );
}

#[test]
fn a_flipped_bit_in_the_newest_checkpoint_loses_nothing() {
    let (disk, [_, second]) = folder();
    clear(&disk, second).expect("files are there");
    let name = data_files::checkpoint(second);
    let length = whole(&disk, &name).expect("it is there").len();
    for at in (0..length).step_by(97) {
        let disk = disk.after_a_kill();
        disk.damage(&name, at);
        let mut data = opened(&disk).expect("the one before is good");
        assert_eq!(count(&mut data), THREE, "byte {at}");
        let report = data.report.expect("it is reported");
        assert!(report.contains("It was renamed to"), "{report}");
        // A checkpoint follows at once, so that there are two generations again.
        assert_eq!(data.sizes.1, u64::MAX);
        assert!(opened(&disk).expect("a folder").report.is_none());
    }
}

/// Where the journal's last record starts.
fn last_record(journal: &[u8], first: u64) -> usize {
    let (_, mut reader) = hashrange_journal::Reader::begun_at(first, journal).expect("a journal");
    let mut start = reader.position();
    loop {
        let before = reader.position();
        match reader.next() {
            Some(Ok(_)) => start = before,
            _ => return start,
        }
    }
}

#[test]
fn the_loss_of_an_acknowledged_record_is_noticed() {
    let (disk, [_, second]) = folder();
    let name = data_files::journal(second + 1);
    let journal = whole(&disk, &name).expect("it is there");
    let start = last_record(&journal, second + 1);
    // Damage in the last record, and a record that was partly cut off.
    for (at, length) in [(start + 12, journal.len()), (0, journal.len() - 5)] {
        let disk = disk.after_a_kill();
        if at > 0 {
            disk.damage(&name, at);
        }
        disk.cut(&name, length as u64).expect("it is there");
        let refusal = opened(&disk).err().expect("refused").to_string();
        assert!(refusal.contains("Nothing was changed"), "{refusal}");
        assert!(refusal.contains("the journal's last record is incomplete"), "{refusal}");
    }
    // A cut exactly between two records, and journals that are gone.
    let files = [Some(start), None];
    for length in files {
        let disk = disk.after_a_kill();
        match length {
            Some(length) => disk.cut(&name, length as u64).expect("it is there"),
            None => disk.remove(&name).expect("it is there"),
        }
        let refusal = opened(&disk).err().expect("refused").to_string();
        let missing = format!("record {} is missing at the end", second + 1);
        assert!(refusal.contains(&missing), "{refusal}");
        disk.remove(ACKNOWLEDGED).expect("it is there");
        let mut data = opened(&disk).expect("the user accepted the loss");
        assert_eq!(count(&mut data), r#"{"Count":2,"ScannedCount":2}"#);
    }
    for name in disk.names().expect("names").iter().filter(|name| *name != ACKNOWLEDGED) {
        disk.remove(name).expect("it is there");
    }
    let refusal = opened(&disk).err().expect("refused").to_string();
    assert!(
        refusal.contains("records 1 to") && refusal.contains("are missing at the end, although acknowledged"),
        "{refusal}"
    );
}

#[test]
fn an_end_that_nobody_relied_on_is_cut_off_with_what_is_known() {
    let (disk, [_, second]) = folder();
    let name = data_files::journal(second + 1);
    let mut file = disk.append(&name).expect("it is there");
    file.write_all(&[9, 1, 2, 3]).expect("room");
    let mut data = opened(&disk).expect("a crash explains it");
    assert_eq!(count(&mut data), THREE);
    let report = data.report.expect("it is reported");
    let known = format!(
        "All records up to {}, the last one known to be acknowledged, are there",
        second + 1
    );
    assert!(report.contains(&known), "{report}");
    assert!(report.contains("Without a crash, the disk has changed it"), "{report}");
}

#[test]
fn a_full_disk_is_no_obstacle() {
    let (disk, [_, second]) = folder();
    let data = opened(&disk).expect("a folder");
    let mut copy = data.service.clone();
    copy.last_sequence = data.recorder.last_sequence();
    disk.leave_room(100);
    let error = checkpoint::write(&disk, copy).expect_err("there is no room");
    assert!(matches!(error, CheckpointError::Io(_)), "{error}");
    let names = disk.names().expect("names");
    assert!(!names.iter().any(|name| name == UNFINISHED), "{names:?}");
    // A server that was killed while it wrote a checkpoint left it.
    let disk = disk.after_a_kill();
    let mut left = disk.create(UNFINISHED).expect("a file");
    left.write_all(&[0; 5_000]).expect("room");
    disk.leave_room(0);
    assert_eq!(count(&mut opened(&disk).expect("nothing has to be written")), THREE);
    let names = disk.names().expect("names");
    assert!(!names.iter().any(|name| name == UNFINISHED), "{names:?}");
    assert!(checkpoint::read(&disk, second).is_ok());
}
